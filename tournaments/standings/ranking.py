"""The standings: who stands where, and why. Equal is equal; neither chance nor id decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, groupby, zip_longest
from typing import Final, Generic

from puzzles.wording import N_, Phrase
from tournaments.standings.metrics import USUAL_ORDER, Metric, metrics_of
from tournaments.standings.results import Player, Record, TableResult

DECIDED: Final = N_("Stands above %(below)s: %(metric)s %(own)s to %(theirs)s.")
DECIDED_BY_PLAYOFF: Final = N_("Stands above %(below)s: did better in the play-off.")
FURTHER: Final = N_("Stands above %(below)s: came further in the finals.")
BETTER_IN_FINAL: Final = N_("Stands above %(below)s: place %(own)s to %(theirs)s in the finals.")
AND_MORE: Final = N_("%(names)s and %(count)s more")
# Before the first result two hundred are level: a sentence each that names all others is no help.
MOST_NAMED = 8
LEVEL: Final = N_("Level with %(level)s in everything that counts: they share the place.")


@dataclass(frozen=True)
class Decision:
    """What sets a player above the next ones: a metric's key or a stage, and both figures."""

    by: str
    own: Fraction
    theirs: Fraction


@dataclass(frozen=True)
class Line(Generic[Player]):
    """A line of the standings."""

    place: int
    player: Player
    values: Mapping[str, Fraction | None]
    """The figure of each metric; None where it had nothing to decide."""
    level: tuple[Player, ...]
    """Who shares the place."""
    below: tuple[Player, ...]
    """Who comes next."""
    decision: Decision | None
    """Why they come next; None at the end of the standings."""

    @property
    def mentioned(self) -> tuple[Player, ...]:
        """The player, and everybody whom ``said`` calls by name."""
        return (self.player, *self.below[:MOST_NAMED], *self.level[:MOST_NAMED])

    def said(
        self,
        names: Mapping[Player, str],
        *,
        translate: Callable[[str], str] = str,
        number: Callable[[Fraction, int], str] = lambda figure, _decimals: str(figure),
    ) -> tuple[str, ...]:
        """Why the player has this place, in words; ``number`` writes to so many decimals."""
        sentences = []
        if self.decision:
            sentences.append(self._decided(self.decision, names, translate, number))
        if self.level:
            level = _named(self.level, names, translate)
            sentences.append(Phrase(LEVEL, {"level": level}).spoken(translate))
        return tuple(sentences)

    def _decided(
        self,
        decision: Decision,
        names: Mapping[Player, str],
        translate: Callable[[str], str],
        number: Callable[[Fraction, int], str],
    ) -> str:
        decimals = _decimals_that_differ(decision.own, decision.theirs)
        told = {
            "below": _named(self.below, names, translate),
            "own": number(abs(decision.own), decimals),
            "theirs": number(abs(decision.theirs), decimals),
        }
        texts = {"playoff": DECIDED_BY_PLAYOFF, "stage": FURTHER, "final": BETTER_IN_FINAL}
        if decision.by in texts:
            return Phrase(texts[decision.by], told).spoken(translate)
        [metric] = metrics_of([decision.by])
        return Phrase(DECIDED, {**told, "metric": translate(metric.label)}).spoken(translate)


def _decimals_that_differ(own: Fraction, theirs: Fraction) -> int:
    """Two decimals, or as many as it takes to see that the figures differ."""
    return next(places for places in count(2) if round(own, places) != round(theirs, places))


def _named(
    players: Sequence[Player], names: Mapping[Player, str], translate: Callable[[str], str]
) -> str:
    """The players by name, and how many more they are where there are too many to read."""
    told = ", ".join(names[player] for player in players[:MOST_NAMED])
    more = len(players) - MOST_NAMED
    return told if more <= 0 else Phrase(AND_MORE, {"names": told, "count": more}).spoken(translate)


@dataclass(frozen=True)
class _Rank(Generic[Player]):
    """Players who are level, and the figures that brought them here, in the order of the look."""

    players: tuple[Player, ...]
    figures: tuple[tuple[str, Fraction], ...]


