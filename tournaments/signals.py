"""What tournaments do when an account changes; accounts know nothing of it."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db.models.signals import post_save
from django.dispatch import receiver

from tournaments.models import Person
from tournaments.services.changes import mark_name_changed

NAMED_BY = {"nickname", "is_listed"}


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def follow_the_name(
    instance: Person, created: bool, update_fields: Collection[str] | None, **told: Any
) -> None:
    """A login saves the account too: only what changes the public name concerns the pages."""
    if not created and (update_fields is None or NAMED_BY & set(update_fields)):
        mark_name_changed(instance)
