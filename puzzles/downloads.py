"""Files that are sent to be kept."""

from django.http import Http404, HttpResponse

from puzzles.models import PrintJob


def task_file_response(text: str, *, name: str) -> HttpResponse:
    """A task file as a download."""
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


def pdf_response(content: bytes, *, name: str) -> HttpResponse:
    """A PDF as a download."""
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def job_file_response(job: PrintJob) -> HttpResponse:
    """What a worker printed, as long as it is kept."""
    try:
        return pdf_response(job.path.read_bytes(), name=job.name)
    except FileNotFoundError:
        raise Http404 from None
