"""What every desk of the admin refuses."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests import catalog

OUR_DESKS = [
    desk
    for desk in admin.site._registry.values()
    if type(desk).__module__.startswith(("puzzles", "tournaments", "ubongo_site"))
]
FORGED = ("x", "\x00", "9" * 30)
KEY = "1".rjust(32, "0")  # a number and a UUID


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(catalog.curator())
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("desk", OUR_DESKS, ids=lambda desk: desk.opts.model_name)
def test_what_nobody_can_have_chosen_is_a_bad_request(
    curator: Client, desk: admin.ModelAdmin
) -> None:
    path = reverse(f"admin:{desk.opts.app_label}_{desk.opts.model_name}_changelist")
    choice = curator.get(path).context["action_form"]
    actions = [key for key, _ in choice.fields["action"].choices if key] if choice else []
    for action in actions:
        for key in FORGED:
            answer = curator.post(path, {"action": action, "_selected_action": [key]})
            assert answer.status_code == 400
    # What is no action at all does nothing, and what isn't there isn't shown.
    forged = curator.post(path, {"action": "forged", "_selected_action": [KEY]})
    assert forged.status_code == (302 if actions else 200)
    for key in FORGED:
        change = reverse(f"admin:{desk.opts.app_label}_{desk.opts.model_name}_change", args=[key])
        assert curator.get(change).status_code in (302, 404)
