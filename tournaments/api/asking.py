"""What an organiser asks for in the API; whether it can be, the services say."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from tournaments.api.events import OptionsField
from tournaments.api.examples import CUP
from tournaments.models import MOST_ROUNDS, Tournament
from tournaments.services.organising import PLAYABLE
from tournaments.standings.metrics import METRICS

# Larger numbers are nobody's: of a player, of a round.
LARGEST = 100_000

GAMES = f"One of {', '.join(PLAYABLE)}."


class PlaceTimeField(serializers.DateTimeField):
    """A moment with its zone; without one it is as a clock of the place shows it."""

    def enforce_timezone(self, value: Any) -> Any:
        return value


@extend_schema_serializer(examples=[CUP])
class AskedTournamentSerializer(serializers.Serializer[Any]):
    """A tournament as the organiser wants it. Times without a zone are those of ``time_zone``;
    what is left out is as usual."""

    name = serializers.CharField()
    variant = serializers.CharField(help_text=GAMES)
    config = OptionsField(required=False, help_text="The game's options, such as areas, pieces.")
    starts_at = PlaceTimeField()
    time_zone = serializers.CharField(help_text="Such as Europe/Berlin.")
    venue = serializers.CharField(required=False, allow_blank=True)
    about = serializers.CharField(required=False, allow_blank=True)
    closes_at = PlaceTimeField(required=False, allow_null=True)
    capacity = serializers.IntegerField()
    confirm_hours = serializers.IntegerField(required=False)
    check_in_opens_at = PlaceTimeField(required=False, allow_null=True)
    check_in_closes_at = PlaceTimeField(required=False, allow_null=True)
    planned_rounds = serializers.IntegerField(required=False)
    table_size = serializers.IntegerField(required=False, help_text="2 to 4")
    score_weight = serializers.DecimalField(max_digits=4, decimal_places=1, required=False)
    finals = serializers.ChoiceField(
        choices=Tournament.Finals.choices, required=False, allow_blank=True
    )
    metrics = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        allow_empty=False,
        max_length=len(METRICS),
        help_text=f"In the order in which they decide: some of {', '.join(METRICS)}.",
    )


class PlanSerializer(serializers.Serializer[Any]):
    """How many rounds are played after all, and what comes after them."""

    planned_rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    finals = serializers.ChoiceField(choices=Tournament.Finals.choices, allow_blank=True)


class GuestSerializer(serializers.Serializer[Any]):
    """Somebody without an account."""

    guest_name = serializers.CharField(allow_blank=True)
    is_present = serializers.BooleanField(default=False)


class PresenceSerializer(serializers.Serializer[Any]):
    """Whether somebody is there."""

    is_present = serializers.BooleanField()


class MailsSerializer(serializers.Serializer[Any]):
    """Whether one is written to of one's table in each round, or in the first alone."""

    each_round = serializers.BooleanField()


class NextRoundSerializer(serializers.Serializer[Any]):
    """The number of the next round, asked for once; another game for it, if it has its own.

    ``early_reason`` is needed while results are missing, and stays with the round.
    """

    number = serializers.IntegerField(min_value=1, max_value=LARGEST)
    variant = serializers.CharField(required=False, help_text=GAMES)
    config = OptionsField(required=False)
    early_reason = serializers.CharField(required=False, allow_blank=True)


class PairSerializer(serializers.Serializer[Any]):
    """Two players, by the numbers of their registrations."""

    one = serializers.IntegerField(min_value=1, max_value=LARGEST)
    other = serializers.IntegerField(min_value=1, max_value=LARGEST)


class PlayedOutSerializer(serializers.Serializer[Any]):
    """The numbers of all registrations that share a place, the winner first."""

    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST), max_length=1000
    )


class MinutesSerializer(serializers.Serializer[Any]):
    """For how long."""

    minutes = serializers.IntegerField()


class ExtensionSerializer(MinutesSerializer):
    """Which table gets how many minutes more."""

    table = serializers.IntegerField(min_value=1, max_value=LARGEST)


class BoxesSerializer(serializers.Serializer[Any]):
    """So many boxes of a deck, by its key."""

    deck = serializers.CharField()
    boxes = serializers.IntegerField()


class DisputeSerializer(serializers.Serializer[Any]):
    """What is wrong with a result."""

    dispute = serializers.CharField(allow_blank=True)
