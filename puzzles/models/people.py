"""Who is looking, and what a name may be."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

Visitor = AbstractBaseUser | AnonymousUser

# A name is shown and printed: no control characters, nothing that only looks like markup.
PLAIN_NAME = RegexValidator(r"^[^\x00-\x1f\x7f<>]*$", _("Names may not contain < or >."))


def is_curator(user: Visitor) -> bool:
    """May this person see what is not published?"""
    return bool(getattr(user, "is_staff", False)) and user.has_perm("puzzles.change_task")  # type: ignore[union-attr]
