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


class GuestsForm(forms.Form):
    """Many of them, as they stand on a list."""

    names = forms.CharField(
        label=_("Many at once, a name a line"), widget=forms.Textarea(attrs={"rows": 6})
    )
    is_present = forms.BooleanField(label=_("all are there"), required=False)

    def refuse(self, refusal: Refusal) -> None:
        """Show what the service refused."""
        self.add_error("names" if refusal.field == "names" else None, refusal.message)
