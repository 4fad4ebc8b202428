"""The life of a tournament: made, opened, closed, seated, finished."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from inspect import signature
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Person, Registration, Round, Tournament
from tournaments.rules import RULES
from tournaments.services import letters
from tournaments.services.changes import lock, mark_changed
from tournaments.services.finals import last_number
from tournaments.services.games import rules_of, said_to_people
from tournaments.services.waitlist import fill_places
from tournaments.standings.metrics import USUAL_ORDER, UnknownMetric, metrics_of

MOST_UNFINISHED = 20
A_DAY = timedelta(days=1)
# The variants that are played at a table, not alone.
PLAYABLE = tuple(key for key, rules in RULES.items() if max(rules.seats) > 1)
CHANGEABLE = (Tournament.State.DRAFT, Tournament.State.OPEN, Tournament.State.CLOSED)


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; to gather them takes the files of each."""
    # "localtime" would be the server's zone, whatever that is.
    return frozenset(available_timezones() - {"localtime"})


def local_moment(wall_clock: datetime, time_zone: str, *, field: str) -> datetime:
    """The moment at which a clock of the place shows this; refused where no clock ever does.

    A time that says its own zone is that moment, as the place sees it.
    """
    if time_zone not in time_zones():
        raise Refusal(_("There is no such time zone."), field="time_zone")
    zone = ZoneInfo(time_zone)
    try:
        moment = (
            wall_clock.astimezone(zone) if wall_clock.tzinfo else wall_clock.replace(tzinfo=zone)
        )
        there_and_back = moment.astimezone(ZoneInfo("UTC")).astimezone(zone)
        # What begins then ends a day later at the latest.
        moment + A_DAY
    except OverflowError as error:
        raise Refusal(_("The calendar ends there."), field=field) from error
    if there_and_back.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise Refusal(_("The clocks skip this time in that night."), field=field)
    return moment


def save_tournament(
    *,
    user: Person,
    name: str,
    variant: str,
    config: Mapping[str, Any],
    starts_at: datetime,
    time_zone: str,
    closes_at: datetime | None,
    capacity: int,
    now: datetime,
    venue: str = "",
    about: str = "",
    confirm_hours: int = 0,
    check_in_opens_at: datetime | None = None,
    check_in_closes_at: datetime | None = None,
    planned_rounds: int = 1,
    table_size: int = 4,
    score_weight: Decimal = Decimal(0),
    finals: str = Tournament.Finals.NONE,
    metrics: Sequence[str] = USUAL_ORDER,
    tournament: Tournament | None = None,
) -> Tournament:
    """Make a tournament, or change one that isn't seated yet; times are those of the place."""
    starts = local_moment(starts_at, time_zone, field="starts_at")
    closes = local_moment(closes_at, time_zone, field="closes_at") if closes_at else None
    if closes is not None and closes > starts:
        raise Refusal(_("Registration must close before the beginning."), field="closes_at")
    check_in = _check_in(check_in_opens_at, check_in_closes_at, time_zone=time_zone, starts=starts)
    with said_to_people():
        rules_of(variant).parse_config(config)
    refuse_unless_at_tables(variant)
    try:
        metrics_of(metrics)
    except UnknownMetric as error:
        raise Refusal(_("There is no such measure, or it comes twice."), field="metrics") from error
    with transaction.atomic():
        kept = _new_tournament(user) if tournament is None else lock(tournament)
        _refuse_if_seated(kept)
        taken = Registration.objects.filter(
            tournament_id=kept.pk, state__in=Registration.HOLDS_A_PLACE
        ).count()
        if capacity < taken:
            message = _("%(count)s people have a place already.") % {"count": taken}
            raise Refusal(message, field="capacity")
        kept.name, kept.variant, kept.config = name, variant, dict(config)
        kept.venue, kept.about = venue, about
        kept.starts_at, kept.time_zone, kept.closes_at = starts, time_zone, closes
        kept.capacity, kept.confirm_hours = capacity, confirm_hours
        kept.check_in_opens_at, kept.check_in_closes_at = check_in
        kept.planned_rounds, kept.table_size = planned_rounds, table_size
        kept.score_weight, kept.finals, kept.metrics = score_weight, finals, list(metrics)
        _refuse_impossible(kept)
        kept.save()
        fill_places(tournament=kept, now=now)
        mark_changed(kept.pk)
    return kept


# What an organiser says of a tournament; the rest the site keeps.
ASKED = frozenset(signature(save_tournament).parameters) - {"user", "tournament", "now"}


def change_tournament(
    *, user: Person, tournament: Tournament, asked: Mapping[str, Any], now: datetime
) -> Tournament:
    """Change some of what ``save_tournament`` takes; the rest stays as it is at that moment.

    Another game has options of its own.
    """
    with transaction.atomic():
        kept = lock(tournament)
        there = {name: getattr(kept, name) for name in ASKED}
        if "variant" in asked:
            there["config"] = {}
        return save_tournament(user=user, tournament=kept, now=now, **there | dict(asked))


def refuse_unless_at_tables(variant: str) -> None:
    """A tournament, and each of its rounds, is of a game for two and more."""
    if variant not in PLAYABLE:
        raise Refusal(_("This game is played alone; a tournament needs tables."), field="variant")


