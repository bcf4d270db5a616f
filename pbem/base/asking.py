"""The way this process asks a person for a passphrase; set by whatever has a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Way = Callable[[], bytes]
#: One way, or none where nobody can be asked.
WAYS: list[Way] = []
#: The passphrase of a keyring that was asked for, by its folder.
KNOWN: dict[Path, bytes] = {}


def ask_with(way: Way) -> None:
    """Asks in this way from here on, and for each keyring anew."""
    WAYS[:] = [way]
    KNOWN.clear()
