"""Brings the database and the files up to date: ``python -m ubongo_site.prepare``.

The starter does it at each start; where web servers and workers run on several machines, one of
them does it after each update. Doing it again changes nothing.
"""

import os

import django
from django.conf import settings
from django.core.management import call_command

from ubongo_site.translations import compile_translations


def prepare() -> None:
    compile_translations()
    # WhiteNoise warns when its folder is missing.
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_decks")
    call_command("create_first_curator")
    if settings.PRODUCTION:
        # The hashed names come from here; htmx's extensions aren't used.
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["ext"])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ubongo_site.settings")
    django.setup()
    prepare()
