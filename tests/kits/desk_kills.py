"""An act at a moderator's desk killed at its writes, and done again: the same folder as if nothing had happened."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from club import Club
from kills import killed_at

from pbem.base.clock import parse_time
from pbem.base.errors import Waiting
from pbem.match.folder.office import at_work
from pbem.match.folder.vault import is_public
from pbem.match.phase.run_phase import run
from pbem.match.post.public_parcel import SHOWN
from pbem.trust.keyring import Keyring

Act = Callable[[Club, Path], None]


def play_on(club: Club, desk: Path) -> None:
    """The act of `pbem run`."""
    with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office, suppress(Waiting):
        run(office)


def everything(club: Club, desk: Path) -> dict[str, object]:
    """All that counts: public bytes, names of letters, and the book."""
    found: dict[str, object] = {}
    for path in sorted(desk.rglob("*")):
        name = path.relative_to(desk).as_posix()
        if path.is_file() and not path.name.startswith("."):
            found[name] = path.read_bytes() if is_public(name) else b""
    with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        found["book"] = office.book.to_plain()
        shown = office.desk.has(f"private/{SHOWN}.age")
        found["shown"] = sorted(office.desk.secret(SHOWN)) if shown else []
    return found


def outlives_kills(act: Act, club: Club, place: Path, every: int = 1) -> int:
    """Kill it before and after writes, at each or at every so many; do it again, and compare. How often."""
    calm = place / "calm"
    shutil.copytree(club.desk, calm)
    act(club, calm)
    due, times = everything(club, calm), 0
    for after in (False, True):
        for number in itertools.count(1, every):
            hurt = place / f"hurt-{number}-{after}"
            shutil.copytree(club.desk, hurt)
            if not killed_at(number, partial(act, club, hurt), after=after):
                break
            act(club, hurt)
            assert everything(club, hurt) == due, f"killed {'after' if after else 'at'} write {number}"
            shutil.rmtree(hurt)
            times += 1
    return times
