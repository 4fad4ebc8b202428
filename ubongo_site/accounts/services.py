"""What people do with their account, beyond logging in and out."""

import secrets
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from ubongo_site.accounts.models import User


def refuse_taken_nickname(*, nickname: str, user: User | None = None) -> None:
    """Nobody bears another person's nickname, in capitals or not; "" is nobody's."""
    if nickname and User.is_taken(nickname, but_by=user):
        raise Refusal(_("Somebody has this nickname already."), field="nickname")


def change_profile(*, user: User, nickname: str, is_listed: bool) -> User:
    """Change what others see of a person; an empty nickname is replaced by the username."""
    refuse_taken_nickname(nickname=nickname, user=user)
    changed = User.objects.get(pk=user.pk)
    changed.nickname = nickname
    changed.is_listed = is_listed
    try:
        with transaction.atomic():
            changed.save(update_fields=["nickname", "is_listed"])
    except IntegrityError:
        # Somebody else took it a moment ago.
        raise Refusal(_("Somebody has this nickname already."), field="nickname") from None
    return changed


def make_api_key(*, user: User) -> str:
    """A new key by which a program acts for the person; one that was there is no longer good.

    It is told once: the site keeps its digest only. 43 letters, too many to be guessed.
    """
    key = secrets.token_urlsafe(32)
    User.objects.filter(pk=user.pk).update(api_key_digest=_digest(key))
    return key


def drop_api_key(*, user: User) -> None:
    """No program acts for the person any more."""
    User.objects.filter(pk=user.pk).update(api_key_digest=None)


def bearer_of(key: str) -> User | None:
    """For whom a program with this key acts; nobody if it was replaced or the account is shut."""
    return User.objects.filter(api_key_digest=_digest(key), is_active=True).first()


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
