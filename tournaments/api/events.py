"""Events of games as the API describes them; whether one may come, the rules say."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers


class RoundEventSerializer(serializers.Serializer[Any]):
    """A round: of dice who ``filled`` the area, else who ``finished``, in order; of classic and
    3-D also whether it was after the second chance."""

    kind = serializers.ChoiceField(["round"])
    filled = serializers.ListField(child=serializers.IntegerField(min_value=0), required=False)
    finished = serializers.ListField(child=serializers.IntegerField(min_value=0), required=False)
    second_chance = serializers.BooleanField(required=False)


class DrawEventSerializer(serializers.Serializer[Any]):
    """A finisher's gem from the bag; ``random`` lets the site draw it."""

    kind = serializers.ChoiceField(["draw"])
    seat = serializers.IntegerField(min_value=0)
    gem = serializers.ChoiceField(["red", "blue", "green", "brown", "random"])


class PawnEventSerializer(serializers.Serializer[Any]):
    """A pawn that is put before a row, before the first round of classic 2003."""

    kind = serializers.ChoiceField(["pawn"])
    seat = serializers.IntegerField(min_value=0)
    row = serializers.IntegerField(min_value=1, max_value=6)


class TakeEventSerializer(serializers.Serializer[Any]):
    """The row that a finisher moves to and takes gems from; null for who was too late."""

    kind = serializers.ChoiceField(["take"])
    seat = serializers.IntegerField(min_value=0)
    row = serializers.IntegerField(min_value=1, max_value=6, allow_null=True)


class PlayoffEventSerializer(serializers.Serializer[Any]):
    """The seat that won the playoff."""

    kind = serializers.ChoiceField(["playoff"])
    winner = serializers.IntegerField(min_value=0)


EVENT = PolymorphicProxySerializer(
    component_name="Event",
    serializers={
        "round": RoundEventSerializer,
        "draw": DrawEventSerializer,
        "pawn": PawnEventSerializer,
        "take": TakeEventSerializer,
        "playoff": PlayoffEventSerializer,
    },
    resource_type_field_name="kind",
)


class OptionsField(serializers.DictField):
    """Which keys there are, the rules say, but each must be a text that can be told."""

    def to_internal_value(self, data: Any) -> dict[Any, Any]:
        options: dict[Any, Any] = super().to_internal_value(data)
        try:
            "".join(options).encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(_("This is no text.")) from None
        return options


@extend_schema_field(EVENT)
class EventField(OptionsField):
    """An event, of which the same holds."""