def standings(
    players: Sequence[Player],
    results: Sequence[TableResult[Player]],
    *,
    order: Sequence[str] = USUAL_ORDER,
    playoffs: Sequence[TableResult[Player]] = (),
    finals: Sequence[Sequence[TableResult[Player]]] = (),
) -> list[Line[Player]]:
    """Everybody's line, best first; who is level stands in the order of ``players``.

    ``order`` are the keys of the metrics; UnknownMetric otherwise. ``finals`` are the stages
    after the rounds, the last one last: who came further stands above, then the place at that
    stage's tables counts, then the standings of the rounds (not where a single table was played:
    its ties are shared). Who is level after all that may have played it out: a play-off of just
    these players decides, whatever the order says. Results of finals and play-offs count for
    nothing else.
    """
    metrics = metrics_of(order)
    record = Record(results, playoffs)
    general = {
        metric.key: values
        for metric in metrics
        if not metric.is_within_group and (values := metric.values(players, record))
    }

    def measure(metric: Metric, group: Sequence[Player]) -> Mapping[Player, Fraction] | None:
        return general.get(metric.key) or metric.values(group, record)

    def played_out(ranks: Sequence[_Rank[Player]]) -> list[_Rank[Player]]:
        at_last = metrics_of(["playoff"])
        return [part for rank in ranks for part in _split(rank, at_last, measure)]

    ranks = played_out(_split(_Rank(tuple(players), ()), metrics, measure))
    if finals:
        ranks = played_out(_after_finals(ranks, finals))
    return list(_lines(ranks, order, general))


def _split(
    rank: _Rank[Player],
    metrics: Sequence[Metric],
    measure: Callable[[Metric, Sequence[Player]], Mapping[Player, Fraction] | None],
) -> list[_Rank[Player]]:
    """The group in the order of the first metric, each part in that of the others."""
    if not metrics or len(rank.players) == 1:
        return [rank]
    metric, *others = metrics
    values = measure(metric, rank.players)
    if values is None:
        return _split(rank, others, measure)
    ordered = sorted(rank.players, key=lambda player: -values[player])
    return [
        part
        for value, level in groupby(ordered, key=lambda player: values[player])
        for part in _split(
            _Rank(tuple(level), (*rank.figures, (metric.key, value))), others, measure
        )
    ]


def _after_finals(
    ranks: Sequence[_Rank[Player]], finals: Sequence[Sequence[TableResult[Player]]]
) -> list[_Rank[Player]]:
    reached: dict[Player, tuple[int, int]] = {}
    for stage, tables in enumerate(finals, 1):
        for result in tables:
            for player, place in zip(result.players, result.places, strict=True):
                reached[player] = (stage, place)
    placed: dict[tuple[int, int, int], list[Player]] = {}
    figures: dict[Player, tuple[tuple[str, Fraction], ...]] = {}
    for before, rank in enumerate(ranks):
        for player in rank.players:
            stage, place = reached.get(player, (0, 0))
            alone = stage > 0 and len(finals[stage - 1]) == 1
            placed.setdefault((-stage, place, 0 if alone else before), []).append(player)
            own = (("stage", Fraction(stage)), ("final", Fraction(-place)))
            figures[player] = own if alone else (*own, *rank.figures)
    return [_Rank(tuple(placed[key]), figures[placed[key][0]]) for key in sorted(placed)]


def _lines(
    ranks: Sequence[_Rank[Player]],
    order: Sequence[str],
    general: Mapping[str, Mapping[Player, Fraction]],
) -> list[Line[Player]]:
    lines: list[Line[Player]] = []
    for rank, following in zip_longest(ranks, ranks[1:]):
        place = len(lines) + 1
        figures = dict(rank.figures)
        decision = _decision(rank, following) if following else None
        for player in rank.players:
            lines.append(
                Line(
                    place=place,
                    player=player,
                    values={
                        key: general[key][player] if key in general else figures.get(key)
                        for key in order
                    },
                    level=tuple(other for other in rank.players if other != player),
                    below=following.players if following else (),
                    decision=decision,
                )
            )
    return lines


def _decision(rank: _Rank[Player], following: _Rank[Player]) -> Decision:
    """The first figure in which the two differ."""
    for (key, own), (other_key, theirs) in zip(rank.figures, following.figures, strict=False):
        if key == other_key and own != theirs:
            return Decision(key, own, theirs)
    raise AssertionError("Two ranks differ in a figure.")
