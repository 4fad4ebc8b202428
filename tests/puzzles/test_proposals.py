"""Proposals: what is kept, what is refused, who decides, and what two at once can't do."""

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from puzzles.models import Job, Proposal, Task
from puzzles.services import jobs, proposals, publication, tasks
from puzzles.services.refusal import Refusal
from tests import catalog
from tests.broker.race import at_once
from tests.catalog import IMPOSSIBLE, NOW, TWO_COVERS, UNIQUE
from ubongo_site.accounts.models import User

pytestmark = pytest.mark.django_db


def person(name: str = "anna") -> User:
    return get_user_model().objects.create_user(name)


def propose(
    user: User, area: str = TWO_COVERS[0], pieces: str = TWO_COVERS[1], **more: Any
) -> Proposal:
    wanted = {"name": "", "now": NOW, **more}
    return proposals.propose_task(
        user=user, drawn=catalog.draw(area, pieces), piece_set=catalog.piece_set(), **wanted
    )


def bar(length: int) -> tuple[str, str]:
    """A bar of so many dominoes: another card for each length."""
    return "##" * length, "A " * length


def propose_bars(user: User, count: int, **more: Any) -> list[Proposal]:
    first = Proposal.objects.count() + 1
    return [propose(user, *bar(length), **more) for length in range(first, first + count)]


def state_of(proposal: Proposal) -> tuple[str, str]:
    """As its author is told, and as the card has it."""
    kept = Proposal.objects.with_checks().get(pk=proposal.pk)
    assert kept.task is not None
    return kept.state, kept.task.state


