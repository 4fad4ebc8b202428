"""A person with an account."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Known to others by a nickname only, and to strangers only if the person wants that."""

    nickname = models.CharField(_("nickname"), max_length=40, blank=True)
    is_listed = models.BooleanField(
        _("shown on public pages"),
        default=True,
        help_text=_("Without it you are left out of public pages and files."),
    )

    class Meta(AbstractUser.Meta):
        pass

    @property
    def public_name(self) -> str:
        """What others read: the nickname, or the login name where none was chosen."""
        return self.nickname or self.get_username()
