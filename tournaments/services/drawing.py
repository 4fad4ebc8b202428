"""Drawing rounds: who sits at which table, drawn ahead or by the score, exchanged by the desk.

Rounds that don't go by the score are all drawn at once with the first, so that as few as possible
meet twice. The plan holds without those who leave, as long as its tables are as large as a draw
would make them; it is made anew, from what was played, when somebody comes or changes places.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Entry, Game, Round, Seat, Tournament
from tournaments.rules import Rules, RuleViolation, chance
from tournaments.seating.past import Past, past_of
from tournaments.seating.quality import CannotExchange, Quality, exchanged, quality_of
from tournaments.seating.rounds import draw_by_score, draw_rounds, without_who_left
from tournaments.services import letters, levels
from tournaments.services.boards import deal_boards
from tournaments.services.changes import lock, mark_changed, refuse_unless_plain
from tournaments.services.finals import finalists, kind_of, last_number
from tournaments.services.games import rules_of, said_to_people
from tournaments.services.organising import refuse_unless_at_tables
from tournaments.services.results import results_of

SEEDS = 2**31
SEATABLE = (Tournament.State.OPEN, Tournament.State.CLOSED, Tournament.State.RUNNING)


def seat_present_players(*, tournament: Tournament, seed: int, now: datetime) -> list[Game]:
    """Draw the first round and begin; draw the latest one anew while nothing was entered of it."""
    with transaction.atomic():
        locked = lock(tournament)
        latest = latest_round(locked)
        if latest is None:
            drawn = _draw(locked, number=1, seed=seed, now=now)
        elif has_begun(latest):
            raise Refusal(_("A game has begun; the tables stay as they are."))
        else:
            _refuse_unless_seatable(locked)
            asked = {"variant": latest.variant, "config": latest.config}
            early_reason, number = latest.early_reason, latest.number
            told = letters.told_of(latest)
            latest.delete()
            locked.plan = {}
            drawn = _draw(
                locked,
                number=number,
                seed=seed,
                now=now,
                early_reason=early_reason,
                told=told,
                **asked,
            )
    return drawn


def draw_next_round(
    *,
    tournament: Tournament,
    number: int,
    seed: int,
    now: datetime,
    variant: str = "",
    config: Mapping[str, Any] | None = None,
    early_reason: str = "",
) -> list[Game]:
    """Draw the round of this number, the next one; asked twice, it is drawn once.

    The tournament's own game is played unless ``variant`` names another, with its own options
    unless ``config`` has others. Refused while results are missing, unless ``early_reason`` says
    why not to wait: that stays with the round.
    """
    with transaction.atomic():
        locked = lock(tournament)
        latest = latest_round(locked)
        if latest is None or latest.number + 1 != number:
            told = {"number": number}
            if latest is not None and number <= latest.number:
                raise Refusal(_("Round %(number)s is drawn already.") % told, field="number")
            raise Refusal(_("Round %(number)s is not the next.") % told, field="number")
        return _draw(
            locked,
            number=number,
            seed=seed,
            now=now,
            variant=variant,
            config=config,
            early_reason=early_reason,
        )


def exchange_players(*, drawn: Round, one: int, other: int, now: datetime) -> Round:
    """Two players of the latest round, by their registrations' keys, change places.

    Where everybody plays the own level, it goes along.
    """
    with transaction.atomic():
        locked = lock_latest(drawn).tournament
        seats = list(Seat.objects.filter(game__round=drawn).order_by("game__table", "number"))
        try:
            exchanged(_tables(seats), one, other)
        except CannotExchange as refused:
            raise Refusal(_(refused.phrase.text), field="other") from refused
        mine, theirs = (next(s for s in seats if s.registration_id == key) for key in (one, other))
        if Entry.objects.filter(game__in=[mine.game_id, theirs.game_id]).exists():
            raise Refusal(_("A game has begun; the tables stay as they are."))
        told, last = letters.told_of(drawn), levels.last_ones(locked)
        mine.registration_id, theirs.registration_id = other, one
        mine.is_told, theirs.is_told = theirs.is_told, mine.is_told
        mine.save(update_fields=["registration", "is_told"])
        theirs.save(update_fields=["registration", "is_told"])
        changed = Game.objects.filter(pk__in=[mine.game_id, theirs.game_id])
        for game in changed.prefetch_related("seats"):
            # What was dealt was dealt to these people: they take other boards at the table.
            game.boards = None
            if levels.are_own(drawn):
                seated = [seat.registration_id for seat in game.seats.all()]
                game.config = {**game.config, "levels": levels.own(seated, last)}
            game.save(update_fields=["boards", "config"])
        letters.tell_seats(drawn, told=told, now=now)
        locked.plan = {}
        locked.save(update_fields=["plan"])
        mark_changed(locked.pk)
    return drawn


def games_of(drawn: Round) -> list[Game]:
    """The games of a round with who sits there, by table.

    Those that somebody draws anew while they are read are left out.
    """
    seats = Prefetch("seats", Seat.objects.select_related("registration__user"))
    return [game for game in drawn.games.prefetch_related(seats) if game.seats.all()]


def quality_of_round(
    drawn: Round, games: Sequence[Game], *, instead: tuple[int, int] | None = None
) -> Quality[int]:
    """The figures of a round with these games, or with two players in each other's place."""
    tournament = drawn.tournament
    tables: Sequence[Sequence[int]] = [
        [seat.registration_id for seat in game.seats.all()] for game in games
    ]
    if instead is not None:
        tables = exchanged(tables, *instead)
    return quality_of(
        tables,
        past=_past(tournament, before=drawn.number),
        scores=_scores(tournament),
    )


