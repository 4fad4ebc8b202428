"""Addresses of the catalog's pages."""

from django.urls import path

from puzzles import print_views, views

urlpatterns = [
    path("", views.catalog, name="catalog"),
    path("tasks/<int:pk>/", views.task, name="task"),
    path("tasks/<int:pk>/task-file/", views.task_file, name="task-file"),
    path("decks/", views.decks, name="decks"),
    path("decks/proving/", views.proving, name="proving"),
    path("decks/<slug:key>/", views.deck, name="deck"),
    path("piece-sets/<slug:key>/picker/", views.picker, name="picker"),
    path("propose/", views.propose, name="propose"),
    path("proposals/", views.proposals, name="proposals"),
    path("proposals/<int:pk>/withdraw/", views.withdraw, name="withdraw-proposal"),
    path("jobs/<uuid:pk>/", views.job, name="job"),
    path("jobs/<uuid:pk>/cancel/", views.cancel_job, name="cancel-job"),
    path("jobs/<uuid:pk>/retry/", views.retry_job, name="retry-job"),
    path("print/", print_views.print_shop, name="print-shop"),
    path("print/<slug:kind>/", print_views.print_page, name="print-kind"),
    path("print/<slug:kind>/pdf/", print_views.print_file, name="print-kind-file"),
    path("print/<slug:kind>/order/", print_views.order_print, name="order-print"),
    path("print/jobs/<uuid:pk>/", print_views.print_job, name="print-job"),
    path("print/jobs/<uuid:pk>/pdf/", print_views.print_job_file, name="print-job-file"),
    path("print/jobs/<uuid:pk>/cancel/", print_views.cancel_print, name="cancel-print"),
    path("print/jobs/<uuid:pk>/retry/", print_views.retry_print, name="retry-print"),
]
