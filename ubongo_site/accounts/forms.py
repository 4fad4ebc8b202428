"""Forms of one's own account."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import refuse_taken_nickname


class NicknameField(forms.CharField):
    """A name for others to read; what can't be seen is no name."""

    def __init__(self, **options: Any) -> None:
        model_field = User._meta.get_field("nickname")
        super().__init__(
            label=_("Nickname"),
            required=False,
            max_length=User.LONGEST_NICKNAME,
            help_text=model_field.help_text,
            validators=model_field.validators,
            **options,
        )

    def to_python(self, value: Any) -> str:
        return " ".join(str(super().to_python(value) or "").split())


class SignupForm(AllauthSignupForm):
    """Username, e-mail and password as allauth asks for them, and a nickname."""

    nickname = NicknameField()
    field_order = ("username", "nickname", "email", "password1", "password2")

    def clean_nickname(self) -> str:
        nickname: str = self.cleaned_data["nickname"]
        try:
            refuse_taken_nickname(nickname=nickname)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message) from refusal
        return nickname


class ProfileForm(forms.Form):
    """What others see of a person."""

    nickname = NicknameField()
    is_listed = forms.BooleanField(
        label=_("Show me on public pages"),
        required=False,
        help_text=User._meta.get_field("is_listed").help_text,
    )
