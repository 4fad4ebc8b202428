"""Prints in the API: every print is a job of the person who asked for it."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from puzzles.downloads import job_file_response
from puzzles.models import Job, PrintJob
from puzzles.printing.sheet import PAPERS
from puzzles.services import prints, queue


class PrintOptionsSerializer(serializers.Serializer[Any]):
    """What is to be printed and how; each kind takes some of these, and refuses the others."""

    kind = serializers.ChoiceField(
        choices=[key for key, kind in prints.KINDS.items() if kind.is_in_shop]
    )
    paper = serializers.ChoiceField(choices=list(PAPERS), required=False)
    language = serializers.ChoiceField(choices=list(dict(settings.LANGUAGES)), required=False)
    ink_saving = serializers.BooleanField(required=False)
    seed = serializers.IntegerField(required=False, help_text="dice-pad")
    sheets = serializers.IntegerField(
        required=False, help_text="all but cards, solutions: copies or sets"
    )
    pads = serializers.IntegerField(required=False, help_text="dice-pad: so many seeds")
    areas = serializers.IntegerField(required=False, help_text="dice-pad: 5 or 6")
    deck = serializers.CharField(required=False, help_text="cards, solutions: its key")
    boards = serializers.ListField(
        child=serializers.IntegerField(), required=False, max_length=999, help_text="none: all"
    )
    piece_set = serializers.CharField(required=False, help_text="pieces: its key")
    square_mm = serializers.FloatField(required=False, help_text="cards, pieces")
    duplex = serializers.ChoiceField(choices=["long", "short", "fold"], required=False)
    order = serializers.ChoiceField(choices=["interleaved", "fronts-first"], required=False)
    back_x_mm = serializers.FloatField(required=False, help_text="cards")
    back_y_mm = serializers.FloatField(required=False, help_text="cards")


class PrintJobSerializer(serializers.ModelSerializer[PrintJob]):
    """A print, how far it is, and where its file lies when it is done."""

    url = serializers.HyperlinkedIdentityField(view_name="api-print-detail")
    page = serializers.CharField(source="get_absolute_url")
    file = serializers.SerializerMethodField()
    options = serializers.JSONField()
    failure = serializers.CharField(help_text="attempts, error, refused, or empty")

    class Meta:
        model = PrintJob
        fields = [
            "id",
            "url",
            "page",
            "kind",
            "options",
            "state",
            "attempts",
            "steps_done",
            "steps",
            "failure",
            "created",
            "finished",
            "file",
        ]

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_file(self, job: PrintJob) -> str | None:
        if job.state != Job.State.DONE:
            return None
        return reverse("api-print-file", args=[job.pk], request=self.context.get("request"))


class PrintViewSet(
    mixins.RetrieveModelMixin, mixins.ListModelMixin, viewsets.GenericViewSet[PrintJob]
):
    """One's own prints; files are kept for a day."""

    queryset = PrintJob.objects.none()
    serializer_class = PrintJobSerializer
    permission_classes = [IsAuthenticated]
    lookup_value_converter = "uuid"

    def get_queryset(self) -> Any:
        return PrintJob.objects.visible_to(self.request.user)

    def get_throttles(self) -> Any:
        self.throttle_scope = "check" if self.action == "create" else None
        return super().get_throttles()

    @extend_schema(request=PrintOptionsSerializer, responses={202: PrintJobSerializer})
    def create(self, request: Request) -> Response:
        """Have something printed: 202 with the job's address in ``Location``."""
        given = PrintOptionsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        chosen = dict(given.validated_data)
        options = prints.PrintOptions.read(chosen.pop("kind"), chosen)
        job = prints.jobs.submit(user=request.user, options=options, now=timezone.now())
        body = self.get_serializer(job).data
        return Response(body, status.HTTP_202_ACCEPTED, headers={"Location": str(body["url"])})

    @extend_schema(responses={(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)})
    @action(detail=True, url_path="file")
    def file(self, request: Request, pk: str) -> HttpResponse:
        """The finished PDF."""
        job = self.get_object()
        if job.state != Job.State.DONE:
            raise Http404
        return job_file_response(job)

    @extend_schema(request=None, responses=PrintJobSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop the print."""
        job = queue.cancel(job=self.get_object(), now=timezone.now())
        return Response(self.get_serializer(job).data)

    @extend_schema(request=None, responses=PrintJobSerializer)
    @action(detail=True, methods=["post"])
    def retry(self, request: Request, pk: str) -> Response:
        """Queue a failed or cancelled print again."""
        job = queue.retry(job=self.get_object(), now=timezone.now())
        return Response(self.get_serializer(job).data)
