"""Who is looking, and what a name may be."""

import re
import unicodedata
from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

Visitor = AbstractBaseUser | AnonymousUser

# Controls, what steers the text around it, halves of characters, what is private or not assigned,
# separators of lines and paragraphs.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters and signs of which nothing is seen: fillers, and the blank of Braille.
BLANK = set("\u115f\u1160\u3164\uffa0\u2800")
JOINERS = "\u200c\u200d"
VIRAMA = 9


@deconstructible
class PlainName:
    """A name is shown and printed: all of it is seen, nothing only looks like markup.

    A joiner may stand where it changes how letters are written: beside a virama, or between
    Arabic letters (after RFC 5892, appendix A).
    """

    def __call__(self, name: str) -> None:
        if "<" in name or ">" in name:
            raise ValidationError(_("Names may not contain < or >."))
        is_seen = all(
            unicodedata.category(sign) not in UNSEEN and sign not in BLANK
            for place, sign in enumerate(name)
            if not (sign in JOINERS and _joins(name[:place], name[place + 1 :]))
        )
        if not is_seen or unicodedata.category(name.lstrip()[:1] or "-").startswith("M"):
            raise ValidationError(_("A name consists of visible characters."))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainName)


PLAIN_NAME = PlainName()


def _joins(before: str, after: str) -> bool:
    """Does a joiner between these change how they are written?"""
    if not before or not after:
        return False
    if VIRAMA in (unicodedata.combining(before[-1]), unicodedata.combining(after[0])):
        return True
    bases = [sign for sign in before if not unicodedata.combining(sign)]
    return all(unicodedata.bidirectional(letter) == "AL" for letter in [*bases[-1:], after[0]])


def fold(name: str) -> str:
    """What two names that people take for the same have in common."""
    compatible = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", re.sub(f"[{JOINERS}]", "", compatible))


def filed(name: str) -> tuple[Sequence[str | int], str]:
    """Where a name stands among others, for a list in which people look for it.

    Accents and capitals count last ("Özil" is near "Ozan"), and 2 comes before 10.
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(sign for sign in letters if not unicodedata.combining(sign))
    # Words and numbers take turns, so like is compared with like.
    parts = [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", plain)]
    return parts, name


def is_curator(user: Visitor) -> bool:
    """May this person see what is not published?"""
    return bool(getattr(user, "is_staff", False)) and user.has_perm("puzzles.change_task")  # type: ignore[union-attr]
