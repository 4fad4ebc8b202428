"""What the API says of tournaments, and what it takes."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.events import EventField, OptionsField
from tournaments.models import Registration, Tournament
from tournaments.rules import Choice, Field, Seats
from tournaments.services.games import GameView
from tournaments.services.overview import Overview, overview_of
from tournaments.standings.metrics import Metric


class StandingSerializer(serializers.Serializer[Any]):
    """A line of the standings; ``figures`` are those of the tournament's metrics, in order."""

    place = serializers.IntegerField()
    player = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)
    figures = serializers.ListField(child=serializers.CharField())
    why = serializers.ListField(child=serializers.CharField())


class LineSerializer(StandingSerializer):
    """A line of the standings, and whose it is by the number of the registration."""

    registration = serializers.IntegerField(source="number")


class MetricSerializer(serializers.Serializer[Metric]):
    """What decides, in words."""

    key = serializers.CharField()
    label = serializers.SerializerMethodField()  # type: ignore[assignment]
    rule = serializers.SerializerMethodField()

    def get_label(self, metric: Metric) -> str:
        return gettext(metric.label)

    def get_rule(self, metric: Metric) -> str:
        return gettext(metric.rule)


class StandingsSerializer(serializers.Serializer[Overview]):
    """How everybody stands and why, by which metrics; final once the tournament is finished."""

    is_final = serializers.SerializerMethodField()
    metrics = MetricSerializer(many=True)
    standings = LineSerializer(many=True)

    def get_is_final(self, overview: Overview) -> bool:
        return overview.tournament.state == Tournament.State.FINISHED


class FieldSerializer(serializers.Serializer[Any]):
    """A field of an event: some of ``seats``, ``least`` to ``most``, or one of ``values``."""

    name = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField(), required=False)
    least = serializers.IntegerField(required=False)
    most = serializers.IntegerField(required=False)
    ordered = serializers.BooleanField(required=False)
    values = serializers.ListField(child=serializers.JSONField(), required=False)


class OptionSerializer(serializers.Serializer[Any]):
    """A kind of event that may come next, with its fields."""

    kind = serializers.CharField()
    fields = FieldSerializer(many=True)  # type: ignore[assignment]


def _field(field: Field) -> dict[str, Any]:
    """What a field may hold; what chance may decide, too, where the site can draw."""
    if isinstance(field, Seats):
        return {
            "name": field.name,
            "seats": list(field.free),
            "least": field.least,
            "most": field.most,
            "ordered": field.ordered,
        }
    assert isinstance(field, Choice)
    by_chance = [field.by_chance] if field.by_chance else []
    return {"name": field.name, "values": [*field.values, *by_chance]}


