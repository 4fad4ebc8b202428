"""The catalog's filters, the same on the page and in the API."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from puzzles import words
from puzzles.levels import bits_of
from puzzles.models import Task

MOST_PIECES_TO_CHOOSE = 12
BOARD_LEVELS = 4


class TaskFilter(django_filters.FilterSet):
    """Which cards of the catalog to show."""

    variant = django_filters.ChoiceFilter(
        field_name="piece_set__variant",
        label=_("Game"),
        choices=list(words.VARIANTS.items()),
        empty_label=_("all games"),
    )
    pieces = django_filters.ChoiceFilter(
        field_name="piece_count",
        label=_("Pieces"),
        choices=[(count, str(count)) for count in range(1, MOST_PIECES_TO_CHOOSE + 1)],
        empty_label=_("any number"),
    )
    level = django_filters.ChoiceFilter(
        field_name="boards__level",
        label=_("Level of the board"),
        choices=[(level, str(level)) for level in range(1, BOARD_LEVELS + 1)],
        empty_label=_("any level"),
        distinct=True,
    )
    difficulty = django_filters.ChoiceFilter(
        method="of_difficulty",
        label=_("Difficulty"),
        choices=list(words.LEVELS.items()),
        empty_label=_("any difficulty"),
    )
    unique = django_filters.ChoiceFilter(
        method="by_uniqueness",
        label=_("Solutions"),
        choices=[("true", _("exactly one")), ("false", _("several"))],
        empty_label=_("any number"),
    )

    class Meta:
        model = Task
        fields: list[str] = []

    def of_difficulty(self, tasks: QuerySet[Task], name: str, value: Any) -> QuerySet[Task]:
        """Tasks whose bits lie between the borders of the level."""
        low, high = bits_of(int(value))
        tasks = tasks.filter(verdict__difficulty__gte=low)
        return tasks if high == float("inf") else tasks.filter(verdict__difficulty__lt=high)

    def by_uniqueness(self, tasks: QuerySet[Task], name: str, value: str) -> QuerySet[Task]:
        """Tasks with exactly one essentially different cover, or with more."""
        kinds = ["unique"] if value == "true" else ["several", "at_least"]
        return tasks.filter(verdict__kind__in=kinds)
