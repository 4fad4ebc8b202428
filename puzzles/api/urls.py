"""Addresses under ``/api/v1/``."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from puzzles.api import prints, views

router = SimpleRouter(use_regex_path=False)
router.register("piece-sets", views.PieceSetViewSet, basename="api-piece-set")
router.register("tasks", views.TaskViewSet, basename="api-task")
router.register("decks", views.DeckViewSet, basename="api-deck")
router.register("jobs", views.JobViewSet, basename="api-job")
router.register("prints", prints.PrintViewSet, basename="api-print")
router.register("proposals", views.ProposalViewSet, basename="api-proposal")

urlpatterns = [
    path("", include(router.urls)),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html"),
        name="api-docs",
    ),
]
