"""The life of a tournament: made, opened, closed, seated, finished."""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Game, Person, Registration, Seat, Tournament
from tournaments.rules import RULES, Rules, RuleViolation, chance
from tournaments.seating.tables import seat_players
from tournaments.services import letters
from tournaments.services.changes import has_begun, lock, mark_changed
from tournaments.services.games import rules_of, said_to_people, view_of
from tournaments.services.waitlist import fill_places

MOST_UNFINISHED = 20
SEEDS = 2**31
# The variants that are played at a table, not alone.
PLAYABLE = tuple(key for key, rules in RULES.items() if max(rules.seats) > 1)
CHANGEABLE = (Tournament.State.DRAFT, Tournament.State.OPEN, Tournament.State.CLOSED)
SEATABLE = (Tournament.State.OPEN, Tournament.State.CLOSED, Tournament.State.RUNNING)


def local_moment(wall_clock: datetime, time_zone: str, *, field: str) -> datetime:
    """The moment at which a clock of the place shows this; refused where no clock ever does."""
    # "localtime" would be the server's zone, whatever that is.
    if time_zone not in available_timezones() or time_zone == "localtime":
        raise Refusal(_("There is no such time zone."), field="time_zone")
    zone = ZoneInfo(time_zone)
    moment = wall_clock.replace(tzinfo=zone)
    try:
        there_and_back = moment.astimezone(ZoneInfo("UTC")).astimezone(zone)
    except OverflowError as error:
        raise Refusal(_("The calendar ends there."), field=field) from error
    if there_and_back.replace(tzinfo=None) != wall_clock.replace(tzinfo=None):
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
    confirm_hours: int = 0,
    check_in_opens_at: datetime | None = None,
    check_in_closes_at: datetime | None = None,
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
    if variant not in PLAYABLE:
        raise Refusal(_("This game is played alone; a tournament needs tables."), field="variant")
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
        kept.starts_at, kept.time_zone, kept.closes_at = starts, time_zone, closes
        kept.capacity, kept.confirm_hours = capacity, confirm_hours
        kept.check_in_opens_at, kept.check_in_closes_at = check_in
        kept.save()
        fill_places(tournament=kept, now=now)
        mark_changed(kept.pk)
    return kept


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


def seat_present_players(*, tournament: Tournament, seed: int, now: datetime) -> list[Game]:
    """Draw tables for those who are present and begin; again as long as nothing was entered."""
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state not in SEATABLE:
            raise Refusal(_("Only a tournament whose registration was open can be seated."))
        if has_begun(locked):
            raise Refusal(_("A game has begun; the tables stay as they are."))
        present = list(
            locked.registrations.filter(
                state=Registration.State.REGISTERED, is_present=True
            ).select_related("user")
        )
        allowed = seats_allowed(variant=locked.variant, config=locked.config)
        tables = seat_players(
            present, smallest=min(allowed), largest=max(allowed), rng=random.Random(seed)
        )
        if tables is None:
            raise Refusal(
                _("Present: %(count)s. So many can't be seated at tables of %(sizes)s.")
                % {"count": len(present), "sizes": _or(allowed)},
                field="present",
            )
        if locked.state != Tournament.State.RUNNING:
            letters.tell(present, "seated", now=now)
        locked.games.all().delete()
        games = [_new_game(locked, number, seats, seed) for number, seats in enumerate(tables, 1)]
        locked.state = Tournament.State.RUNNING
        locked.seed = seed
        locked.save(update_fields=["state", "seed"])
        mark_changed(locked.pk)
    return games


def finish(*, tournament: Tournament) -> Tournament:
    """Publish the final standings; every game must have come to its end."""
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state != Tournament.State.RUNNING:
            raise Refusal(_("Only a tournament that is running can be finished."))
        # Each game is locked, so that no entry slips in between the look and the end.
        games = list(locked.games.select_for_update().order_by("table"))
        playing = [str(game.table) for game in games if not view_of(game).finished]
        if playing:
            message = _("These tables have not finished: %(tables)s")
            raise Refusal(message % {"tables": ", ".join(playing)})
        locked.state = Tournament.State.FINISHED
        locked.save(update_fields=["state"])
        mark_changed(locked.pk)
    return locked


def seats_allowed(*, variant: str, config: Mapping[str, Any]) -> tuple[int, ...]:
    """How many may sit at a table with these options: not all may be agreed at every table."""
    rules = rules_of(variant)
    with said_to_people():
        parsed = rules.parse_config(config)
    return tuple(seats for seats in rules.seats if _can_start(rules, parsed, seats))


def _can_start(rules: Rules[Any, Any], config: Any, seats: int) -> bool:
    try:
        rules.start(config, seats, random.Random(0))
    except RuleViolation:
        return False
    return True


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
    unfinished = Tournament.objects.filter(organiser=organiser).exclude(
        state__in=[Tournament.State.FINISHED, Tournament.State.CALLED_OFF]
    )
    if unfinished.count() >= MOST_UNFINISHED:
        message = _("You have %(count)s tournaments that are not finished.")
        raise Refusal(message % {"count": MOST_UNFINISHED})
    return Tournament(organiser=organiser)


def _new_game(tournament: Tournament, table: int, seats: list[Registration], seed: int) -> Game:
    """A game with a seed of its own; what its start leaves to chance is drawn, and kept."""
    own_seed = chance(seed, f"table {table}").randrange(SEEDS)
    rules = rules_of(tournament.variant)
    config = rules.parse_config(tournament.config)
    started = rules.start(config, len(seats), chance(own_seed, "start"))
    game = Game.objects.create(
        tournament=tournament, table=table, config=started.config.to_json(), seed=own_seed
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, registration=registration)
        for number, registration in enumerate(seats)
    )
    return game


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


def _or(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
