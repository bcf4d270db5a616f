"""Letters of other players, opened by their reader: checked, kept, and shown so that nothing in them acts or hides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from pbem import strict_yaml
from pbem.errors import CheckFailed, Fault, Kind, PbemError, visible
from pbem.files import write_atomic
from pbem.match import parcel
from pbem.match.press import NAMESPACE, PAD, PART, TOLD, read_written
from pbem.match.seat import Seat
from pbem.trust import seal, sshsig
from pbem.trust.charter import Charter

FOLDER = "press"
HEADS = {"note": "Your own note", "unsigned": "An unsigned letter", "signed": "A signed letter of {seat}"}


def read_press(
    identity: str, seat: Seat, parts: Mapping[str, bytes], charters: Callable[[], Sequence[Charter]]
) -> str:
    """The letters that a letter of the moderator brings, checked, kept and made readable; nothing where none came."""
    sealed = parts.get(f"{seat.seat}{PART}")
    if sealed is None:
        return ""
    told = parcel.unpack(seal.unseal(identity, sealed), "press")
    due = {"pbem": TOLD, "game": seat.game, "seat": seat.seat}
    if strict_yaml.plain(strict_yaml.read(told.pop("head.yaml", b""), "press")) != due:
        raise CheckFailed(Fault("press is not for this seat", file="press", kind=Kind.MISMATCH))
    told.pop(PAD, None)
    known = charters() if told else ()
    letters = [shown(known, strict_yaml.plain(strict_yaml.read(data, name))) for name, data in sorted(told.items())]
    for text in letters:
        keep(seat, text)
    return "".join(["\nPress\n-----\n", *letters]) if letters else ""


def shown(charters: Sequence[Charter], told: Any) -> str:
    """A letter for the eye: our line of who says it, then its lines, each marked, with nothing hidden in them."""
    if not isinstance(told, dict) or told.get("kind") not in HEADS or not isinstance(told.get("text"), str):
        raise CheckFailed(Fault("press holds something that is no letter", file="press", kind=Kind.MISMATCH))
    if told["kind"] == "signed":
        check_signed(charters, told)
    to = ", ".join(map(str, told.get("to") or ()))
    head = HEADS[told["kind"]].format(seat=told.get("seat")) + (f", to {to}" if to else "")
    lines = [f"| {visible(line)}".rstrip() for line in told["text"].split("\n")]
    return "\n".join([f"{visible(head)}:", *lines]) + "\n\n"


def check_signed(charters: Sequence[Charter], told: Mapping[str, Any]) -> None:
    """A letter that calls itself signed is signed, by that seat, with these words, for these readers."""
    data, armour = str(told.get("letter")).encode(), str(told.get("signature")).encode("ascii", "replace")
    seat = str(told.get("seat"))
    try:
        signer = sshsig.signer(armour).line().split()[:2]
        had = [keys.ssh for keys in (charter.seat(seat) for charter in reversed(charters))]
        own = next((key for key in had if key.line().split()[:2] == signer), had[0])
        sshsig.verify(own, data, NAMESPACE, armour)
        written = read_written(data + armour)
    except PbemError as error:
        raise CheckFailed(error.faults) from None
    if (written.seat, written.text, sorted(written.to)) != (seat, told["text"], list(told.get("to") or ())):
        raise CheckFailed(Fault(f"letter is not what '{seat}' has signed", file="press", kind=Kind.MISMATCH))


def keep(seat: Seat, text: str) -> None:
    """A letter among those read; the same one twice is kept once."""
    write_atomic(seat.folder / FOLDER / f"{sha256(text.encode()).hexdigest()[:16]}.txt", text.encode())
