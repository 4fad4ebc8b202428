"""What every address of the API shares: login, pages, refusals as errors at a field."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from rest_framework import status
from rest_framework.authentication import SessionAuthentication
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from puzzles.services.refusal import Refusal


class SessionLogin(SessionAuthentication):
    """The site's own login; a stranger is told 401 (who are you?), not 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class SessionLoginScheme(SessionScheme):
    """Describes ``SessionLogin`` in the schema."""

    target_class = SessionLogin


class Pages(PageNumberPagination):
    """Fifty a page, up to 500 on request."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500


def refusals_as_errors(error: Exception, context: dict[str, Any]) -> Response | None:
    """A service's refusal is the client's error, at the field it names."""
    if isinstance(error, Refusal):
        return Response({error.field: [error.message]}, status=status.HTTP_400_BAD_REQUEST)
    return exception_handler(error, context)
