"""What drf-spectacular can't know by itself."""

from drf_spectacular.authentication import SessionScheme

from ubongo_site.api.login import SessionLogin


class SessionLoginScheme(SessionScheme):
    """Describes ``SessionLogin`` in the schema."""

    target_class = SessionLogin