def _refuse_impossible(tournament: Tournament) -> None:
    """What no form lets through, but another door might."""
    try:
        tournament.clean_fields(exclude=["organiser", "config", "plan"])
    except ValidationError as error:
        field, [message, *_more] = next(iter(error.message_dict.items()))
        raise Refusal(message, field=field) from error


def _check_in(
    opens_at: datetime | None, closes_at: datetime | None, *, time_zone: str, starts: datetime
) -> tuple[datetime | None, datetime | None]:
    """The moments between which players check in; both or none."""
    if opens_at is None and closes_at is None:
        return None, None
    if opens_at is None or closes_at is None:
        missing = "check_in_opens_at" if opens_at is None else "check_in_closes_at"
        raise Refusal(_("Check-in needs both times, or none."), field=missing)
    opens = local_moment(opens_at, time_zone, field="check_in_opens_at")
    closes = local_moment(closes_at, time_zone, field="check_in_closes_at")
    if closes <= opens:
        raise Refusal(_("Check-in must open before it closes."), field="check_in_closes_at")
    if closes > starts:
        message = _("Check-in must close before the beginning, or with it.")
        raise Refusal(message, field="check_in_closes_at")
    return opens, closes


def open_registration(*, tournament: Tournament) -> Tournament:
    """Let people register; the tournament is public from now on."""
    origins = (Tournament.State.DRAFT, Tournament.State.CLOSED)
    return _move(tournament, origins=origins, state=Tournament.State.OPEN)


def close_registration(*, tournament: Tournament) -> Tournament:
    """Nobody registers any more; withdrawing is still possible."""
    return _move(tournament, origins=(Tournament.State.OPEN,), state=Tournament.State.CLOSED)


def finish(*, tournament: Tournament) -> Tournament:
    """Publish the final standings; every game must have come to its end."""
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state != Tournament.State.RUNNING:
            raise Refusal(_("Only a tournament that is running can be finished."))
        # Each game is locked, so that no entry slips in between the look and the end.
        games = list(
            locked.games.select_for_update(of=("self",)).select_related("round", "tournament")
        )
        playing = [game.where for game in games if game.result is None]
        if playing:
            message = _("These tables have not finished: %(tables)s")
            raise Refusal(message % {"tables": ", ".join(playing)})
        drawn = max((game.round.number for game in games), default=0)
        if drawn < last_number(locked):
            raise Refusal(
                _("Rounds drawn: %(drawn)s of %(all)s. Change the number of rounds first.")
                % {"drawn": drawn, "all": last_number(locked)}
            )
        locked.state = Tournament.State.FINISHED
        locked.save(update_fields=["state"])
        mark_changed(locked.pk)
    return locked


def change_rounds(*, tournament: Tournament, planned_rounds: int, finals: str) -> Tournament:
    """Play more or fewer rounds than planned, but not fewer than were drawn."""
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state != Tournament.State.RUNNING:
            raise Refusal(_("Only a tournament that is running can be changed so."))
        drawn = list(locked.rounds.values_list("kind", flat=True))
        if Round.Kind.ROUND in drawn and planned_rounds < drawn.count(Round.Kind.ROUND):
            message = _("%(count)s rounds are drawn already.")
            told = {"count": drawn.count(Round.Kind.ROUND)}
            raise Refusal(message % told, field="planned_rounds")
        if set(drawn) - {Round.Kind.ROUND}:
            raise Refusal(_("The finals are drawn already."), field="planned_rounds")
        locked.planned_rounds, locked.finals, locked.plan = planned_rounds, finals, {}
        locked.save(update_fields=["planned_rounds", "finals", "plan"])
        mark_changed(locked.pk)
    return locked


def call_off(*, tournament: Tournament, now: datetime) -> Tournament:
    """End a tournament without a result; what was registered and entered stays to be seen."""
    origins = (*CHANGEABLE, Tournament.State.RUNNING)
    with transaction.atomic():
        ended = _move(tournament, origins=origins, state=Tournament.State.CALLED_OFF)
        concerned = ended.registrations.exclude(state__in=Registration.GONE)
        letters.tell(concerned.select_related("user"), "called_off", now=now)
    return ended


def _new_tournament(user: Person) -> Tournament:
    organiser = get_user_model().objects.select_for_update().get(pk=user.pk)
    unfinished = Tournament.objects.filter(organiser=organiser).exclude(state__in=Tournament.OVER)
    if unfinished.count() >= MOST_UNFINISHED:
        message = _("You have %(count)s tournaments that are not finished.")
        raise Refusal(message % {"count": MOST_UNFINISHED})
    return Tournament(organiser=organiser)


def _move(tournament: Tournament, *, origins: tuple[str, ...], state: str) -> Tournament:
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state not in origins:
            message = _("That is not possible now; the tournament is: %(state)s")
            raise Refusal(message % {"state": locked.get_state_display()}, field="state")
        locked.state = state
        locked.save(update_fields=["state"])
        mark_changed(locked.pk)
    return locked


def _refuse_if_seated(tournament: Tournament) -> None:
    if tournament.state not in CHANGEABLE:
        raise Refusal(_("The tables are seated already."))
