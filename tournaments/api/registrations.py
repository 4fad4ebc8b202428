"""Who takes part, through the API: one's own registration, and the desk's list."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api import asking
from tournaments.api.permission import OfTournament
from tournaments.api.serializers import CheckInSerializer, RegistrationSerializer
from tournaments.models import Game, Registration, Tournament
from tournaments.services import presence, registration


class OwnSeatSerializer(serializers.Serializer[Game]):
    """Where somebody sits."""

    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField(source="table")
    game = serializers.IntegerField(source="pk")


class OwnRegistrationSerializer(RegistrationSerializer):
    """One's own registration, and one's table in the latest round that one sat in."""

    table = serializers.SerializerMethodField()

    class Meta(RegistrationSerializer.Meta):
        fields = [*RegistrationSerializer.Meta.fields, "table"]

    @extend_schema_field(OwnSeatSerializer(allow_null=True))
    def get_table(self, own: Registration) -> Any:
        latest = Game.objects.latest_of(own)
        return latest and OwnSeatSerializer(latest).data


class ListedRegistrationSerializer(serializers.ModelSerializer[Registration]):
    """A registration as the desk sees it; guests have no account."""

    name = serializers.CharField()
    is_guest = serializers.SerializerMethodField()

    class Meta:
        model = Registration
        fields = ["number", "name", "is_guest", "state", "offered_until", "is_present"]

    def get_is_guest(self, listed: Registration) -> bool:
        return listed.user_id is None


class RemovedSerializer(serializers.Serializer[Any]):
    """How many were taken off."""

    removed = serializers.IntegerField()


class PlayerViewSet(OfTournament):
    """What a player does with a tournament."""

    permission_classes = [IsAuthenticated]
    always_400 = ("register", "confirm", "check_in", "withdraw")

    @extend_schema(responses=OwnRegistrationSerializer)
    @action(detail=True)
    def own(self, request: Request, pk: int) -> Response:
        """One's own registration and table; 404 for whoever never registered."""
        own = get_object_or_404(self.seen().registrations, user=self.person)
        return Response(OwnRegistrationSerializer(own).data)

    @extend_schema(request=None, responses=RegistrationSerializer)
    @action(detail=True, methods=["post"])
    def register(self, request: Request, pk: int) -> Response:
        """Take part: a place, or the waitlist."""
        own = registration.register_player(
            user=self.person, tournament=self.seen(), now=timezone.now()
        )
        return Response(RegistrationSerializer(own).data)

    @extend_schema(request=None, responses=RegistrationSerializer)
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, pk: int) -> Response:
        """Take the place that is offered."""
        own = registration.confirm_place(
            user=self.person, tournament=self.seen(), now=timezone.now()
        )
        return Response(RegistrationSerializer(own).data)

    @extend_schema(request=CheckInSerializer, responses=RegistrationSerializer)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, pk: int) -> Response:
        """Say that one is there, with the code of the place."""
        tournament = self.seen()
        asked = self.read(CheckInSerializer)
        own = presence.check_in(
            user=self.person, tournament=tournament, now=timezone.now(), **asked
        )
        return Response(RegistrationSerializer(own).data)

    @extend_schema(request=None, responses=RegistrationSerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: int) -> Response:
        """Take part no longer."""
        own = registration.withdraw_player(
            user=self.person, tournament=self.seen(), now=timezone.now()
        )
        return Response(RegistrationSerializer(own).data)

    @extend_schema(request=None, responses=RegistrationSerializer)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, pk: int) -> Response:
        """Not to be drawn any more, while it is played; what was won stays."""
        own = presence.leave(user=self.person, tournament=self.seen())
        return Response(RegistrationSerializer(own).data)

    @extend_schema(request=None, responses=RegistrationSerializer)
    @action(detail=True, methods=["post"], url_path="come-back")
    def come_back(self, request: Request, pk: int) -> Response:
        """To be drawn again from the next round on, after one has left."""
        own = presence.come_back(user=self.person, tournament=self.seen())
        return Response(RegistrationSerializer(own).data)

    @extend_schema(request=asking.MailsSerializer, responses=RegistrationSerializer)
    @action(detail=True, methods=["put"])
    def mails(self, request: Request, pk: int) -> Response:
        """To be written to of one's table in each round, or in the first alone."""
        tournament = self.seen()
        asked = self.read(asking.MailsSerializer)
        own = registration.wish_mails(user=self.person, tournament=tournament, **asked)
        return Response(RegistrationSerializer(own).data)


class RegistrationViewSet(OfTournament):
    """The desk's list: who is there, guests, who is taken off or back; for the organiser."""

    permission_classes = [IsAuthenticated]
    lookup_field = "number"

    @extend_schema(responses=ListedRegistrationSerializer(many=True))
    def list(self, request: Request, pk: int) -> Response:
        """Everybody in the order of arrival, with the names that the desk knows."""
        listed: Any = self.run().registrations.select_related("user")
        page: Any = self.paginate_queryset(listed)
        return self.get_paginated_response(ListedRegistrationSerializer(page, many=True).data)

    @extend_schema(responses=ListedRegistrationSerializer)
    def retrieve(self, request: Request, pk: int, number: int) -> Response:
        """One of them."""
        return _told(self._listed(self.run()))

    @extend_schema(request=asking.GuestSerializer, responses={201: ListedRegistrationSerializer})
    def create(self, request: Request, pk: int) -> Response:
        """Enter somebody without an account."""
        tournament = self.run()
        guest = presence.enter_guest(
            tournament=tournament,
            name=self.read(asking.GuestSerializer)["guest_name"],
            is_present=self.sent["is_present"],
            now=timezone.now(),
        )
        address = reverse("api-registration-detail", args=[pk, guest.number], request=request)
        return _told(guest, status=status.HTTP_201_CREATED, headers={"Location": address})

    @extend_schema(request=asking.PresenceSerializer, responses=ListedRegistrationSerializer)
    def partial_update(self, request: Request, pk: int, number: int) -> Response:
        """Note that somebody is there, or is not."""
        listed = self._listed(self.run())
        asked = self.read(asking.PresenceSerializer)
        return _told(presence.set_presence(registration=listed, **asked))

    @extend_schema(request=None, responses=ListedRegistrationSerializer)
    @action(detail=True, methods=["post"], url_path="take-off")
    def take_off(self, request: Request, pk: int, number: int) -> Response:
        """Take somebody off; the next of the waitlist moves up."""
        listed = self._listed(self.run())
        return _told(presence.take_off(registration=listed, now=timezone.now()))

    @extend_schema(request=None, responses=ListedRegistrationSerializer)
    @action(detail=True, methods=["post"], url_path="take-back")
    def take_back(self, request: Request, pk: int, number: int) -> Response:
        """Put somebody on the list again; they come last, with a number that is new."""
        listed = self._listed(self.run())
        return _told(presence.take_back(registration=listed, now=timezone.now()))

    @extend_schema(request=None, responses=RemovedSerializer)
    @action(detail=False, methods=["post"], url_path="remove-absent")
    def remove_absent(self, request: Request, pk: int) -> Response:
        """Take off everybody who has a place and is not there."""
        removed = presence.remove_absent(tournament=self.run(), now=timezone.now())
        return Response({"removed": removed})

    def _listed(self, tournament: Tournament) -> Registration:
        return get_object_or_404(
            tournament.registrations.select_related("user"), number=self.kwargs["number"]
        )


def _told(listed: Registration, **answer: Any) -> Response:
    return Response(ListedRegistrationSerializer(listed).data, **answer)