def latest_round(tournament: Tournament) -> Round | None:
    """The round that was drawn last."""
    return tournament.rounds.order_by("-number").first()


def lock_latest(drawn: Round) -> Round:
    """The round as it stands, ours with its tournament; refused unless it is being played."""
    locked = lock(drawn.tournament)
    if locked.state != Tournament.State.RUNNING:
        raise Refusal(_("The tournament isn't running."))
    latest = latest_round(locked)
    if latest is None or latest.pk != drawn.pk:
        raise Refusal(_("This round is not the latest one."))
    return latest


def has_begun(drawn: Round) -> bool:
    """Was anything entered at any table of the round?"""
    return Entry.objects.filter(game__round=drawn).exists()


def seats_allowed(
    *, variant: str, config: Mapping[str, Any], table_size: int = 4
) -> tuple[int, ...]:
    """How many may sit at a table with these options: not all may be agreed at every table.

    Refused, in the words of the rules, if they may be agreed at none.
    """
    rules = rules_of(variant)
    sizes = [seats for seats in rules.seats if seats <= max(table_size, min(rules.seats))]
    with said_to_people():
        rules.parse_config(config)
        allowed = tuple(seats for seats in sizes if _can_start(rules, config, seats))
        if not allowed:
            _start(rules, config, max(sizes))
    return allowed


def _can_start(rules: Rules[Any, Any], options: Mapping[str, Any], seats: int) -> bool:
    try:
        _start(rules, options, seats)
    except RuleViolation:
        return False
    return True


def _start(rules: Rules[Any, Any], options: Mapping[str, Any], seats: int) -> None:
    config = rules.parse_config(levels.of_a_table(options, seats))
    rules.start(config, seats, chance(0, "start"))


# --- their parts ------------------------------------------------------------------------------


def _draw(
    locked: Tournament,
    *,
    number: int,
    seed: int,
    now: datetime,
    variant: str = "",
    config: Mapping[str, Any] | None = None,
    early_reason: str = "",
    told: Mapping[int, int] = MappingProxyType({}),
) -> list[Game]:
    _refuse_unless_seatable(locked)
    if number > last_number(locked):
        raise Refusal(_("All rounds are drawn."), field="number")
    early_reason = _checked_early(locked, early_reason)
    usual = locked.config if variant in ("", locked.variant) else {}
    drawn = Round(
        tournament=locked,
        number=number,
        kind=kind_of(locked, number),
        variant=variant or locked.variant,
        config=dict(usual if config is None else config),
        seed=seed,
        drawn_at=now,
        early_reason=early_reason,
    )
    allowed = seats_allowed(
        variant=drawn.variant, config=drawn.config, table_size=locked.table_size
    )
    refuse_unless_at_tables(drawn.variant)
    present = locked.registrations.present().values_list("pk", flat=True)
    tables = _seated(locked, drawn, list(present), allowed)
    drawn.save()
    games = _new_games(drawn, tables)
    deal_boards(drawn=drawn, games=games)
    letters.tell_seats(drawn, told=told, now=now)
    locked.state = Tournament.State.RUNNING
    locked.seed = seed
    locked.save(update_fields=["state", "seed", "plan"])
    mark_changed(locked.pk)
    return games


