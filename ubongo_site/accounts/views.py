"""One's own account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from puzzles.services.refusal import Refusal
from ubongo_site.accounts.forms import ProfileForm
from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import change_profile, drop_api_key, make_api_key


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """What others see of a person, and where the rest of the account is changed."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        form = ProfileForm(request.POST)
        if form.is_valid():
            try:
                change_profile(user=user, **form.cleaned_data)
            except Refusal as refusal:
                form.add_error(refusal.field, refusal.message)
            else:
                messages.success(request, _("Your profile is changed."))
                return redirect("profile")
    else:
        form = _form_of(user)
    status = 400 if form.errors else 200
    return render(request, "account/profile.html", {"form": form}, status=status)


@login_required
@require_POST
@never_cache
def api_key(request: HttpRequest, deed: str) -> HttpResponse:
    """Make a key for a program, shown on this answer alone, or take it back."""
    user = request.user
    assert isinstance(user, User)
    if deed == "make":
        context = {"form": _form_of(user), "api_key": make_api_key(user=user)}
        return render(request, "account/profile.html", context)
    drop_api_key(user=user)
    messages.success(request, _("The key is no longer good."))
    return redirect("profile")


def _form_of(user: User) -> ProfileForm:
    return ProfileForm(initial={"nickname": user.nickname, "is_listed": user.is_listed})