def refused(deed: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        deed()
    return refusal.value.field, refusal.value.message


def accept(curator: User, proposal: Proposal, *, publish: bool = False) -> proposals.Decision:
    assert proposal.task is not None
    return proposals.accept_proposals(
        user=curator, chosen=[proposal.task], publish=publish, now=NOW
    )


def reject(curator: User, proposal: Proposal, reason: str = "Too easy") -> proposals.Decision:
    assert proposal.task is not None
    return proposals.reject_proposals(user=curator, chosen=[proposal.task], reason=reason, now=NOW)


class TestProposing:
    def test_a_card_is_kept_and_checked(self) -> None:
        anna = person()
        proposal = propose(anna, name="Corner")
        assert state_of(proposal) == ("checking", "proposed")
        task = Task.objects.get()
        assert (task.name, task.author, task.layers) == ("Corner", anna, [["####", "####", "###."]])
        assert Job.objects.get().task == task
        catalog.prove_all()
        assert state_of(proposal) == ("proposed", "proposed")

    def test_a_check_that_failed_leaves_the_proposal_open(self) -> None:
        proposal = propose(person())
        Job.objects.update(state="failed")
        assert state_of(proposal) == ("proposed", "proposed")

    def test_what_is_published_is_shown(self) -> None:
        there = catalog.published(*TWO_COVERS)
        anna = person()
        with pytest.raises(proposals.AlreadyKnown) as known:
            propose(anna, "###./####/####")
        assert (known.value.field, known.value.message, known.value.task) == (
            "area",
            f"The catalog has this area with these pieces already: Task {there.pk}",
            there,
        )
        assert (Task.objects.count(), Proposal.objects.count()) == (1, 0)

    def test_ones_own_is_shown(self) -> None:
        anna = person()
        first = propose(anna)
        with pytest.raises(proposals.AlreadyKnown) as known:
            propose(anna)
        assert (known.value.message, known.value.task) == (
            "You have proposed this card already.",
            first.task,
        )

    @pytest.mark.parametrize("state", ["draft", "proposed", "rejected", "retired"])
    def test_what_is_not_public_is_told_but_not_shown(self, state: str) -> None:
        propose(person("ben"), name="Secret name")
        if state == "draft":
            Proposal.objects.all().delete()
        Task.objects.update(state=state)
        Proposal.objects.update(reason="Too easy")
        with pytest.raises(proposals.AlreadyKnown) as known:
            propose(person())
        words = {
            "draft": "This card is being considered already.",
            "proposed": "This card is being considered already.",
            "rejected": "This card was proposed before and rejected: Too easy",
            "retired": "This card was in the catalog and has been retired.",
        }
        assert (known.value.message, known.value.task) == (words[state], None)

    def test_a_card_that_is_known_to_be_impossible(self) -> None:
        anna = person()
        drawn = catalog.draw(*IMPOSSIBLE)
        jobs.submit_drawing(user=anna, drawn=drawn, piece_set=catalog.piece_set(), now=NOW)
        catalog.prove_all()
        assert refused(lambda: propose(anna, *IMPOSSIBLE)) == (
            "area",
            "This card has no solution, as the check says.",
        )
        assert Task.objects.count() == 0

    def test_a_name_with_markup(self) -> None:
        anna = person()
        assert refused(lambda: propose(anna, name="<b>")) == (
            "name",
            "Names may not contain < or >.",
        )
        assert (Task.objects.count(), Proposal.objects.count()) == (0, 0)


class TestLimits:
    def test_ten_open(self) -> None:
        anna = person()
        made = propose_bars(anna, 10)
        told = "You have 10 open proposals; please wait until they are decided on, or withdraw one."
        assert refused(lambda: propose(anna)) == ("non_field_errors", told)
        assert Task.objects.count() == 10
        propose(person("ben"))  # another person's limit is their own
        reject(catalog.curator(), made[0])
        propose(anna, *UNIQUE)

    def test_twenty_a_day_withdrawn_or_not(self) -> None:
        anna = person()
        for moment in range(20):
            made = propose(anna, now=NOW + timedelta(hours=moment))
            proposals.withdraw_proposal(user=anna, proposal=made)
        late = NOW + timedelta(hours=23, minutes=59)
        told = "You have proposed 20 cards within 24 hours; that is the limit."
        assert refused(lambda: propose(anna, now=late)) == ("non_field_errors", told)
        propose(anna, now=NOW + timedelta(hours=24))

    def test_what_was_used_is_counted(self) -> None:
        anna = person()
        first, _second = propose_bars(anna, 2)
        proposals.withdraw_proposal(user=anna, proposal=first)
        assert proposals.allowance_of(user=anna, now=NOW) == proposals.Allowance(open=1, today=2)


class TestDeciding:
    @pytest.mark.parametrize(
        ("publish", "states"),
        [(False, ("accepted", "draft")), (True, ("published", "published"))],
    )
    def test_accepted(self, publish: bool, states: tuple[str, str]) -> None:
        proposal, curator = propose(person()), catalog.curator()
        catalog.prove_all()
        decision = accept(curator, proposal, publish=publish)
        assert decision == proposals.Decision(decided=[proposal.task], unproven=[], others=0)  # type: ignore[list-item]
        assert state_of(proposal) == states
        proposal.refresh_from_db()
        assert (proposal.decided, proposal.decided_by) == (NOW, curator)

    def test_without_a_solution_nothing_is_accepted(self) -> None:
        fresh, curator = propose(person()), catalog.curator()
        assert (accept(curator, fresh).unproven, state_of(fresh)) == (
            [fresh.task],
            ("checking", "proposed"),
        )
        impossible = propose(person("ben"), *IMPOSSIBLE)
        catalog.prove_all()
        assert accept(curator, impossible, publish=True).unproven == [impossible.task]
        assert state_of(impossible) == ("proposed", "proposed")

    def test_rejected_with_a_reason_and_accepted_after_all(self) -> None:
        proposal, curator = propose(person()), catalog.curator()
        catalog.prove_all()
        assert len(reject(curator, proposal, "  Too easy\n").decided) == 1
        assert state_of(proposal) == ("rejected", "rejected")
        proposal.refresh_from_db()
        assert (proposal.reason, proposal.decided_by) == ("Too easy", curator)
        assert reject(curator, proposal).others == 1  # it is decided
        accept(curator, proposal, publish=True)
        proposal.refresh_from_db()
        assert (*state_of(proposal), proposal.reason) == ("published", "published", "")

    @pytest.mark.parametrize(
        ("reason", "message"),
        [
            (" \n", "A rejection needs a reason."),
            ("x" * 501, "A reason has at most 500 characters."),
            ("no\x00", "Null characters are not allowed."),
        ],
    )
    def test_a_reason_is_needed(self, reason: str, message: str) -> None:
        proposal, curator = propose(person()), catalog.curator()
        assert refused(lambda: reject(curator, proposal, reason)) == ("reason", message)
        assert state_of(proposal) == ("checking", "proposed")

    def test_a_curators_own_draft_is_no_proposal(self) -> None:
        draft, curator = catalog.save(*UNIQUE), catalog.curator()
        catalog.prove_all()
        for decision in (
            proposals.accept_proposals(user=curator, chosen=[draft], publish=True, now=NOW),
            proposals.reject_proposals(user=curator, chosen=[draft], reason="no", now=NOW),
        ):
            assert decision == proposals.Decision(decided=[], unproven=[], others=1)
        assert Task.objects.get().state == "draft"

    def test_to_publish_a_proposal_is_to_accept_it_and_to_retire_it_is_nothing(self) -> None:
        proposal = propose(person())
        catalog.prove_all()
        assert proposal.task is not None
        assert publication.retire_tasks(tasks=[proposal.task]) == 0
        publication.publish_task(task=proposal.task)
        assert state_of(proposal) == ("published", "published")

    def test_a_curator_who_draws_it_is_led_to_it_and_may_correct_it(self) -> None:
        proposal = propose(person())
        with pytest.raises(tasks.AlreadyThere) as there:
            catalog.save("###./####/####", TWO_COVERS[1])
        assert there.value.task == proposal.task
        catalog.prove_all()
        catalog.save(*UNIQUE, task=proposal.task)
        assert state_of(proposal) == ("checking", "proposed")


class TestWithdrawing:
    def test_the_card_is_gone_and_free_for_others(self) -> None:
        anna = person()
        proposals.withdraw_proposal(user=anna, proposal=propose(anna))
        assert Task.objects.count() == 0
        assert Proposal.objects.get().state == "withdrawn"
        assert Proposal.objects.visible_to(catalog.curator()).count() == 0
        propose(person("ben"))

    def test_only_ones_own_and_only_while_it_is_open(self) -> None:
        anna = person()
        proposal = propose(anna)
        words = ("state", "Only an open proposal of your own can be withdrawn.")
        ben = person("ben")
        assert refused(lambda: proposals.withdraw_proposal(user=ben, proposal=proposal)) == words
        reject(catalog.curator(), proposal)
        assert refused(lambda: proposals.withdraw_proposal(user=anna, proposal=proposal)) == words

    def test_not_from_a_board(self) -> None:
        anna = person()
        proposal = propose(anna)
        assert proposal.task is not None
        catalog.deck_of([proposal.task])
        assert refused(lambda: proposals.withdraw_proposal(user=anna, proposal=proposal)) == (
            "state",
            "This card stands on a board already.",
        )


def test_who_sees_a_proposal() -> None:
    anna, ben, curator = person(), person("ben"), catalog.curator()
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    propose(anna)

    def seen_by(user: AbstractBaseUser | AnonymousUser) -> tuple[int, int]:
        return (
            Proposal.objects.visible_to(user).count(),
            Task.objects.visible_to(user).count(),
        )

    def all_see() -> list[tuple[int, int]]:
        return [seen_by(user) for user in (AnonymousUser(), ben, helper, anna, curator)]

    own = [(0, 0), (0, 0), (0, 0), (1, 1), (1, 1)]
    assert all_see() == own
    for state in ("rejected", "draft", "retired"):
        Task.objects.update(state=state)
        assert all_see() == own
    Task.objects.update(state="published")
    assert all_see() == [(0, 1), (0, 1), (0, 1), (1, 1), (1, 1)]


ALREADY = 8
AT_ONCE = 6


def made_at_once(user: User) -> int:
    """Let six requests propose six cards when two more are allowed; how many came through."""
    propose_bars(user, ALREADY)

    def request(length: int) -> bool:
        try:
            propose(user, *bar(length))
        except Refusal:
            return False
        return True

    outcomes = at_once(*[partial(request, 20 + number) for number in range(AT_ONCE)])
    assert Proposal.objects.count() == ALREADY + sum(outcomes)
    return sum(outcomes)


@pytest.fixture
def _slow_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """All requests have counted before the first of them writes, unless a lock keeps them apart."""
    count = proposals.allowance_of
    together = threading.Barrier(AT_ONCE)

    def count_and_wait(**asked: Any) -> proposals.Allowance:
        counted = count(**asked)
        if counted.open >= ALREADY:
            try:
                together.wait(timeout=0.3)
            except threading.BrokenBarrierError:
                together.reset()
        return counted

    monkeypatch.setattr(proposals, "allowance_of", count_and_wait)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_slow_counting")
class TestAtOnce:
    def test_the_limit_holds(self) -> None:
        assert made_at_once(person()) == 10 - ALREADY

    def test_without_the_lock_it_does_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def leave_open(user: User) -> None: ...

        monkeypatch.setattr(proposals, "_lock_person", leave_open)
        assert made_at_once(person()) > 10 - ALREADY


@pytest.mark.django_db(transaction=True)
def test_the_same_card_of_six_people_at_once_is_one_card() -> None:
    people = [person(f"player{number}") for number in range(6)]
    catalog.piece_set()

    def request(user: User) -> str:
        try:
            propose(user)
        except proposals.AlreadyKnown as known:
            return known.message
        return "proposed"

    outcomes = at_once(*[partial(request, user) for user in people])
    known = "This card is being considered already."
    assert sorted(outcomes) == [known] * 5 + ["proposed"]
    assert (Task.objects.count(), Proposal.objects.count()) == (1, 1)
