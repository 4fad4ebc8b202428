"""Refused forms of the desk."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    Base = admin.ModelAdmin
else:
    Base = object


class RefusedFormsAreBadRequests(Base):
    """A form with errors is shown again with status 400, as everywhere on the site."""

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kw: Any) -> Any:
        answer = super().render_change_form(request, context, *args, **kw)
        if context["errors"]:
            answer.status_code = 400
        return answer
