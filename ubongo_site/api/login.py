"""Who is asking: a person who is logged in, or a program with a person's key."""

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import bearer_of


class SessionLogin(SessionAuthentication):
    """The site's own login; a stranger is told 401 (who are you?), not 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class KeyLogin(BaseAuthentication):
    """``Authorization: Bearer KEY``, with a key from the profile page; 401 if it is not good."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        user = bearer_of(key.strip())
        if user is None:
            raise AuthenticationFailed(_("This key is not good (any more)."))
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
