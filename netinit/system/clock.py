"""The clock door."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


class Clock:
    """The clock of this machine."""

    def monotonic_s(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def sleep_s(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)

    def now(self) -> datetime:
        """The time of day, in UTC."""
        from datetime import UTC, datetime

        return datetime.now(UTC)
