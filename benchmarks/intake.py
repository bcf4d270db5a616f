"""How long a letter takes to be taken in: hostile letters by a running game, in process, on a real disk."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from time import perf_counter

from measure import Effort, Figure, clock

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.files import write_atomic
from pbem.match.folder.office import Office, at_work
from pbem.match.intake.take_in import take_letter
from pbem.match.people.enrolment import Plan
from pbem.match.post.game_letter import parse_letter
from pbem.trial.company import Company, keyrings
from pbem.trust.people.charter import MODERATOR
from pbem.trust.seal import seal

LETTERS = Path(__file__).parent.parent / "tests" / "mail" / "hostile"
NOW = parse_time("2026-11-02T20:00:00Z")
#: The mark of the post office, and what a letter's filing writes: a journal, the letter, an answer, the book.
MOST_SECONDS, FILES = 0.050, 4
#: How many letters are passed over for each that is measured.
EVERY = 3


@contextmanager
def running_game(place: Path) -> Iterator[Office]:
    """A game whose first phase is open; one seat's player writes the letters."""
    game = load_game("jenkins")
    bots = {seat: game.bot("steady", seat, SeededChance(seat)) for seat in game.seats}
    company = Company(place, keyrings(place, game.seats), bots, NOW)
    seats = dict(zip(game.seats, ("anne@example.net", "blue@example.org"), strict=True))
    company.begin(Plan(game=game.name, seats=seats, address="club@example.org"))
    with at_work(company.desk, company.rings[MODERATOR], NOW) as office:
        yield office


def seconds_for(office: Office, data: bytes) -> tuple[float, float]:
    """One letter, long after the one before: the processor's time, and the time until it is on the disk."""
    office.now = office.clock = office.now + timedelta(hours=2)
    began, busy = perf_counter(), clock()
    take_letter(office, parse_letter(data))
    return clock() - busy, perf_counter() - began


def seconds_raw(office: Office, data: bytes, place: Path) -> float:
    """The least it could take: parse it, seal two files, write four."""
    began = clock()
    message_from_bytes(data, policy=default).as_bytes()
    sealed = [seal.seal_binary([office.ring.age_public()], data) for _ in range(2)]
    for number in range(FILES):
        write_atomic(place / str(number), sealed[number % 2])
    return clock() - began


def intake_letter(effort: Effort) -> Figure:
    """The median letter, to the median of its bare pieces, taken in turns."""
    letters = [path.read_bytes() for path in sorted(LETTERS.glob("*.eml"))]
    every = max(1, round(EVERY / effort.share))
    with tempfile.TemporaryDirectory() as folder, running_game(Path(folder) / "game") as office:
        plain = Path(folder)
        times = [
            (*seconds_for(office, data), seconds_raw(office, data, plain)) for data in letters[::every] if sound(data)
        ]
    ours, whole, raw = (statistics.median(each) for each in zip(*times, strict=True))
    here = f"{ours * 1000:.1f} ms and {whole * 1000:.1f} with the disk's, where the mark is {MOST_SECONDS * 1000:.0f}"
    return Figure(ours / raw, "times raw", f"parse, 2 seals, 4 writes: {raw * 1000:.1f} ms", here, "<= 10")


def sound(data: bytes) -> bool:
    """Whether the standard library can parse the letter, and write it again, without our guards."""
    try:
        message_from_bytes(data, policy=default).as_bytes()
    except Exception:  # it raises many kinds on hostile letters; that is what the set is for
        return False
    return True


BENCHMARKS = {"intake_letter": intake_letter}
