"""Who is asking."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class SessionLogin(SessionAuthentication):
    """The site's own login; a stranger is told 401 (who are you?), not 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"
