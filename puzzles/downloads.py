"""Files that are sent to be kept."""

from django.http import HttpResponse


def task_file_response(text: str, *, name: str) -> HttpResponse:
    """A task file as a download."""
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )
