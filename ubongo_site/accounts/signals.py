"""What the site does when allauth tells of something."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_added
from django.dispatch import receiver

from ubongo_site.accounts.models import User


@receiver(email_added)
def keep_an_address(user: User, email_address: EmailAddress, **told: Any) -> None:
    """A new address takes the place of one that was never confirmed, and leaves no gap."""
    User.objects.filter(pk=user.pk, email="").update(email=email_address.email)
