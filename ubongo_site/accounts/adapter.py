"""How people get in."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class SiteAccountAdapter(DefaultAccountAdapter):
    """Accounts are given out by the curator; a visitor needs none."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