def _seated(
    locked: Tournament, drawn: Round, present: list[int], allowed: tuple[int, ...]
) -> Sequence[Sequence[int]]:
    tables: Sequence[Sequence[int]] | None
    if drawn.kind == Round.Kind.ROUND:
        tables = _round_of(locked, drawn, present, allowed)
    else:
        tables = finalists(locked, kind=drawn.kind, present=set(present), size=max(allowed))
    if tables is None or any(len(table) not in allowed for table in tables):
        raise Refusal(
            _("Present: %(count)s. So many can't be seated at tables of %(sizes)s.")
            % {"count": len(present), "sizes": ", ".join(map(str, allowed))},
            field="present",
        )
    return tables


def _round_of(
    locked: Tournament, drawn: Round, present: list[int], allowed: tuple[int, ...]
) -> Sequence[Sequence[int]] | None:
    """As it was planned, as far as that still holds; else drawn. None if no tables can be made."""
    # This round may have a game or options of its own, for tables of another size.
    sizes = {"smallest": min(allowed), "largest": max(allowed)}
    past = _past(locked, before=drawn.number)
    planned = locked.plan.get(str(drawn.number), [])
    kept = without_who_left(planned, present, past=past, **sizes)
    if kept is not None:
        return kept
    rng = random.Random(drawn.seed)
    if locked.score_weight > 0 and drawn.number > 1:
        scores = _scores(locked)
        return draw_by_score(
            present,
            scores={key: scores.get(key, 0.0) for key in present},
            weight=float(locked.score_weight),
            past=past,
            rng=rng,
            **sizes,
        )
    # With a weight the score decides from the second round on: nothing to draw ahead.
    ahead = 1 if locked.score_weight > 0 else locked.planned_rounds - drawn.number + 1
    rounds = draw_rounds(present, rounds=ahead, past=past, rng=rng, **sizes)
    locked.plan = {str(number): seated for number, seated in enumerate(rounds or [], drawn.number)}
    return rounds[0] if rounds else None


def _checked_early(locked: Tournament, reason: str) -> str:
    """The reason if one is needed: whoever waits for nothing has nothing to explain."""
    missing = locked.games.filter(result__isnull=True).select_related("round", "tournament")
    tables = [game.where for game in missing]
    if not tables:
        return ""
    reason = " ".join(reason.split())
    if not reason:
        raise Refusal(
            _("These tables have not finished: %(tables)s") % {"tables": ", ".join(tables)},
            field="early_reason",
        )
    refuse_unless_plain(reason, model=Round, field="early_reason")
    return reason


def _past(tournament: Tournament, *, before: int) -> Past[int]:
    """What the earlier rounds mean for the next one."""
    seats = Seat.objects.filter(game__tournament=tournament, game__round__number__lt=before)
    ordered = list(seats.select_related("game__round").order_by("game__round__number", "game"))
    rounds = [
        _tables(list(of_round))
        for _number, of_round in groupby(ordered, key=lambda seat: seat.game.round.number)
    ]
    return past_of(rounds)


def _tables(seats: Sequence[Seat]) -> list[list[int]]:
    """Seats in the order of their games, as the tables that they make up."""
    return [
        [seat.registration_id for seat in at_table]
        for _game, at_table in groupby(seats, key=lambda seat: seat.game_id)
    ]


def _scores(tournament: Tournament) -> dict[int, float]:
    lines = results_of(tournament).standings(["table_points"])
    return {line.player: float(line.values["table_points"] or 0) for line in lines}


def _new_games(drawn: Round, tables: Sequence[Sequence[int]]) -> list[Game]:
    last = levels.last_ones(drawn.tournament)
    games = Game.objects.bulk_create(
        _new_game(drawn, table, seats, last) for table, seats in enumerate(tables, 1)
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, registration_id=key)
        for game, seats in zip(games, tables, strict=True)
        for number, key in enumerate(seats)
    )
    return games


def _new_game(drawn: Round, table: int, seats: Sequence[int], last: Mapping[int, int]) -> Game:
    rules = rules_of(drawn.variant)
    options = levels.of_a_table(drawn.config, len(seats))
    if levels.are_own(drawn):
        options = {**options, "levels": levels.own(seats, last)}
    config = rules.parse_config(options)
    # A seed of its own; what the start leaves to chance is drawn, and kept.
    seed = chance(drawn.seed, f"table {table}").randrange(SEEDS)
    started = rules.start(config, len(seats), chance(seed, "start"))
    return Game(
        tournament=drawn.tournament,
        round=drawn,
        table=table,
        config=started.config.to_json(),
        seed=seed,
    )


def _refuse_unless_seatable(tournament: Tournament) -> None:
    if tournament.state not in SEATABLE:
        raise Refusal(_("Only a tournament whose registration was open can be seated."))
