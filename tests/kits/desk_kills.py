"""An act at a moderator's desk killed at its changes of the disk, and done again: the same folder as without a kill."""

from __future__ import annotations

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
    """Kill it before each change of the disk, or every so many; do it again, and compare. How often.

    What a kill behind a change leaves is what one before the next change leaves; behind the last, all is done, and
    the act is done once more as well.
    """
    calm = place / "calm"
    shutil.copytree(club.desk, calm)
    act(club, calm)
    due, times, killed = everything(club, calm), 0, True
    while killed:
        hurt = place / f"hurt-{times}"
        shutil.copytree(club.desk, hurt)
        killed = killed_at(1 + times * every, partial(act, club, hurt), unlinking=True)
        act(club, hurt)
        assert everything(club, hurt) == due, f"killed at change {1 + times * every}"
        shutil.rmtree(hurt)
        times += 1
    return times
