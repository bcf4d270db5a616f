"""Writes a player's press: letters signed and sealed, and notes to oneself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import Kind, bad
from pbem.base.files import write_atomic
from pbem.match.own_folder import own_page
from pbem.match.own_folder.diary import DIARY, NO_PHASE, diary
from pbem.match.own_folder.player import Player, charter_of
from pbem.match.own_folder.seat import Seat
from pbem.match.post.press import (
    INSIDE,
    NAMESPACE,
    NOTES,
    OUTSIDE,
    SELF,
    check_addressees,
    check_kind,
    check_words,
    padded,
    read_written,
)
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig


def write_press(player: Player, seat: Seat, to: Sequence[str], text: str, *, grey: bool = False) -> Path:
    """The letter that carries press to the moderator, who alone can open it."""
    charter = charter_of(seat)
    terms = charter.fields.get("press", {})
    if not terms and list(to) != [SELF]:
        raise bad("this game has no press", kind=Kind.ILLEGAL, hint="its charter has no block 'press'")
    limits: Mapping[str, Any] = terms or NOTES
    check_words(text, int(limits["most_chars"]), "letter")
    number = next_press(seat)
    head = {"game": seat.game, "seat": seat.seat, "seq": number}
    grey_line = {"grey": True} if grey else {}
    data = padded(strict_yaml.write({"pbem": INSIDE, **head, "to": list(to), **grey_line, "text": text}).encode())
    plain = data + sshsig.sign(player.key, data, NAMESPACE).encode("ascii")
    written = read_written(plain)
    if not written.is_note:
        check_kind(str(limits["kind"]), written, "letter")
        check_addressees(charter.seat_names, written, "letter")
    sealed = seal.seal([charter.moderator.age], plain).encode("ascii")
    outside = strict_yaml.write({"pbem": OUTSIDE, **head, "sealed": sha256(sealed).hexdigest()}).encode()
    name = f"{seat.seat}-press-{number}"
    write_atomic(seat.folder / "sent" / f"{name}.yaml", data)
    parts = {f"{name}.yaml": outside, f"{name}.age": sealed}
    return player.write(seat, f"press-{number}", f"{seat.seat}, press no. {number}", "Press.\n", parts)


def next_press(seat: Seat) -> int:
    """One beyond the newest sent."""
    head = f"{seat.seat}-press-"
    sent = (path.stem.removeprefix(head) for path in (seat.folder / "sent").glob(f"{head}*.yaml"))
    return max([0, *(int(number) for number in sent if number.isascii() and number.isdigit())]) + 1


# ---------------------------------------------------------------------------------------------------------------- diary
def note_down(player: Player, seat: Seat, text: str) -> None:
    """A note added, under the phase that is open."""
    head = f"{player.now:%Y-%m-%d %H:%M} {seat.phase or NO_PHASE}"
    write_atomic(seat.folder / DIARY, f"{diary(seat)}{head}\n{text.rstrip()}\n\n".encode())
    own_page.renew(seat)
