"""Errors that name the field."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext
from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from puzzles.services.refusal import Refusal


def refusals_as_errors(error: Exception, context: dict[str, Any]) -> Response | None:
    """A service's refusal is the client's error, at the field it names; so is a huge body."""
    if isinstance(error, Refusal):
        return Response({error.field: [error.message]}, status=status.HTTP_400_BAD_REQUEST)
    if isinstance(error, RequestDataTooBig):
        return Response(
            {"detail": gettext("The request is too large.")},
            status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
        )
    return exception_handler(error, context)