class TableSerializer(serializers.Serializer[GameView]):
    """A table: who sits there, what they agreed on, how the game stands and what may come next."""

    number = serializers.IntegerField(source="game.table")
    players = serializers.ListField(child=serializers.CharField(), source="names")
    config = serializers.JSONField(source="game.config")
    finished = serializers.BooleanField()
    confirmed = serializers.SerializerMethodField()
    scores = serializers.ListField(child=serializers.IntegerField())
    places = serializers.SerializerMethodField()
    why = serializers.SerializerMethodField()
    corrections = serializers.IntegerField()
    next_index = serializers.SerializerMethodField()
    next = serializers.SerializerMethodField()
    events = serializers.ListField(child=EventField())

    def get_confirmed(self, view: GameView) -> bool:
        return view.game.confirmed_at is not None

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_places(self, view: GameView) -> list[int]:
        return [standing.place for standing in view.rules.ranking(view.state)]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_why(self, view: GameView) -> list[str]:
        return [one.why.spoken(gettext, view.names) for one in view.rules.ranking(view.state)]

    @extend_schema_field(OptionSerializer(many=True))
    def get_next(self, view: GameView) -> list[dict[str, Any]]:
        return [
            {"kind": option.kind, "fields": [_field(field) for field in option.fields]}
            for option in view.expected.options
        ]

    def get_next_index(self, view: GameView) -> int:
        return len(view.entries)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament, without its people and tables."""

    url = serializers.HyperlinkedIdentityField(view_name="api-tournament-detail")
    page = serializers.CharField(source="get_absolute_url")
    calendar = serializers.HyperlinkedIdentityField(view_name="calendar-file")
    config = serializers.JSONField()

    class Meta:
        model = Tournament
        fields = [
            "id",
            "url",
            "page",
            "calendar",
            "name",
            "variant",
            "config",
            "state",
            "starts_at",
            "time_zone",
            "venue",
            "about",
            "closes_at",
            "capacity",
            "confirm_hours",
            "check_in_opens_at",
            "check_in_closes_at",
            "planned_rounds",
            "table_size",
            "score_weight",
            "finals",
            "metrics",
            "version",
        ]


class OverviewSerializer(serializers.Serializer[Overview]):
    """Who plays, who waits, how the tables stand, who stands where."""

    players = serializers.ListField(child=serializers.CharField())
    waiting = serializers.ListField(child=serializers.CharField())
    tables = TableSerializer(many=True)
    standings = StandingSerializer(many=True)


class WholeTournamentSerializer(TournamentSerializer):
    """A tournament with everything that its public page shows; for the desk with the code that
    players check in with."""

    check_in_code = serializers.SerializerMethodField()
    overview = serializers.SerializerMethodField()

    class Meta(TournamentSerializer.Meta):
        fields = [*TournamentSerializer.Meta.fields, "check_in_code", "overview"]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_check_in_code(self, tournament: Tournament) -> str | None:
        is_desk = self.context["request"].user.pk == tournament.organiser_id
        return tournament.check_in_code if is_desk else None

    @extend_schema_field(OverviewSerializer)
    def get_overview(self, tournament: Tournament) -> Any:
        return OverviewSerializer(overview_of(tournament)).data


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """One's own registration."""

    class Meta:
        model = Registration
        fields = ["number", "state", "offered_until", "is_present", "mails_each_round"]


class RowsSerializer(serializers.Serializer[Any]):
    """The rows of a table, each with its columns by name."""

    rows = serializers.ListField(child=serializers.DictField(child=serializers.JSONField()))


class CheckInSerializer(serializers.Serializer[Any]):
    """The code that is posted at the place."""

    code = serializers.CharField(max_length=20)


class EntrySerializer(serializers.Serializer[Any]):
    """An entry: a key of the sender's own, the index it expects, and the event."""

    key = serializers.UUIDField()
    index = serializers.IntegerField(min_value=0, max_value=100_000)
    event = EventField()


class ConflictSerializer(serializers.Serializer[Any]):
    """Why an entry is not taken, and what stands in its place."""

    index = serializers.ListField(child=serializers.CharField())
    there = EntrySerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    """Other events in place of the round at ``index``; none take it out.

    ``seen`` is the ``id`` of the entry that was looked at there: 409 if it is another by now.
    """

    index = serializers.IntegerField(min_value=0, max_value=100_000)
    seen = serializers.IntegerField(required=False)
    events = serializers.ListField(child=EventField(), max_length=20)


class CorrectionSerializer(RoundSerializer):
    """A corrected round with the reason, and later rounds that are corrected in the same step."""

    also = serializers.ListField(child=RoundSerializer(), required=False, max_length=50)
    reason = serializers.CharField(max_length=200)


class SheetSerializer(serializers.Serializer[Any]):
    """A whole finished game, with a key of the sender's own."""

    key = serializers.UUIDField()
    events = serializers.ListField(child=EventField(), max_length=1000)


class AgreementSerializer(serializers.Serializer[Any]):
    """What the table agreed on; these options replace those of the same name."""

    config = OptionsField()


class UndoSerializer(serializers.Serializer[Any]):
    """The index of the last entry, or of the first of those of the last round to be undone.

    ``seen`` is the ``id`` of the last entry that was looked at: 409 if it is another by now.
    """

    index = serializers.IntegerField(min_value=0, max_value=100_000)
    seen = serializers.IntegerField(required=False)
