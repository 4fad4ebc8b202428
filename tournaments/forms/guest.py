"""The desk's form for people without an account."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.services.refusal import Refusal
from tournaments.models import Registration


class GuestForm(forms.Form):
    """Somebody without an account, as the desk enters them."""

    name = forms.CharField(
        label=pgettext_lazy("person", "Name"), max_length=Registration.LONGEST_GUEST_NAME
    )
    is_present = forms.BooleanField(label=_("is there"), required=False)

    def refuse(self, refusal: Refusal) -> None:
        """Show what the service refused."""
        self.add_error("name" if refusal.field == "guest_name" else None, refusal.message)
