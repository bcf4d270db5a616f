"""Writes a player's words: signed, and ready to mail."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic
from pbem.match.intake.change_of_address import read_address, read_token
from pbem.match.intake.player_words import HEADER, NAMESPACE, days_of, read_word
from pbem.match.own_folder.player import Player
from pbem.match.own_folder.seat import Seat
from pbem.match.terms.papers import CONFIRM_FILE
from pbem.trust.ssh import sshsig


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
    if name == "address":
        read_address(word.value)
    armour = sshsig.sign(player.key, data, NAMESPACE).encode("ascii")
    file = word_file(seat, number)
    kept = seat.folder / "sent" / file
    if kept.exists():
        raise bad("is there already", file=str(kept), hint=f"the next word is no. {next_word(seat)}")
    write_atomic(kept, data)
    subject = f"{seat.seat}, word no. {number}"
    parts = {file: data, f"{file}.sig": armour}
    return player.write(seat, f"word-{number}", subject, f"A word of {seat.seat}.\n", parts)


def confirm(player: Player, seat: Seat, parts: Mapping[str, bytes]) -> Path | None:
    """The answer to a letter that asks whether a new address is read; None to any other.

    Only what was asked for from this folder is confirmed by itself; from here on its letters say where they come from.
    """
    if CONFIRM_FILE not in parts:
        return None
    address, token = read_token(parts[CONFIRM_FILE], seat.game, seat.seat)
    if address not in asked_for(seat):
        hint = f"'pbem word confirm {token}' confirms it all the same"
        raise bad(f"'{address}' was not asked for from this folder", file=str(seat.folder), hint=hint)
    seat.addresses[seat.seat] = address
    seat.save()
    return speak(player, seat, "confirm", token)


def asked_for(seat: Seat) -> list[str]:
    """The new addresses that were asked for from a folder."""
    words = (read_word(read_file(path), path.name) for path in sorted((seat.folder / "sent").glob("*-word-*.yaml")))
    return [str(word.value) for word in words if word.name == "address"]


def word_file(seat: Seat, number: int) -> str:
    """Names the file of a word."""
    return f"{seat.seat}-word-{number}.yaml"


def next_word(seat: Seat) -> int:
    """One beyond the newest sent."""
    head = word_file(seat, 0).removesuffix("0.yaml")
    sent = (path.stem.removeprefix(head) for path in (seat.folder / "sent").glob(f"{head}*.yaml"))
    return max([0, *(int(number) for number in sent if number.isascii() and number.isdigit())]) + 1
