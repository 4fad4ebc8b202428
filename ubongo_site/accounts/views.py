"""One's own account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from puzzles.services.refusal import Refusal
from ubongo_site.accounts.forms import ProfileForm
from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import change_profile


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
        form = ProfileForm(initial={"nickname": user.nickname, "is_listed": user.is_listed})
    status = 400 if form.errors else 200
    return render(request, "account/profile.html", {"form": form}, status=status)
