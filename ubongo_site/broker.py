"""A worker that goes on when the broker didn't hear that a message was dealt with."""

from kombu.transport import redis, virtual


class ForgivingQoS(redis.QoS):
    """Counts the messages at hand; one that couldn't be acknowledged is at hand no longer.

    kombu keeps counting it if Redis didn't answer in time. With as many of them as the worker
    prefetches it would take no message ever again, though it is connected. Redis delivers such a
    message once more after the visibility timeout, and then its job is done already.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        finally:
            virtual.QoS.ack(self, delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue=requeue)
        finally:
            virtual.QoS.ack(self, delivery_tag)


redis.Channel.QoS = ForgivingQoS
