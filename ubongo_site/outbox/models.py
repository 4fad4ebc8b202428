"""An e-mail to one person."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Mail(models.Model):
    """Rendered when it is queued. The row is the truth; the queue only wakes a worker.

    ``claim`` names the one worker that may send it, until ``lease_until``. The text is wiped once
    the mail is sent, since it may hold a link that gives access to an account.
    """

    class State(models.TextChoices):
        QUEUED = "queued", pgettext_lazy("e-mail", "queued")
        SENDING = "sending", pgettext_lazy("e-mail", "being sent")
        SENT = "sent", pgettext_lazy("e-mail", "sent")
        FAILED = "failed", pgettext_lazy("e-mail", "failed")

    # Names the mail for the servers on its way, so that they can drop a copy of it.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    recipient = models.EmailField(_("recipient"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"), blank=True)
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claim = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    wake_at = models.DateTimeField()
    failure = models.CharField(_("why it failed"), max_length=200, blank=True)
    created = models.DateTimeField(_("created"))
    sent = models.DateTimeField(_("sent"), null=True)

    class Meta:
        ordering = ["-created", "pk"]
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")
        indexes = [models.Index(fields=["state", "wake_at"], name="mail_to_be_woken")]

    def __str__(self) -> str:
        return f"{self.subject} → {self.recipient}"
