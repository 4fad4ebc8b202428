"""What drf-spectacular can't know by itself."""

from drf_spectacular.authentication import SessionScheme


class SessionLoginScheme(SessionScheme):
    """Describes ``SessionLogin`` in the schema."""

    target_class = "ubongo_site.api.login.SessionLogin"
