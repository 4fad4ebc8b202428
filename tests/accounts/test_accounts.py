"""Accounts: signing up, logging in and out, passwords, addresses, the profile."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from puzzles.services.refusal import Refusal
from tests import catalog
from ubongo_site.accounts.adapter import SiteAccountAdapter
from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import change_profile
from ubongo_site.outbox import services as outbox
from ubongo_site.outbox.models import Mail

pytestmark = pytest.mark.django_db

PASSWORD = "nine colourful tiles"
NEW_PASSWORD = "ten colourful tiles"


def form(**change: str) -> dict[str, str]:
    return {
        "username": "anna",
        "nickname": "",
        "email": "anna@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        **change,
    }


def person(username: str = "anna", **more: Any) -> User:
    return User.objects.create_user(username, f"{username}@example.org", PASSWORD, **more)


def errors(answer: Any) -> dict[str, list[str]]:
    return {name: list(texts) for name, texts in answer.context["form"].errors.items()}


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def is_logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def log_in(client: Client, login: str, password: str = PASSWORD) -> bool:
    client.post("/accounts/login/", {"login": login, "password": password})
    return is_logged_in(client)


def link_in_mail(path: str) -> str:
    """What the worker sends last, and the link of this kind in it."""
    for row in Mail.objects.filter(state="queued"):
        outbox.send(mail_id=row.pk, clock=timezone.now)
    found = re.search(rf"http://testserver({path}\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


class TestSigningUp:
    def test_a_new_player_is_in_at_once_and_gets_a_mail(self, client: Client) -> None:
        answer = client.post("/accounts/signup/", form(nickname="Anna  of the Tiles "), follow=True)
        assert answer.redirect_chain == [("/", 302)]
        assert is_logged_in(client)
        user = User.objects.get()
        assert (user.username, user.nickname, user.email) == (
            "anna",
            "Anna of the Tiles",
            "anna@example.org",
        )
        assert (user.is_listed, user.is_staff) == (True, False)
        queued = Mail.objects.get()
        assert (queued.recipient, queued.subject) == (
            "anna@example.org",
            "[Ubongo] Please Confirm Your Email Address",
        )
        assert mail.outbox == []  # the worker's business

    def test_the_address_is_confirmed_by_the_link(self, client: Client) -> None:
        client.post("/accounts/signup/", form())
        path = link_in_mail("/accounts/confirm-email/")
        assert client.get(path).status_code == 200
        assert not EmailAddress.objects.get().verified
        answer = client.post(path, follow=True)
        assert told(answer)[-1] == "You have confirmed anna@example.org."
        assert EmailAddress.objects.get().verified

    @pytest.mark.parametrize(
        ("change", "field", "messages"),
        [
            ({"username": "BEN"}, "username", ["A user with that username already exists."]),
            ({"username": "a b"}, "username", None),
            ({"username": ""}, "username", ["This field is required."]),
            ({"nickname": "bEN"}, "nickname", ["Somebody has this nickname already."]),
            ({"nickname": "ＢＥＮ"}, "nickname", ["Somebody has this nickname already."]),
            ({"nickname": "<b>Anna</b>"}, "nickname", ["Names may not contain < or >."]),
            ({"nickname": "a\u200bb"}, "nickname", ["A name consists of visible characters."]),
            ({"nickname": "x" * 41}, "nickname", None),
            ({"email": ""}, "email", ["This field is required."]),
            ({"email": "anna"}, "email", ["Enter a valid email address."]),
            (
                {"email": "Ben@example.org"},
                "email",
                ["A user is already registered with this email address."],
            ),
            (
                {"password2": NEW_PASSWORD},
                "password2",
                ["You must type the same password each time."],
            ),
            (
                {"password1": "12345678", "password2": "12345678"},
                "password1",
                ["This password is too common.", "This password is entirely numeric."],
            ),
            ({"password1": "annaanna", "password2": "annaanna"}, "password1", None),
        ],
    )
    def test_what_is_wrong_stands_at_its_field(
        self, client: Client, change: dict[str, str], field: str, messages: list[str] | None
    ) -> None:
        person("ben")
        if change.get("password1") == "annaanna":
            change["email"] = "annaanna@example.org"
        answer = client.post("/accounts/signup/", form(**change))
        assert list(errors(answer)) == [field]
        if messages is not None:
            assert errors(answer)[field] == messages
        assert (User.objects.count(), Mail.objects.count()) == (1, 0)
        assert "<b>Anna" not in answer.content.decode()

    def test_a_nickname_taken_a_moment_ago_is_replaced_by_the_username(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def nobody_has_it(**asked: Any) -> None: ...

        person("ben", nickname="Tiler")
        monkeypatch.setattr("ubongo_site.accounts.forms.refuse_taken_nickname", nobody_has_it)
        client.post("/accounts/signup/", form(nickname="tiler"))
        assert User.objects.get(username="anna").nickname == "anna"

    def test_who_taps_twice_has_one_account_and_may_log_in(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def free(adapter: SiteAccountAdapter, name: str, *, shallow: bool = False) -> str:
            return name

        User.objects.create_user("anna")
        # As both requests saw it, before either had its account.
        monkeypatch.setattr(SiteAccountAdapter, "clean_username", free)
        answer = client.post("/accounts/signup/", form())
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
        assert (User.objects.count(), Mail.objects.count()) == (1, 0)
        assert not is_logged_in(client)

    def test_too_many_at_once_are_held_back(self, client: Client) -> None:
        answers = [client.post("/accounts/signup/", form(username="")) for _ in range(201)]
        assert [answer.status_code for answer in answers] == [200] * 200 + [429]


class TestLoggingIn:
    @pytest.mark.parametrize("login", ["anna", "ANNA", "anna@example.org", "Anna@Example.org"])
    def test_by_username_or_address(self, client: Client, login: str) -> None:
        person()
        assert log_in(client, login)

    def test_and_out(self, client: Client) -> None:
        person()
        assert log_in(client, "anna")
        assert client.get("/accounts/logout/").status_code == 200
        assert is_logged_in(client)  # only a press on the button logs out
        assert client.post("/accounts/logout/").headers["Location"] == "/"
        assert not is_logged_in(client)

    def test_a_wrong_password_and_an_unknown_name_are_told_alike(self, client: Client) -> None:
        person()
        answers = [
            client.post("/accounts/login/", {"login": login, "password": "wrong"})
            for login in ("anna", "nobody")
        ]
        message = "The username and/or password you specified are not correct."
        assert [errors(answer) for answer in answers] == [{"__all__": [message]}] * 2

    def test_guessing_is_stopped(self, client: Client) -> None:
        person()
        for _ in range(5):
            log_in(client, "anna", "wrong")
        assert not log_in(client, "anna")
        answer = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
        assert errors(answer) == {"__all__": ["Too many failed login attempts. Try again later."]}

    def test_a_closed_account_stays_out(self, client: Client) -> None:
        person(is_active=False)
        answer = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
        assert answer.headers["Location"] == "/accounts/inactive/"
        assert not is_logged_in(client)

    def test_one_comes_back_to_where_one_was(self, client: Client) -> None:
        person()
        asked = client.get("/propose/").headers["Location"]
        assert asked == "/accounts/login/?next=/propose/"
        body = {"login": "anna", "password": PASSWORD, "next": "/propose/"}
        assert client.post("/accounts/login/", body).headers["Location"] == "/propose/"
        elsewhere = Client()
        body["next"] = "https://example.org/"
        assert elsewhere.post("/accounts/login/", body).headers["Location"] == "/"


class TestPasswords:
    def test_a_forgotten_one_is_replaced_by_the_link_once(self, client: Client) -> None:
        person()
        answer = client.post("/accounts/password/reset/", {"email": "anna@example.org"})
        assert answer.headers["Location"] == "/accounts/password/reset/done/"
        path = link_in_mail("/accounts/password/reset/key/")
        body = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
        place = client.get(path).headers["Location"]
        assert client.post(place, body).headers["Location"] == "/accounts/password/reset/key/done/"
        assert (log_in(Client(), "anna"), log_in(Client(), "anna", NEW_PASSWORD)) == (False, True)
        assert "The password reset link was invalid" in Client().get(path).content.decode()
        assert Mail.objects.filter(body="").count() == 1  # no link lies about

    def test_nobody_learns_who_has_an_account(self, client: Client) -> None:
        person()
        answers = [
            client.post("/accounts/password/reset/", {"email": f"{name}@example.org"})
            for name in ("anna", "nobody")
        ]
        assert [answer.headers["Location"] for answer in answers] == [
            "/accounts/password/reset/done/"
        ] * 2
        assert dict(Mail.objects.values_list("recipient", "subject")) == {
            "anna@example.org": "[Ubongo] Password Reset Email",
            "nobody@example.org": "[Ubongo] Unknown Account",
        }

    def test_it_is_changed_by_who_knows_it(self, client: Client) -> None:
        client.force_login(person())
        path = "/accounts/password/change/"
        body = {"oldpassword": "wrong", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
        wrong = client.post(path, body)
        assert errors(wrong) == {"oldpassword": ["Please type your current password."]}
        client.post(path, body | {"oldpassword": PASSWORD})
        assert (log_in(Client(), "anna"), log_in(Client(), "anna", NEW_PASSWORD)) == (False, True)


def test_a_new_address_counts_once_it_is_confirmed(client: Client) -> None:
    client.post("/accounts/signup/", form())
    user = User.objects.get()
    client.post(link_in_mail("/accounts/confirm-email/"))
    cache.clear()  # which counts the mails to one person
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    user.refresh_from_db()
    assert user.email == "anna@example.org"
    page = client.get("/accounts/email/").content.decode()
    assert re.findall(r"<strong>(\S+@\S+)</strong>", page) == [
        "anna@example.org",
        "new@example.org",
    ]
    client.post(link_in_mail("/accounts/confirm-email/"))
    user.refresh_from_db()
    assert user.email == "new@example.org"


def test_an_address_that_was_never_confirmed_is_replaced_at_once(client: Client) -> None:
    client.post("/accounts/signup/", form(email="typo@example.org"))
    client.post("/accounts/email/", {"email": "anna@example.org", "action_add": ""})
    assert User.objects.get().email == "anna@example.org"
    assert log_in(Client(), "anna@example.org")


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_holds_nobody_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("ubongo_site.outbox.services.current_app.send_task", refuse)
    assert client.post("/accounts/signup/", form(), follow=True).status_code == 200
    asked = client.post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True)
    assert asked.status_code == 200
    assert list(Mail.objects.values_list("state", flat=True)) == ["queued"] * 2


class TestProfile:
    def test_it_is_for_who_is_logged_in(self, client: Client) -> None:
        asked = client.get("/accounts/profile/")
        assert asked.headers["Location"] == "/accounts/login/?next=/accounts/profile/"
        assert client.post("/accounts/profile/", {"nickname": "x"}).status_code == 302

    def test_nickname_and_switch(self, client: Client) -> None:
        user = person()
        client.force_login(user)
        page = client.get("/accounts/profile/").content.decode()
        assert re.findall(r'name="nickname" value="(\w+)"', page) == ["anna"]
        answer = client.post("/accounts/profile/", {"nickname": "Tiler"}, follow=True)
        assert told(answer) == ["Your profile is changed."]
        user.refresh_from_db()
        assert (user.nickname, user.is_listed, user.public_name) == ("Tiler", False, "Tiler")
        client.post("/accounts/profile/", {"nickname": "", "is_listed": "on"})
        user.refresh_from_db()
        assert (user.nickname, user.is_listed) == ("anna", True)

    @pytest.mark.parametrize(
        ("nickname", "message"),
        [
            ("BEN", "Somebody has this nickname already."),
            ("<script>", "Names may not contain < or >."),
            ("\u202eanna", "A name consists of visible characters."),
            ("a\0b", "A name consists of visible characters."),
        ],
    )
    def test_what_is_wrong(self, client: Client, nickname: str, message: str) -> None:
        person("ben")
        user = person()
        client.force_login(user)
        answer = client.post("/accounts/profile/", {"nickname": nickname})
        assert answer.status_code == 400
        assert message in errors(answer)["nickname"]
        user.refresh_from_db()
        assert (user.nickname, user.is_listed) == ("anna", True)

    def test_ones_own_nickname_may_change_its_capitals(self) -> None:
        user = person()
        assert change_profile(user=user, nickname="ANNA", is_listed=True).nickname == "ANNA"

    def test_a_nickname_taken_a_moment_ago(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def nobody_has_it(nickname: str, **asked: Any) -> bool:
            return False

        person("ben")
        user = person()
        monkeypatch.setattr(User, "is_taken", nobody_has_it)
        with pytest.raises(Refusal) as refused:
            change_profile(user=user, nickname="Ben", is_listed=True)
        assert refused.value.field == "nickname"


class TestNicknames:
    def test_everybody_has_one_of_their_own(self) -> None:
        first = person("anna@example.org")
        second, third = person("anna"), person("Anna")
        assert [one.nickname for one in (first, second, third)] == ["anna", "anna-2", "Anna-3"]

    def test_the_database_keeps_them_apart(self) -> None:
        person("ben", nickname="Straße")
        anna = person()
        anna.nickname = "STRASSE"
        with pytest.raises(IntegrityError):
            anna.save(update_fields=["nickname"])

    def test_the_curators_form_says_so(self, client: Client) -> None:
        ben, anna = person("ben"), person()
        client.force_login(catalog.curator())
        path = f"/admin/accounts/user/{anna.pk}/change/"
        fields = client.get(path).context["adminform"].form
        body = {
            name: fields.get_initial_for_field(field, name) or ""
            for name, field in fields.fields.items()
            if name not in ("password", "groups", "user_permissions", "last_login", "date_joined")
        }
        body |= {"date_joined_0": "2026-05-01", "date_joined_1": "12:00", "nickname": "BEN"}
        answer = client.post(path, body)
        assert answer.context["adminform"].form.errors == {
            "nickname": ["Somebody has this nickname already."]
        }
        assert ben.nickname == "ben"


@pytest.mark.django_db(transaction=True)
def test_accounts_of_before_get_a_nickname() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("accounts", "0001_initial")])
    old = executor.loader.project_state([("accounts", "0001_initial")]).apps
    users = old.get_model("accounts", "User").objects
    for username, nickname in [("anna", ""), ("ben", "ANNA"), ("c@example.org", "")]:
        users.create(username=username, nickname=nickname)
    call_command("migrate", "accounts", verbosity=0)
    assert list(User.objects.order_by("pk").values_list("nickname", "nickname_key")) == [
        ("anna", "anna"),
        ("ANNA-2", "anna-2"),
        ("c", "c"),
    ]


STRANGERS_PAGES = ["login", "signup", "password/reset", "password/reset/done", "inactive"]
PLAYERS_PAGES = ["profile", "email", "password/change", "logout", "reauthenticate", "confirm-email"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_ours_in_both_languages(client: Client, language: str) -> None:
    client.post("/language/setlang/", {"language": language})
    user = person()

    def addressed(pages: list[str]) -> dict[str, list[str]]:
        found = {}
        for name in pages:
            page = client.get(f"/accounts/{name}/").content.decode()
            assert page.count(f'<html lang="{language}">') == 1, name
            assert page.count('<a class="brand"') == 1, name
            found[name] = re.findall(r"\b(?:du|dein\w*|dir|dich|Ihr\w*|Ihnen)\b", page, re.I)
        return {name: words for name, words in found.items() if words}

    assert addressed(STRANGERS_PAGES) == {}
    client.force_login(user)
    assert addressed(PLAYERS_PAGES) == {}
