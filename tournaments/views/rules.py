"""The rules of each variant in words, in a table and in pictures."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.pictures.worked import worked
from tournaments.rules import RULES, Rules, Sentence, rules_of
from tournaments.rules.scoring import Cell, score_table
from tournaments.rules.solo import KINDS, forms_of

# What tables agree on that changes the rules in words.
AGREED: dict[str, list[dict[str, Any]]] = {
    "dice": [{"areas": 5}],
    "classic-2003": [{"pieces": 4}],
    "classic-2015": [{"pieces": 4}, {"playoff": False}],
    "family-3d": [{"playoff": False}],
    "junior": [{"side": "difficult"}],
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All variants, those for a table and those for one."""
    named = [(key, rules.title.spoken(gettext)) for key, rules in RULES.items()]
    context = {
        "tables": [(key, name) for key, name in named if key not in KINDS],
        "alone": [(key, name) for key, name in named if key in KINDS],
    }
    return render(request, "rules/index.html", context)


@require_safe
def variant(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of a variant."""
    if key not in RULES:
        raise Http404
    rules = rules_of(key)
    told = rules.describe(rules.parse_config({}))
    table = score_table(key)
    context = {
        "title": rules.title.spoken(gettext),
        "is_alone": key in KINDS,
        "fewest": min(rules.seats),
        "most": max(rules.seats),
        "sentences": _spoken(told),
        "has_house_rulings": any(sentence.is_house_ruling for sentence in told),
        "agreed": _spoken(_otherwise(rules, told)),
        "unit": table.unit.spoken(gettext) if table.unit else "",
        "columns": [column.spoken(gettext) for column in table.columns],
        "rows": [
            (head.spoken(gettext), [_cell(cell) for cell in cells]) for head, cells in table.rows
        ],
        "steps": [(mark_safe(step.picture), step.words) for step in worked(key, gettext)],
    }
    return render(request, "rules/variant.html", context)


def _otherwise(rules: Rules, told: Sequence[Sentence]) -> list[Sentence]:
    """The sentences that hold where a table agrees on something else than usual, once each."""
    options = AGREED.get(rules.key) or [form.to_json() for form in forms_of(rules.key)]
    other = [
        sentence
        for option in options
        for sentence in rules.describe(rules.parse_config(option))
        if sentence not in told
    ]
    return [sentence for place, sentence in enumerate(other) if sentence not in other[:place]]


def _spoken(sentences: Sequence[Sentence]) -> list[tuple[str, bool]]:
    return [(sentence.spoken(gettext), sentence.is_house_ruling) for sentence in sentences]


def _cell(cell: Cell) -> str:
    if cell is None:
        return "–"
    return cell.spoken(gettext) if isinstance(cell, Sentence) else str(cell)
