"""The site: settings, addresses, the worker's application and the starter."""

from ubongo_site.celery import app as celery_app

__all__ = ["celery_app"]
