"""Games of people who play alone, to be looked at: what became of each, and what it is worth."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import SoloRun
from tournaments.rules import rules_of
from tournaments.rules.solo import KINDS


class GameFilter(admin.SimpleListFilter):
    """The games by their names."""

    title = _("game")
    parameter_name = "variant"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [(key, rules_of(key).title.spoken(gettext)) for key in KINDS]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(variant=self.value()) if self.value() in KINDS else queryset


class OutcomeFilter(admin.SimpleListFilter):
    """What became of the game."""

    title = _("outcome")
    parameter_name = "outcome"
    outcomes = {
        "playing": Q(ended_at=None),
        "counts": Q(result__isnull=False),
        "nothing": Q(ended_at__isnull=False, result=None),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [
            ("playing", _("goes on")),
            ("counts", _("with a result")),
            ("nothing", _("without a result")),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(self.outcomes.get(self.value() or "", Q()))


@admin.register(SoloRun)
class SoloRunAdmin(admin.ModelAdmin):
    """Nobody changes or removes a game here: records stand on it."""

    list_display = (
        "player",
        "game",
        "form_played",
        "started_at",
        "ended",
        "solved",
        "time",
    )
    list_filter = (GameFilter, OutcomeFilter, "started_at")
    list_select_related = ("player", "result")
    search_fields = ("player__username", "player__nickname", "=id")
    search_help_text = _("Player, or number of the game")
    date_hierarchy = "started_at"
    fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("game"), ordering="variant")
    def game(self, run: SoloRun) -> str:
        return rules_of(run.variant).title.spoken(gettext)

    @admin.display(description=_("form"))
    def form_played(self, run: SoloRun) -> str:
        config = rules_of(run.variant).parse_config(run.config)
        return " · ".join(part.spoken(gettext) for part in config.label)

    @admin.display(description=_("ended"), ordering="ended_at")
    def ended(self, run: SoloRun) -> datetime | None:
        return run.ended_at

    @admin.display(description=_("solved"), empty_value="–")
    def solved(self, run: SoloRun) -> int | None:
        return run.result.solved if hasattr(run, "result") else None

    @admin.display(description=_("seconds"), empty_value="–")
    def time(self, run: SoloRun) -> float | None:
        return run.result.seconds if hasattr(run, "result") else None
