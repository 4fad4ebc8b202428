"""Let somebody in: one curator account on a site that has no account yet."""

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.db import transaction


class Command(BaseCommand):
    help = "Makes a curator account with a generated password if there is no account at all."

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model().objects
        with transaction.atomic():
            if users.exists():
                return
            password = secrets.token_urlsafe(12)
            users.create_superuser("curator", "", password)
        self.stdout.write("")
        self.stdout.write("  A curator account was made. It is shown only this once:")
        self.stdout.write("    name:     curator")
        self.stdout.write(f"    password: {password}")
        self.stdout.write("")
