"""How people get in, as the site wants it of allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.sites.shortcuts import get_current_site
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone

from ubongo_site.accounts.models import User
from ubongo_site.outbox.services import queue_mail


class SiteAccountAdapter(DefaultAccountAdapter):
    """Keeps the nickname at sign-up; leaves e-mails to the worker."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user = super().save_user(request, user, form, commit=False)
        user.nickname = form.cleaned_data.get("nickname", "")
        if commit and not _saved(user):
            # Somebody took the nickname a moment ago: the account gets the one by default.
            user.nickname = ""
            if not _saved(user):
                # Or the username. Mostly that was a finger that tapped twice, and may log in.
                raise ImmediateHttpResponse(redirect("account_login"))
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Render here, where the request and its language are; a worker sends the strings."""
        request = current.request
        site = {"request": request, "email": email, "current_site": get_current_site(request)}
        message = self.render_mail(template_prefix, email, site | context)
        for recipient in message.to:
            queue_mail(
                recipient=recipient,
                subject=message.subject,
                body=str(message.body),
                now=timezone.now(),
            )


def _saved(user: User) -> bool:
    """Keep the account, unless one of its names has been taken since the form was checked."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        return False
    return True
