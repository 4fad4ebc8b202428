"""Settings, all from the environment; see ``environment`` for the two kinds of site."""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from ubongo_site.environment import broker_url, local_secret_key, local_socket, require

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("UBONGO_VAR", default=str(BASE_DIR / "var"))).resolve()
PRODUCTION = env.bool("UBONGO_PRODUCTION", default=False)
DEBUG = False

if PRODUCTION:
    require(["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_EMAIL"])
    SECRET_KEY = env.str("SECRET_KEY")
    if len(SECRET_KEY) < 50:
        raise ImproperlyConfigured("SECRET_KEY must have at least 50 characters.")
else:
    SECRET_KEY = env.str("SECRET_KEY", default="") or local_secret_key(VAR_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
# Where the site is, for e-mails and printed codes.
SITE_URL = env.str(
    "SITE_URL",
    default=f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
    if PRODUCTION
    else f"http://127.0.0.1:{env.str('PORT', default='8000')}",
).rstrip("/")
# Files with the texts that the law asks of whoever runs a site; without them there is no such page.
LEGAL_PAGES = {
    "imprint": env.str("IMPRINT_FILE", default=""),
    "privacy": env.str("PRIVACY_FILE", default=""),
}
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "ubongo_site.outbox",
    "puzzles",
    "tournaments",
    "ubongo_site.accounts",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "ubongo_site.urls"
WSGI_APPLICATION = "ubongo_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ubongo_site.legal.legal_pages",
            ],
        },
    },
]

# --- data -------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'ubongo.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue for up to 20 s instead of failing; IMMEDIATE keeps a read from turning into
    # a write that SQLite would have to refuse.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default=f"unix://{local_socket(VAR_DIR)}")
# A broker that is away or frozen must not hold up a request for longer than this.
BROKER_TIMEOUT_SECONDS = 2
# The cache only counts requests; a request asks it several times and does without in time.
CACHE_TIMEOUT_SECONDS = 0.25
CACHES = {
    "default": {
        "BACKEND": "ubongo_site.cache.DispensableRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "ubongo",
        "OPTIONS": {
            "socket_timeout": CACHE_TIMEOUT_SECONDS,
            "socket_connect_timeout": CACHE_TIMEOUT_SECONDS,
        },
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# --- decks ------------------------------------------------------------------------------------

# The deck files in here are loaded at a start, unless they are there already.
DECKS_DIR = Path(env.str("UBONGO_DECKS", default=str(BASE_DIR / "puzzles/decks/shipped"))).resolve()

# --- jobs -------------------------------------------------------------------------------------

# How long it is remembered what workers did: ended jobs and proofs, e-mails sent or given up.
KEPT_DAYS = env.int("UBONGO_KEPT_DAYS", default=30)
if not 1 <= KEPT_DAYS <= 36_500:
    raise ImproperlyConfigured("UBONGO_KEPT_DAYS must be from 1 to 36500.")

CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Above the time limits of all tasks. Nobody waits for it: the sweeper looks at the rows.
    "visibility_timeout": 120,
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
    "socket_timeout": BROKER_TIMEOUT_SECONDS,
    "socket_connect_timeout": BROKER_TIMEOUT_SECONDS,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 10
CELERY_TASK_TIME_LIMIT = 12
CELERY_IMPORTS = ["ubongo_site.broker"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "sweep-jobs": {
        "task": "puzzles.tasks.sweep_jobs",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "clear-away-jobs": {
        "task": "puzzles.tasks.clear_away_jobs",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "clear-away-prints": {
        "task": "puzzles.tasks.clear_away_prints",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "sweep-mails": {
        "task": "ubongo_site.outbox.tasks.sweep_mails",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "sweep-offers": {
        "task": "tournaments.tasks.sweep_offers",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
}

# --- people -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "ubongo_site.accounts.adapter.SiteAccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_FORMS = {"signup": "ubongo_site.accounts.forms.SignupForm"}
# An account works at once; the address is confirmed when its owner follows the link.
# A club registers behind one address, all at once.
ACCOUNT_RATE_LIMITS = {"signup": "200/m/ip"}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Ubongo] "
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"

EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# A mail server that doesn't answer must not hold a worker until its time limit.
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("SITE_EMAIL", default="ubongo@localhost")

# --- languages and time -----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files ------------------------------------------------------------------------------------

# What workers print lies here for a day; all machines of a site must share it.
PRINTS_DIR = VAR_DIR / "prints"
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "ubongo_site.static.HashedModuleStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# A file with four hundred tasks weighs about 60 kB; ten times that is refused with a message.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000

# --- API --------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "ubongo_site.api.login.SessionLogin",
        "ubongo_site.api.login.KeyLogin",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["ubongo_site.api.parsers.BoundedJSONParser"],
    # A message may quote half a character (a lone surrogate), which only an escape can write.
    "UNICODE_JSON": False,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "ubongo_site.api.pages.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "240/min", "user": "1200/min", "check": "60/min"},
    "EXCEPTION_HANDLER": "ubongo_site.api.errors.refusals_as_errors",
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Ubongo site",
    "DESCRIPTION": "Proven puzzle cards, decks as task files, checks, proposals, tournaments.\n\n"
    "What is refused is told by field, as a list of messages. 400: a mistake in what was sent."
    " 401: log in first. 403: not yours to do. 404: not there, or not for you to see."
    " 409: not at this point; look at how it stands.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "TaskState": "puzzles.models.Task.State",
        "TournamentState": "tournaments.models.Tournament.State",
        "RegistrationState": "tournaments.models.Registration.State",
        "RoundKind": "tournaments.models.Round.Kind",
        "DeckState": "puzzles.models.Deck.State",
        "JobState": "puzzles.models.Job.State",
        "ProposalState": "puzzles.models.Proposal.State",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- security ---------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_HTTPONLY = False
if PRODUCTION:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    if ALLAUTH_TRUSTED_PROXY_COUNT:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}
