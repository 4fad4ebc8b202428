"""Forms that are posted to an address of their own."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

View = Callable[..., HttpResponse]


def posted_on(page: str, *names: str) -> Callable[[View], View]:
    """A form of the page with this name, whose address has these arguments of the form's.

    Who was logged out in between logs in and finds the page again: what was pressed there can be
    pressed again, and the form's own address is none that a browser could be led back to.
    """

    def posted(view: View) -> View:
        allowed = require_POST(view)

        @wraps(view)
        def done(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated:
                answer: HttpResponse = allowed(request, *args, **kwargs)
                return answer
            where = reverse(page, kwargs={name: kwargs[name] for name in names})
            query = request.GET.urlencode()
            return redirect_to_login(f"{where}?{query}" if query else where)

        return done

    return posted
