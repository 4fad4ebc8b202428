"""What people do with their account, beyond logging in and out."""

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
