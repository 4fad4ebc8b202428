"""A person with an account."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from puzzles.models import PLAIN_NAME, fold

LONGEST_KEY = 255


class User(AbstractUser):
    """Known to others by a nickname only, and to strangers only if the person wants that."""

    LONGEST_NICKNAME = 40

    nickname = models.CharField(
        _("nickname"),
        max_length=LONGEST_NICKNAME,
        blank=True,
        validators=[PLAIN_NAME],
        help_text=_("What others read of you. Your username, if you leave it empty."),
    )
    # No database folds all letters by itself; so the nickname is kept folded beside, and unique.
    nickname_key = models.CharField(
        max_length=LONGEST_KEY, null=True, blank=True, unique=True, editable=False
    )
    is_listed = models.BooleanField(
        _("shown on public pages"),
        default=True,
        help_text=_("Without it you are left out of public pages and files."),
    )

    # Of the key by which a program acts for this person only the digest is kept.
    api_key_digest = models.CharField(
        max_length=64, null=True, blank=True, unique=True, editable=False
    )

    class Meta(AbstractUser.Meta):
        pass

    @property
    def public_name(self) -> str:
        """What others read: the nickname."""
        return self.nickname or self.get_username()

    def clean(self) -> None:
        super().clean()
        if self.is_taken(self.nickname, but_by=self):
            raise ValidationError({"nickname": _("Somebody has this nickname already.")})

    @classmethod
    def is_taken(cls, nickname: str, *, but_by: "User | None" = None) -> bool:
        """Does another person bear this nickname, in capitals or not?"""
        bearers = cls.objects.filter(nickname_key=_key(nickname))
        if but_by is not None:
            bearers = bearers.exclude(pk=but_by.pk)
        return bearers.exists()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Whoever has no nickname gets one."""
        if not self.nickname:
            self.nickname = self._free_nickname()
        self.nickname_key = _key(self.nickname)
        fields = kwargs.get("update_fields")
        if fields is not None and "nickname" in fields:
            kwargs["update_fields"] = {*fields, "nickname_key"}
        super().save(*args, **kwargs)

    def _free_nickname(self) -> str:
        """The username, with a number if somebody has it; of an e-mail address the first part."""
        stem = self.get_username().split("@")[0][: self.LONGEST_NICKNAME - 8] or "player"
        number, nickname = 1, stem
        while self.is_taken(nickname, but_by=self):
            number += 1
            nickname = f"{stem}-{number}"
        return nickname


def _key(nickname: str) -> str:
    return fold(nickname)[:LONGEST_KEY]
