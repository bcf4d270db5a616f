"""A player's words from his side of the table: written, signed, ready to mail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.errors import bad
from pbem.files import write_atomic
from pbem.match.player import Player
from pbem.match.seat import Seat
from pbem.match.words import HEADER, NAMESPACE, days_of, read_word
from pbem.trust import sshsig


def speak(player: Player, seat: Seat, name: str, value: Any, *, seq: int = 0) -> Path:
    """The letter that says one word. It is numbered one beyond those sent from this folder unless `seq` says more."""
    number = seq or next_word(seat)
    fields: dict[str, Any] = {"pbem": HEADER, "game": seat.game, "seat": seat.seat, "seq": number}
    if name == "wait":
        seat.check_open()
        fields["phase"] = seat.phase
    data = strict_yaml.write({**fields, name: value}).encode()
    word = read_word(data)
    if name == "away":
        days_of(word)
    armour = sshsig.sign(player.key, data, NAMESPACE).encode("ascii")
    file = word_file(seat, number)
    kept = seat.folder / "sent" / file
    if kept.exists():
        raise bad("is there already", file=str(kept), hint=f"the next word is no. {next_word(seat)}")
    write_atomic(kept, data)
    subject = f"{seat.seat}, word no. {number}"
    parts = {file: data, f"{file}.sig": armour}
    return player.write(seat, f"word-{number}", subject, f"A word of {seat.seat}.\n", parts)


def word_file(seat: Seat, number: int) -> str:
    """What a word is called."""
    return f"{seat.seat}-word-{number}.yaml"


def next_word(seat: Seat) -> int:
    """One beyond the newest sent."""
    head = word_file(seat, 0).removesuffix("0.yaml")
    sent = (path.stem.removeprefix(head) for path in (seat.folder / "sent").glob(f"{head}*.yaml"))
    return max([0, *(int(number) for number in sent if number.isascii() and number.isdigit())]) + 1
