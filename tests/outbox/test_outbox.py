"""The outbox: a mail is kept, sent once, tried again, forgotten; with and without a broker."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import catalog
from tests.broker.race import at_once
from tests.conftest import CeleryProcess
from tests.waiting import eventually
from ubongo_site.outbox import services
from ubongo_site.outbox.models import Mail

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def queue(recipient: str = "anna@example.org") -> Mail:
    return services.queue_mail(recipient=recipient, subject="Your\nseat", body="Table 3", now=NOW)


def send(mail: Mail, *, now: datetime = NOW) -> bool:
    return services.send(mail_id=mail.pk, clock=lambda: now)


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The mails for which a worker was called."""
    calls: list[str] = []

    def send_task(name: str, args: list[str], **options: Any) -> None:
        assert (name, options) == ("ubongo_site.outbox.tasks.send_mail", {"expires": 60})
        calls.append(args[0])

    monkeypatch.setattr("ubongo_site.outbox.services.current_app.send_task", send_task)
    return calls


@pytest.fixture
def broken_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A mail server that refuses."""

    def refuse(self: EmailMessage, fail_silently: bool = False) -> int:
        raise ConnectionRefusedError("nobody listens")

    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", refuse)
        yield


@pytest.mark.django_db
class TestOneMail:
    def test_it_is_sent_once_and_its_text_forgotten(self) -> None:
        mail = queue()
        assert (send(mail), send(mail)) == (True, False)
        (sent,) = django_mail.outbox
        assert (sent.to, sent.subject, sent.body) == (["anna@example.org"], "Your seat", "Table 3")
        assert sent.extra_headers == {
            "Message-ID": f"<{mail.pk}@localhost>",
            "Auto-Submitted": "auto-generated",
        }
        mail.refresh_from_db()
        assert (mail.state, mail.body, mail.sent) == ("sent", "", NOW)

    def test_a_worker_that_dies_before_it_sends_is_followed_by_another(
        self, woken: list[str]
    ) -> None:
        mail = queue()
        assert services.claim(mail_id=mail.pk, now=NOW) is not None
        assert send(mail, now=later(14)) is False  # the first may still be at it
        assert services.sweep(now=later(16)) == 1
        assert woken == [str(mail.pk)]
        assert send(mail, now=later(16)) is True
        mail.refresh_from_db()
        assert (mail.state, mail.attempts, len(django_mail.outbox)) == ("sent", 2, 1)

    def test_a_worker_that_dies_before_it_notes_the_sending_leaves_a_copy_of_the_same_name(
        self,
    ) -> None:
        mail = queue()
        dying = services.claim(mail_id=mail.pk, now=NOW)
        assert dying is not None
        services.deliver(mail=dying)
        assert send(mail, now=later(16)) is True
        names = [sent.extra_headers["Message-ID"] for sent in django_mail.outbox]
        assert names == [f"<{mail.pk}@localhost>"] * 2

    def test_who_lost_the_claim_notes_nothing(self) -> None:
        mail = queue()
        slow = services.claim(mail_id=mail.pk, now=NOW)
        assert slow is not None
        quick = services.claim(mail_id=mail.pk, now=later(16))
        assert quick is not None
        services.give_back(mail=slow, failure="too late", now=later(17))
        services.finish(mail=slow, now=later(17))
        mail.refresh_from_db()
        assert (mail.state, mail.claim) == ("sending", quick.claim)

    @pytest.mark.usefixtures("broken_server")
    def test_a_server_that_refuses_is_asked_again_and_at_last_no_more(
        self, woken: list[str]
    ) -> None:
        mail = queue()
        now, pauses = NOW, []
        while True:
            assert send(mail, now=now) is True
            mail.refresh_from_db()
            if mail.state == "failed":
                break
            pauses.append((mail.wake_at - now).total_seconds())
            assert services.sweep(now=mail.wake_at - timedelta(seconds=1)) == 0
            now = mail.wake_at
            assert services.sweep(now=now) == 1
        assert pauses == [30 * 2**n for n in range(10)]
        assert (mail.attempts, mail.failure, mail.body) == (11, "nobody listens", "Table 3")
        assert services.sweep(now=now + timedelta(days=1)) == 0

    def test_a_failed_mail_is_sent_again_on_request(self, woken: list[str]) -> None:
        mail = queue()
        Mail.objects.update(state="failed", attempts=11)
        assert (services.retry(mails=[mail], now=NOW), services.retry(mails=[mail], now=NOW)) == (
            1,
            0,
        )
        assert send(mail) is True
        assert len(django_mail.outbox) == 1

    def test_a_worker_lost_at_the_last_attempt_ends_it(self, woken: list[str]) -> None:
        mail = queue()
        Mail.objects.update(state="sending", attempts=11, lease_until=NOW)
        assert services.sweep(now=later(1)) == 0
        mail.refresh_from_db()
        assert (mail.state, mail.failure) == ("failed", "The worker was lost while it sent this.")


@pytest.mark.django_db
def test_the_sweeper_calls_for_what_nobody_came_for(woken: list[str]) -> None:
    mail = queue()
    assert [services.sweep(now=later(seconds)) for seconds in (9, 10, 11, 69, 70)] == [
        0,
        1,
        0,
        0,
        1,
    ]
    assert woken == [str(mail.pk)] * 2


@pytest.mark.django_db
def test_what_was_sent_is_forgotten_after_a_month() -> None:
    old, fresh = queue(), queue("ben@example.org")
    send(old)
    services.sweep(now=NOW + timedelta(days=30))
    assert Mail.objects.count() == 2
    services.sweep(now=NOW + timedelta(days=30, seconds=1))
    assert list(Mail.objects.all()) == [fresh]


@pytest.mark.django_db
def test_what_failed_for_good_is_forgotten_a_month_after_the_last_try(woken: list[str]) -> None:
    given_up = queue()
    Mail.objects.update(state="failed", attempts=11, wake_at=NOW)
    services.sweep(now=NOW + timedelta(days=30))
    assert list(Mail.objects.all()) == [given_up]
    services.retry(mails=[given_up], now=NOW + timedelta(days=30))
    services.sweep(now=NOW + timedelta(days=31))
    assert list(Mail.objects.values_list("state", "body")) == [("queued", "Table 3")]
    Mail.objects.update(state="failed", wake_at=NOW)
    services.sweep(now=NOW + timedelta(days=30, seconds=1))
    assert not Mail.objects.exists()


@pytest.mark.django_db
def test_of_many_some_are_forgotten_at_each_sweep(
    woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_FORGOTTEN", 2)
    for _ in range(3):
        queue()
    Mail.objects.update(state="sent", sent=NOW)
    counts = []
    for _ in range(2):
        services.sweep(now=NOW + timedelta(days=31))
        counts.append(Mail.objects.count())
    assert counts == [1, 0]


@pytest.mark.django_db
def test_many_are_queued_as_cheaply_as_one() -> None:
    costs = []
    for count in (1, 3):
        letters = [services.Letter("anna@example.org", "Your seat", "Table 3")] * count
        with CaptureQueriesContext(connection) as captured:
            services.queue_mails(letters, now=NOW)
        costs.append(len(captured))
    assert costs[0] == costs[1]
    assert Mail.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_a_mail_belongs_to_its_transaction(woken: list[str]) -> None:
    def give_up() -> None:
        with transaction.atomic():
            queue()
            raise LookupError

    with pytest.raises(LookupError):
        give_up()
    assert (Mail.objects.count(), woken) == (0, [])
    with transaction.atomic():
        mail = queue()
        assert woken == []
    assert woken == [str(mail.pk)]


@pytest.mark.django_db(transaction=True)
def test_the_broker_is_away(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("ubongo_site.outbox.services.current_app.send_task", refuse)
    assert queue().state == "queued"
    assert Mail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_workers_at_once_send_one_mail_once() -> None:
    mail = queue()
    sent = at_once(*[partial(send, mail)] * 8)
    assert (sorted(sent), len(django_mail.outbox)) == ([False] * 7 + [True], 1)


def test_a_real_worker_sends(start_celery_worker: Callable[..., CeleryProcess]) -> None:
    mail = queue()
    start_celery_worker()
    eventually(lambda: Mail.objects.filter(pk=mail.pk, state="sent").exists(), "it is sent")


def test_the_schedule_sends_what_was_queued_while_the_broker_was_away(
    celery_worker_process: CeleryProcess,
    celery_beat_process: CeleryProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody_hears(**call: Any) -> None: ...

    with monkeypatch.context() as patched:
        patched.setattr(services, "wake", nobody_hears)
        queue()
    eventually(lambda: Mail.objects.filter(state="sent").exists(), "it is sent", within=30)
    assert list(Mail.objects.values_list("attempts", flat=True)) == [1]


@pytest.mark.django_db
def test_the_desk_shows_no_texts(client: Client) -> None:
    client.force_login(catalog.curator())
    mail = queue()
    Mail.objects.update(state="failed")
    for address in ("/admin/outbox/mail/", f"/admin/outbox/mail/{mail.pk}/change/"):
        page = client.get(address).content.decode()
        assert ("anna@example.org" in page, "Table 3" in page) == (True, False)
    body = {"action": "retry", "_selected_action": [mail.pk]}
    answer = client.post("/admin/outbox/mail/", body, follow=True)
    assert [str(one) for one in answer.context["messages"]] == ["1 failed e-mail is queued again."]
    assert client.get("/admin/outbox/mail/add/").status_code == 403
    assert client.post(f"/admin/outbox/mail/{mail.pk}/delete/").status_code == 403
