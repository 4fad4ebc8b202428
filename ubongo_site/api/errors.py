"""Errors that name the field."""

from typing import Any

from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from puzzles.services.refusal import Refusal


def refusals_as_errors(error: Exception, context: dict[str, Any]) -> Response | None:
    """A service's refusal is the client's error, at the field it names."""
    if isinstance(error, Refusal):
        return Response({error.field: [error.message]}, status=status.HTTP_400_BAD_REQUEST)
    return exception_handler(error, context)
