"""What the environment says: the embedded default, or production with its secrets.

With no variable set, everything the site needs lives in ``var/`` of the checkout: an SQLite
database, a generated secret key, the socket of a private Valkey. ``UBONGO_PRODUCTION=1`` is the
explicit switch to the other kind of site, which insists on every secret by name.
"""

import hashlib
import os
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

# Linux refuses socket paths of 108 bytes and more.
LONGEST_SOCKET_PATH = 107


def require(names: Sequence[str]) -> None:
    """Stop the start unless each variable is set, with one message that names those missing."""
    missing = [name for name in names if not os.environ.get(name)]
    if missing:
        raise ImproperlyConfigured(
            "UBONGO_PRODUCTION is set, so these environment variables must be set too: "
            + ", ".join(missing)
        )


def local_secret_key(var: Path) -> str:
    """The embedded site's own secret, made at its first start and kept in ``var``."""
    path = var / "secret_key"
    var.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        # Written whole and then linked: of two first starts both read what the first one linked.
        descriptor, fresh = tempfile.mkstemp(dir=var)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(fresh, path)
        os.unlink(fresh)
    return path.read_text()


def local_socket(var: Path) -> Path:
    """Where the private Valkey listens: in ``var``, or in the temporary folder if too long."""
    path = var / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"ubongo-{name}.sock"


def broker_url(redis_url: str) -> str:
    """The address in Celery's spelling (kombu writes a socket as ``redis+socket://``)."""
    if redis_url.startswith("unix://"):
        return "redis+socket://" + redis_url.removeprefix("unix://")
    return redis_url
