"""What a tournament needs on paper: kinds of sheets of the print shop, for the desk alone.

Who runs a tournament prints from its desk, or from the command line; the shop that is open to
everybody doesn't show these kinds.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles.models import filed
from puzzles.printing.deck import Deck
from puzzles.services.prints.options import (
    Kind,
    PrintedFile,
    PrintOptions,
    Report,
    how,
    register,
)
from puzzles.services.refusal import Refusal
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.printing import posters, slips, standings
from tournaments.services.boards import has_boxes
from tournaments.services.drawing import latest_round
from tournaments.services.overview import overview_of
from tournaments.services.telling import agreed_for, whence


def draw_table_slips(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """A slip for each table of the latest round: who sits there, and the code of its page."""
    tournament = _tournament(options)
    drawn = _drawn(tournament)
    games = drawn.games.select_related("round").prefetch_related("seats__registration__user")
    boxes = has_boxes(drawn)
    words = slips.Words(
        tournament=tournament.name,
        title=gettext("Table slips"),
        subject=gettext("Who sits at which table, and where its result is entered"),
        scan=gettext("Enter the result here"),
    )
    content = slips.draw(
        [
            slips.Slip(
                round=_name_of(drawn),
                table=gettext("Table %(number)s") % {"number": game.table},
                seats=[_seat(game, seat) for seat in game.seats.all()],
                address=_address(tournament, "table", game.table),
                whence=whence(game, has_boxes=boxes),
            )
            for game in games
        ],
        words,
        how(options),
    )
    return PrintedFile(f"table-slips-{tournament.pk}-{drawn.number}.pdf", content)


def draw_standings(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """How everybody stands by the results that are in; for the wall, so without hidden names."""
    tournament = _tournament(options)
    overview = overview_of(tournament)
    columns = [gettext(metric.label) for metric in overview.columns]
    if tournament.is_one_game:
        columns = [gettext("Points"), *columns]
    lines = [
        standings.Line(
            place=line.place,
            name=line.player,
            values=[*([str(line.points)] if tournament.is_one_game else []), *figures],
        )
        for line, figures in overview.rows
    ]
    heading = _name_of(overview.round) if overview.round else gettext("No round is played yet")
    if tournament.state == Tournament.State.FINISHED:
        heading = gettext("Final standings")
    words = standings.Words(
        tournament=tournament.name,
        heading=heading,
        subject=gettext("The standings of a tournament"),
        page=gettext("Page"),
        place=gettext("Place"),
        name=gettext("Player"),
        values=columns,
    )
    content = standings.draw(lines, words, how(options))
    return PrintedFile(f"standings-{tournament.pk}.pdf", content)


def draw_posters(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """Before the first round how to check in, from then on who sits at which table."""
    tournament = _tournament(options)
    drawn = latest_round(tournament)
    content = (
        _seating_poster(tournament, drawn, options)
        if drawn
        else _check_in_poster(tournament, options)
    )
    return PrintedFile(f"poster-{tournament.pk}.pdf", content)


def _check_in_poster(tournament: Tournament, options: PrintOptions) -> bytes:
    words = posters.CheckInWords(
        tournament=tournament.name,
        heading=gettext("Check in here"),
        subject=gettext("The code with which players check in"),
        how=gettext("Scan the code with your phone, or open the address and type the code."),
        code=gettext("Code"),
    )
    code = tournament.check_in_code
    address = f"{_address(tournament, 'check-in')}?code={code}"
    return posters.draw_check_in(posters.CheckIn(address, code), words, how(options))


def _seating_poster(tournament: Tournament, drawn: Round, options: PrintOptions) -> bytes:
    games = drawn.games.prefetch_related("seats__registration__user")
    seated = [
        posters.Seated(seat.registration.name, str(game.table))
        for game in games
        for seat in game.seats.all()
    ]
    words = posters.SeatingWords(
        tournament=tournament.name,
        heading=_name_of(drawn),
        subject=gettext("Who sits at which table"),
        page=gettext("Page"),
        name=gettext("Player"),
        table=gettext("Table"),
    )
    by_name = sorted(seated, key=lambda one: filed(one.name))
    return posters.draw_seating(by_name, words, how(options))


def _tournament(options: PrintOptions) -> Tournament:
    found = Tournament.objects.filter(pk=options.tournament).first()
    if found is None:
        raise Refusal(_("There is no such tournament."), field="tournament")
    return found


def _drawn(tournament: Tournament) -> Round:
    drawn = latest_round(tournament)
    if drawn is None:
        raise Refusal(_("No round is drawn yet."), field="tournament")
    return drawn


def _seat(game: Game, seat: Seat) -> slips.Seat:
    """Who sits there, with the boards that were dealt, and of which level or colour they are."""
    if game.boards is None:
        return slips.Seat(seat.registration.name)
    what = gettext("Cards") if game.round.variant == "junior" else gettext("Boards")
    told = agreed_for(game.config, seat.number)
    return slips.Seat(
        seat.registration.name,
        boards=game.boards["seats"][seat.number],
        what=f"{what} · {told}" if told else what,
    )


def _name_of(drawn: Round) -> str:
    if drawn.kind == Round.Kind.ROUND:
        return gettext("Round %(number)s") % {"number": drawn.number}
    return str(drawn.get_kind_display()).capitalize()


def _address(tournament: Tournament, page: str, *more: Any) -> str:
    return f"{settings.SITE_URL}{reverse(page, args=[tournament.pk, *more])}"


def _id_of(options: PrintOptions) -> str:
    return f"/tournaments/{options.tournament}/"


Draw = Callable[[PrintOptions, Deck | None, Report], PrintedFile]


KINDS: list[str] = []
"""The kinds that belong to a tournament."""


def _register(key: str, title: Any, lead: Any, draw: Draw) -> None:
    options = ("tournament", "paper", "language", "ink_saving")
    KINDS.append(key)
    register(Kind(key, title, lead, options, draw, id_of=_id_of, is_in_shop=False))


_register(
    "table-slips",
    _("Table slips"),
    _("A slip for each table of the latest round: names, seats, and a code for the phone."),
    draw_table_slips,
)
_register("standings", _("Standings"), _("How everybody stands, for the wall."), draw_standings)
_register(
    "posters",
    _("Posters"),
    _("Before the first round how to check in, from then on who sits at which table."),
    draw_posters,
)
