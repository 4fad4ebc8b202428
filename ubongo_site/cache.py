"""A Redis cache that the site can do without."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class DispensableRedisCache(RedisCache):
    """Counts requests and logins; with Redis away every look-up is a miss and no request fails.

    So the limits are open while Redis is down: better than a site that is down with it.
    """

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except RedisError as error:
            logger.warning("cache is away: %s", error)
            return default

    def set(self, key: Any, value: Any, timeout: Any = 300, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except RedisError as error:
            logger.warning("cache is away: %s", error)

    def add(self, key: Any, value: Any, timeout: Any = 300, version: int | None = None) -> bool:
        try:
            return super().add(key, value, timeout, version)
        except RedisError as error:
            logger.warning("cache is away: %s", error)
            return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return super().delete(key, version)
        except RedisError as error:
            logger.warning("cache is away: %s", error)
            return False
