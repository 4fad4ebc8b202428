"""What every desk of the admin refuses: forms with errors, and choices that nobody can make."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import BadRequest, ValidationError
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


class ChosenRowsAreKeys(Base):
    """What nobody can choose in a list is a bad request, not an error of the site."""

    def response_action(self, request: HttpRequest, queryset: Any, *args: Any, **kw: Any) -> Any:
        key = self.model._meta.pk
        for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                key.run_validators(key.to_python(chosen))
            except ValidationError as error:
                raise BadRequest from error
        return super().response_action(request, queryset, *args, **kw)
