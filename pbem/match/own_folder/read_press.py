"""Letters of other players, opened by their reader: checked, kept, and shown so that nothing in them acts or hides."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import CheckFailed, Fault, Kind, PbemError, visible
from pbem.base.files import read_once, write_atomic
from pbem.base.records import dataclass
from pbem.match.folder import zipped
from pbem.match.own_folder.seat import PUBLIC, Seat, read_json, spoilt
from pbem.match.post.press import NAMESPACE, PAD, PART, TOLD, read_written
from pbem.trust.people.charter import Charter
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry, parse_ledger
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig

FOLDER, REGISTER = "press", "press.json"
#: What is kept of a letter: the report with which it came, or after which; and what is shown of it.
KEPT = {"report", "head", "text"}
HEADS = {"note": "Your own note", "unsigned": "An unsigned letter", "signed": "A signed letter of {seat}"}


def read_press(identity: str, seat: Seat, parts: Mapping[str, bytes], charters: Callable[[], Sequence[Charter]]) -> str:
    """The letters that a letter of the moderator brings, checked, kept and made readable; nothing where none came."""
    sealed = parts.get(f"{seat.seat}{PART}")
    if sealed is None:
        return ""
    told = zipped.unpack(seal.unseal(identity, sealed), "press")
    due = {"pbem": TOLD, "game": seat.game, "seat": seat.seat}
    if strict_yaml.plain(strict_yaml.read(told.pop("head.yaml", b""), "press")) != due:
        raise CheckFailed(Fault("press is not for this seat", file="press", kind=Kind.MISMATCH))
    told.pop(PAD, None)
    known = charters() if told else ()
    letters = [checked(known, strict_yaml.plain(strict_yaml.read(data, name))) for name, data in sorted(told.items())]
    keep(seat, letters)
    return "".join(["\nPress\n-----\n", *(each.shown() for each in letters)]) if letters else ""


@dataclass(frozen=True, slots=True)
class Told:
    """A letter as it is kept: our line that says who wrote it, and its writer's own words."""

    head: str
    text: str

    def shown(self) -> str:
        """For the eye: our line, then its lines, each marked, with nothing hidden in them."""
        lines = [f"| {visible(line)}".rstrip() for line in self.text.split("\n")]
        return "\n".join([f"{self.head}:", *lines]) + "\n\n"


def checked(charters: Sequence[Charter], told: Any) -> Told:
    """A letter, if it is one, and is signed where it says so."""
    if not isinstance(told, dict) or told.get("kind") not in tuple(HEADS) or not isinstance(told.get("text"), str):
        raise CheckFailed(Fault("press holds something that is no letter", file="press", kind=Kind.MISMATCH))
    if told["kind"] == "signed":
        check_signed(charters, told)
    to = ", ".join(map(str, told.get("to") or ()))
    head = HEADS[told["kind"]].format(seat=told.get("seat")) + (f", to {to}" if to else "")
    return Told(visible(head), told["text"])


def check_signed(charters: Sequence[Charter], told: Mapping[str, Any]) -> None:
    """A letter that calls itself signed is signed, by that seat, with these words, for these readers."""
    data, armour = str(told.get("letter")).encode(), str(told.get("signature")).encode("ascii", "replace")
    seat = str(told.get("seat"))
    try:
        signer = sshsig.signer(armour)
        had = [keys.ssh for charter in reversed(charters) for keys in charter.seat(seat).people]
        own = next((key for key in had if key == signer), had[0])
        sshsig.verify(own, data, NAMESPACE, armour)
        written = read_written(data + armour)
    except PbemError as error:
        raise CheckFailed(error.faults) from None
    if (written.seat, written.text, sorted(written.to)) != (seat, told["text"], list(told.get("to") or ())):
        raise CheckFailed(Fault(f"letter is not what '{seat}' has signed", file="press", kind=Kind.MISMATCH))


# --------------------------------------------------------------------------------------------------------------- kept
def keep(seat: Seat, letters: Sequence[Told]) -> None:
    """Letters among those read, and with which report they came or after which; the same one twice is kept once."""
    kept, entry = register(seat), newest_report(seat)
    for each in letters:
        data = each.shown().encode()
        name = sha256(data).hexdigest()[:16]
        write_atomic(seat.folder / FOLDER / f"{name}.txt", data)
        kept.setdefault(name, {"report": entry.text("step") if entry else "", "head": each.head, "text": each.text})
    if letters:
        text = json.dumps(kept, ensure_ascii=False, indent=1) + "\n"
        write_atomic(seat.folder / REGISTER, text.encode())


def register(seat: Seat) -> dict[str, dict[str, str]]:
    """The letters that were read, by the names of their files, in the order in which they were opened."""
    path = seat.folder / REGISTER
    found = read_json(path) if path.is_file() else {}
    if not isinstance(found, dict) or any(not isinstance(each, dict) or {*each} != KEPT for each in found.values()):
        raise spoilt(path)
    return found


def letters_with(seat: Seat, report: str) -> list[dict[str, str]]:
    """Those that came with a report, or after it and before the next."""
    return [each for each in register(seat).values() if each["report"] == report]


def newest_report(seat: Seat) -> Entry | None:
    """The entry of the newest report that everybody has, by the ledger as the player holds it."""
    path = seat.folder / PUBLIC / layout.LEDGER
    entries = parse_ledger(read_once(path), layout.LEDGER).entries("report") if path.is_file() else ()
    return next((entry for entry in reversed(entries) if "step" in entry.fields), None)
