"""Facts about each sample game: its players, its tier, its length, and places where something happens in it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

from pages import TOP

from pbem.trust.folder.read_folder import unpacked
from pbem.trust.record.ledger import Ledger, parse_ledger

SAMPLES = TOP / "sample_games"
AGAIN = "after a change of rules or reports play them anew: python sample_games/make.py"


@dataclass(frozen=True, slots=True)
class Known:
    """One sample. `busy` is a phase with dice, orders and news, and `word` one that its reports say."""

    folder: str
    tier: str
    seats: int
    phases: int
    orders_a_phase: int
    busy: str
    word: bytes
    rolls: int
    again: tuple[int, int]
    #: Bytes unpacked, files, and bytes of the archive, that it stays below.
    limits: tuple[int, int, int] = (2_800_000, 700, 1_000_000)
    alone: int = 0  # phases in which one seat orders, where the record marks none
    stops: int = 0  # how often a question stopped a phase for letters of all

    @property
    def steps(self) -> int:
        """The phases, and the parts of them that followed a question."""
        return self.phases + self.stops

    @property
    def game(self) -> str:
        """The title it is a game of."""
        return self.folder.partition("/")[0]

    @property
    def place(self) -> Path:
        """Its public folder: in the repository, or unpacked from its archive for this run."""
        return place_of(self.folder)

    @property
    def path(self) -> Path:
        """Returns the folder or the archive in the repository, as a command takes it."""
        folder = SAMPLES / self.folder
        return folder if folder.is_dir() else SAMPLES / f"{self.folder}.zip"

    @property
    def ledger(self) -> Ledger:
        """Its record."""
        return parse_ledger((self.place / "ledger.jsonl").read_bytes())


@cache
def unpacking() -> TemporaryDirectory[str]:
    """Make the folder that archives are unpacked in; it goes with the process."""
    return TemporaryDirectory(prefix="pbem-samples-")


@cache
def place_of(folder: str) -> Path:
    """A sample's public folder; its archive is unpacked once a run."""
    if (SAMPLES / folder).is_dir():
        return SAMPLES / folder
    target = Path(unpacking().name) / folder
    with unpacked(SAMPLES / f"{folder}.zip") as place:
        shutil.copytree(place, target)
    return target


def jenkins(tier: str) -> Known:
    """Set-up and ten turns, each with an English and a Spanish phase. One captain orders; in tier beacon the other
    sends an envelope as well, unless the charter knows who acts alone. Played anew to the end of the first turn.
    """
    return Known(f"jenkins/{tier}", tier, 2, 22, 2 if tier == "beacon" else 1, "t03.english", b"War", 100, (1, 4))


def lions(name: str, tier: str, seats: int, again: tuple[int, int], turns: int = 3) -> Known:
    """Set-up and its turns, each with bids and the rest of the year; everybody orders."""
    return Known(f"lions/{name}", tier, seats, 1 + 2 * turns, seats, "t02.year", b"LIONS", 50 * turns, again)


JENKINS = tuple(jenkins(tier) for tier in ("moderated", "two-step", "beacon"))
LIONS = (
    lions("two-players", "two-step", 2, (1, 3)),
    lions("three-players", "beacon", 3, (0, 1)),
    lions("four-players", "moderated", 4, (0, 1)),
)
def glory(name: str, tier: str, phases: int, busy: str, **more: Any) -> Known:
    """Set-up and as many turns as it took; both order. Played anew to the end of its set-up."""
    return Known(f"glory/{name}", tier, 2, phases, 2, busy, b"SEA OF GLORY", 200, (0, 1), **more)


GLORY = (
    glory("campaign", "moderated", 37, "t05.sea", limits=(11_000_000, 1_000, 3_000_000)),
    glory("trafalgar", "two-step", 12, "t21.sea", stops=11, limits=(6_000_000, 900, 1_400_000)),
    glory("breakout", "beacon", 10, "t03.sea", limits=(4_000_000, 700, 1_000_000)),
)

def guerra(name: str, tier: str, phases: int, busy: str, **more: Any) -> Known:
    """Two set-ups, then a council of both and each seat's operations. Played anew to the end of the set-ups."""
    return Known(f"guerra/{name}", tier, 2, phases, 2, busy, b"GUERRA A MUERTE", 200, (0, 2), **more)


GUERRA = (
    guerra("campaign", "moderated", 46, "t05.council", alone=32, limits=(11_000_000, 1_200, 3_000_000)),
    guerra("opening-guns", "beacon", 16, "t03.council", limits=(4_000_000, 900, 1_200_000)),
)


def yellowjack(tier: str) -> Known:
    """A set-up, then operations and administration of both in four Turns. Played anew to the end of the set-up."""
    limits = (2_500_000, 400, 800_000)
    return Known(f"yellowjack/{tier}", tier, 2, 9, 2, "y39t13.ops", b"YELLOW JACK", 60, (0, 1), limits)


#: A scenario of sixteen Turns, each with operations and administration; played anew to the end of the set-up.
YEAR = Known("yellowjack/1740", "moderated", 2, 33, 2, "y40t03.ops", b"YELLOW JACK", 1_000, (0, 1),
             (12_000_000, 1_000, 3_000_000))  # fmt: skip
YELLOWJACK = (*(yellowjack(tier) for tier in ("moderated", "two-step", "beacon")), YEAR)
ALL = (*JENKINS, *LIONS, *GLORY, *GUERRA, *YELLOWJACK)
#: A short one of each title; between them they have every tier.
ONE_OF_EACH = (JENKINS[0], LIONS[0], GLORY[-1], GUERRA[-1], YELLOWJACK[1])


def made_by() -> dict[str, Any]:
    """The script that plays them, with all that it defines."""
    return run_path(str(SAMPLES / "make.py"))


def as_made(made: dict[str, Any], known: Known) -> Any:
    """A sample as the script has it."""
    (found,) = made["asked_for"]([known.folder])
    return found
