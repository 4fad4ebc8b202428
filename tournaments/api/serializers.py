"""What the API says of tournaments, and what it takes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Registration, Tournament
from tournaments.services.games import GameView
from tournaments.services.overview import Overview, overview_of


class StandingSerializer(serializers.Serializer[Any]):
    """A line of the standings."""

    place = serializers.IntegerField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    percent = serializers.IntegerField()


class TableSerializer(serializers.Serializer[GameView]):
    """A table: who sits there, and how the game stands."""

    number = serializers.IntegerField(source="game.table")
    players = serializers.ListField(child=serializers.CharField(), source="names")
    finished = serializers.BooleanField()
    scores = serializers.ListField(child=serializers.IntegerField())
    places = serializers.SerializerMethodField()
    corrections = serializers.IntegerField()
    next_index = serializers.SerializerMethodField()
    events = serializers.ListField(child=serializers.JSONField())

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_places(self, view: GameView) -> list[int]:
        return [standing.place for standing in view.rules.ranking(view.state)]

    def get_next_index(self, view: GameView) -> int:
        return len(view.entries)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament, without its people and tables."""

    url = serializers.HyperlinkedIdentityField(view_name="api-tournament-detail")
    page = serializers.CharField(source="get_absolute_url")
    config = serializers.JSONField()

    class Meta:
        model = Tournament
        fields = [
            "id",
            "url",
            "page",
            "name",
            "variant",
            "config",
            "state",
            "starts_at",
            "time_zone",
            "closes_at",
            "capacity",
            "confirm_hours",
            "check_in_opens_at",
            "check_in_closes_at",
            "version",
        ]


class OverviewSerializer(serializers.Serializer[Overview]):
    """Who plays, who waits, how the tables stand, who stands where."""

    players = serializers.ListField(child=serializers.CharField())
    waiting = serializers.ListField(child=serializers.CharField())
    tables = TableSerializer(many=True)
    standings = StandingSerializer(many=True)


class WholeTournamentSerializer(TournamentSerializer):
    """A tournament with everything that its public page shows."""

    overview = serializers.SerializerMethodField()

    class Meta(TournamentSerializer.Meta):
        fields = [*TournamentSerializer.Meta.fields, "overview"]

    @extend_schema_field(OverviewSerializer)
    def get_overview(self, tournament: Tournament) -> Any:
        return OverviewSerializer(overview_of(tournament, names_for_all=False)).data


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """One's own registration."""

    class Meta:
        model = Registration
        fields = ["number", "state", "offered_until", "is_present"]


class CheckInSerializer(serializers.Serializer[Any]):
    """The code that is posted at the place."""

    code = serializers.CharField(max_length=20)


class EventField(serializers.DictField):
    """An event: which keys it has, the rules say, but each must be a text that can be told."""

    def to_internal_value(self, data: Any) -> dict[Any, Any]:
        event: dict[Any, Any] = super().to_internal_value(data)
        try:
            "".join(event).encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(_("This is no text.")) from None
        return event


class EntrySerializer(serializers.Serializer[Any]):
    """An entry: a key of the sender's own, the index it expects, and the event."""

    key = serializers.UUIDField()
    index = serializers.IntegerField(min_value=0, max_value=100_000)
    event = EventField()


class ConflictSerializer(serializers.Serializer[Any]):
    """Why an entry is not taken, and what stands in its place."""

    index = serializers.ListField(child=serializers.CharField())
    there = EntrySerializer(many=True)


class CorrectionSerializer(serializers.Serializer[Any]):
    """Other events in place of the round at ``index``, with the reason."""

    index = serializers.IntegerField(min_value=0, max_value=100_000)
    events = serializers.ListField(child=EventField(), max_length=20)
    reason = serializers.CharField(max_length=200)


class UndoSerializer(serializers.Serializer[Any]):
    """The index at which the last round begins."""

    index = serializers.IntegerField(min_value=0, max_value=100_000)
