"""A club whose moderator acts: what was mailed, whether the folder holds and replays, and whether a rehearsal wrote."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from club import Club
from club import playing as playing

TIERS = ("moderated", "two-step", "beacon")
#: For tests that play whole games: every tier only where PBEM_ACTS_TIERS asks for the wider run.
WHOLE = TIERS if os.environ.get("PBEM_ACTS_TIERS") else TIERS[1:2]


def sound(club: Club) -> None:
    """Verify and audit find nothing."""
    demo = ("--demo-beacon",) if club.tier == "beacon" else ()
    club.do("moderator", "verify", *demo, club.desk)
    club.do("moderator", "audit", club.desk)


def tree(folder: Path) -> dict[str, str]:
    """Every file of a folder by its hash."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def rehearsed(club: Club, *words: Any) -> str:
    """Returns what a rehearsal prints; checks that it has changed no byte."""
    before = tree(club.desk)
    said = club.do("moderator", *words, "--dry-run").stdout
    assert tree(club.desk) == before
    return said


def act(club: Club, name: str, *words: Any, reason: str = "The mails were late.") -> str:
    """An act, rehearsed and then done."""
    promised = rehearsed(club, name, club.desk, "--reason", reason, *words)
    assert "would mail red@example.org" in promised
    assert reason in promised
    return club.do("moderator", name, club.desk, "--reason", reason, *words).stdout


def words(letters: list[Path]) -> str:
    """Returns the words of letters, on one line."""
    return " ".join(" ".join(letter.read_text().split()) for letter in letters)


def agree(club: Club, *seats: str) -> None:
    """Seats sign what the newest letter asks."""
    for seat, letters in club.deliver().items():
        for letter in letters:
            club.do(seat, "open", letter, "--dir", club.folder(seat))
        if seat in (seats or ("blue", "red")):
            written = club.do(seat, "agree", letters[-1], "--dir", club.folder(seat)).stdout.strip()
            club.do("moderator", "in", club.desk, written)


def play_phase(club: Club, bid: str = "low") -> None:
    """Plays the open phase to its end; a seat that is asked parries."""
    phase = ".".join(club.status()["phase"].split(".")[:2])
    for _ in range(12):
        state = club.status()
        if state["stage"] == "over" or not state["phase"].startswith(phase):
            return
        answers = state["what"] == "answers"
        for seat in state["waits_for"]:
            club.order(seat, **({"parry": "yes"} if answers else {"bid": bid}))
        if club.tier == "beacon":
            club.later(49)
        club.advance()
    raise AssertionError("the phase does not end")


def dice(club: Club, stem: str) -> dict[str, str]:
    """The public dice of an attempt, by label and spec."""
    log = (club.desk / "rolls" / f"{stem}.rolls").read_text().splitlines()
    return {line.rsplit(" ", 1)[0]: line.rsplit(" ", 1)[1] for line in log}
