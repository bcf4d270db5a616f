"""One turn of the clock for one game: what has come is taken in, played as far as it goes, and sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pbem.errors import Waiting
from pbem.keyring import Keyring
from pbem.match.intake import take_in
from pbem.match.office import at_work
from pbem.match.outbox import deliver
from pbem.match.post import letters_in
from pbem.match.running import run


def tick(folder: Path, keyring: Path | None, now: datetime, mail: Path | None, target: Path | None) -> Iterator[str]:
    """What was done, line by line. Letters are taken from the folder given; none is taken twice."""
    with at_work(folder, Keyring.open(keyring), now) as office:
        for path in letters_in([mail]) if mail else []:
            taken = take_in(office, path)
            if taken.error:
                yield f"{path.name}: {taken.error.faults[0].message}"
        try:
            told = run(office)
        except Waiting as waiting:
            told = waiting.faults[0].message
        yield from office.said
        yield told
    if target:
        yield from (f"sent {name}" for name in deliver(folder, target))
