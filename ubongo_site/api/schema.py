"""What drf-spectacular can't know by itself."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class SessionLoginScheme(SessionScheme):
    """Describes ``SessionLogin`` in the schema."""

    target_class = "ubongo_site.api.login.SessionLogin"


class KeyLoginScheme(OpenApiAuthenticationExtension):
    """Describes ``KeyLogin`` in the schema."""

    target_class = "ubongo_site.api.login.KeyLogin"
    name = "keyAuth"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A key from your profile page."}
