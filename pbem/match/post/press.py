"""Press: letters between seats through the moderator, and notes of a seat to itself.

A letter is signed by its writer and sealed to the moderator, who passes on its words and nothing else. What a reader
gets is padded and sealed to them, bears the moderator's name and date, and comes in an order that tells nothing. A
signed letter brings its writer's signature along, an unsigned one only its words. None of it enters the ledger or a
report, because those are shown when the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem import strict_yaml
from pbem.base.counting import counted
from pbem.base.errors import Kind, bad, hidden
from pbem.base.records import dataclass
from pbem.match import wording
from pbem.match.folder.zipped import pack
from pbem.match.post.game_letter import Letter
from pbem.schema import read_document
from pbem.trust.record.layout import Occasion
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

if TYPE_CHECKING:
    from pbem.match.folder.office import Office

OUTSIDE, INSIDE, TOLD = "press/1", "letter/1", "press-told/1"
NAMESPACE = sshsig.namespace("amend")
ALL, SELF = "all", "self"
#: What a letter to its reader is called; `open` knows it by this end.
PART = "-press.age"
STEP_BYTES = 1024
PAD = "pad"
#: Notes to oneself are no press: they are allowed where that is forbidden, within these bounds.
NOTES = {"kind": "none", "when": "with_report", "most_chars": 4000, "most_per_phase": 10}


@dataclass(frozen=True, slots=True)
class Written:
    """A letter as its writer signed it."""

    seat: str
    seq: int
    to: tuple[str, ...]
    grey: bool
    text: str
    data: bytes
    armour: bytes

    @property
    def digest(self) -> str:
        """Returns the hash by which the letter is known again."""
        return sha256(self.data).hexdigest()

    @property
    def is_note(self) -> bool:
        """Tells if it is for its writer alone."""
        return self.to == (SELF,)


@dataclass(frozen=True, slots=True)
class Accepted:
    """Holds the answer to a writer."""

    seat: str
    seq: int
    text: str


def padded(data: bytes) -> bytes:
    """A text closed by a comment, so that its length is a multiple of 1024 and tells little."""
    bare = len(data) + len(b"# pad \n")
    return data + b"# pad " + b"." * (-bare % STEP_BYTES) + b"\n"


def read_written(plain: bytes, file: str = "letter") -> Written:
    """Reads what was sealed: the letter, then its signature."""
    data, begin, rest = plain.partition(sshsig.BEGIN)
    if not begin:
        raise bad("letter has no signature", file=file, kind=Kind.UNSIGNED, hint="'pbem press' writes it whole")
    found = read_document("letter", data, file)
    to, grey = tuple(found["to"]), bool(found.get("grey") or False)
    return Written(found["seat"], found["seq"], to, grey, found["text"], data, begin + rest)


# ------------------------------------------------------------------------------------------------------------- taken in
def take_press(office: Office, data: bytes, sealed: Sequence[bytes], file: str = "press.yaml") -> Accepted:
    """A letter taken in; the same one again is answered as it was, and is passed on once."""
    head = read_document("press", lf_form(data), file)
    written = read_written(open_sealed(office, head["sealed"], sealed, file), file)
    check_writer(office, written, (head["game"], head["seat"], head["seq"]), file)
    seen = office.book.press.setdefault("seen", {}).setdefault(writer(written), {})
    if seen.get(str(written.seq)) == written.digest:
        return Accepted(written.seat, written.seq, told_of(office, written))
    if str(written.seq) in seen:
        hint = f"the next is no. {max(map(int, seen)) + 1}"
        raise bad(f"letter no. {written.seq} of {written.seat} has come with other words", file=file, hint=hint)
    check_allowed(office, written, file)
    seen[str(written.seq)] = written.digest
    pass_on(office, written)
    office.say(f"press of {written.seat}, no. {written.seq}, taken in")
    return Accepted(written.seat, written.seq, told_of(office, written))


def writer(written: Written) -> str:
    """Names whose count a letter adds to: the seat under its present player, or one member of a team."""
    return f"{written.seat} {sshsig.signer(written.armour).fingerprint()}"


def open_sealed(office: Office, digest: str, sealed: Sequence[bytes], file: str) -> bytes:
    """The sealed letter that the outside names, opened."""
    for each in sealed:
        if sha256(each).hexdigest() == digest:
            return seal.unseal(office.desk.identity, each)
    raise bad("the sealed letter is not attached, or is another", file=file, hint="attach it as 'pbem press' wrote it",
              kind=Kind.MISMATCH)


def check_writer(office: Office, written: Written, head: tuple[str, str, int], file: str) -> None:
    """A letter of this game, by its seat, the same inside as outside."""
    if office.book.stage != "playing":
        over = office.book.stage == "over"
        raise bad("the game is over" if over else "the game has not begun", kind=Kind.LATE if over else Kind.ILLEGAL)
    game, seat, seq = head
    inside = read_document("letter", written.data, file)
    if (inside["game"], written.seat, written.seq) != (game, seat, seq):
        raise bad("press is another letter inside than outside", file=file, kind=Kind.MISMATCH)
    if game != office.charter.game:
        raise bad(f"press is for the game '{game}', not for '{office.charter.game}'", file=file, kind=Kind.MISMATCH)
    office.charter.seat(seat).check(written.data, "amend", written.armour)


def terms_of_press(office: Office) -> Mapping[str, Any]:
    """Reads the charter's terms of press."""
    found: Mapping[str, Any] = office.charter.fields.get("press", NOTES)
    return found


def check_allowed(office: Office, written: Written, file: str) -> None:
    """Within what the game allows: kind, addressees, length, number, and nothing hidden in the words."""
    terms = terms_of_press(office)
    if not written.is_note:
        check_kind(str(terms["kind"]), written, file)
        check_addressees(office.charter.seat_names, written, file)
    check_words(written.text, int(terms["most_chars"]), file)
    check_count(office, written.seat, int(terms["most_per_phase"]), file)


def check_words(text: str, most: int, file: str) -> None:
    """Plain text of a length, in which nothing hides."""
    if not text.strip():
        raise bad("letter says nothing", file=file)
    if len(text) > most:
        raise bad(f"letter has {len(text)} characters; this game allows {most}", file=file, hint="cut it short")
    if strange := next((sign for sign in text if sign != "\n" and hidden(sign)), ""):
        hint = "plain text holds no controls, no direction marks and nothing of width zero"
        raise bad(f"letter holds the character U+{ord(strange):04X}, which nobody sees", file=file, hint=hint)


def check_kind(kind: str, written: Written, file: str) -> None:
    """Signed or unsigned, as agreed."""
    if kind == "none":
        raise bad("this game has no press", file=file, kind=Kind.ILLEGAL, hint="its charter has no block 'press'")
    if kind != "both" and written.grey != (kind == "grey"):
        wanted = "unsigned" if kind == "grey" else "signed"
        hint = "write it with --grey" if kind == "grey" else "write it without --grey"
        raise bad(f"this game takes {wanted} letters only", file=file, kind=Kind.ILLEGAL, hint=hint)


def check_addressees(seats: Sequence[str], written: Written, file: str) -> None:
    """Seats of this game other than one's own, or all of them."""
    others = [seat for seat in seats if seat != written.seat]
    if written.to == (ALL,):
        return
    for seat in written.to:
        if seat not in others:
            hint = f"one or more of {', '.join(others)}; or 'all'; or 'self' alone"
            raise bad(f"a letter of '{written.seat}' cannot go to '{seat}'", file=file, kind=Kind.UNKNOWN, hint=hint)


def check_count(office: Office, seat: str, most: int, file: str) -> None:
    """So many a phase, and this one is counted."""
    counts = office.book.press.setdefault("counts", {})
    now = Occasion(office.book.phase, office.book.steps[0].run).stem  # played again, it is another phase
    phase, sent = counts.get(seat, ["", 0])
    sent = sent if phase == now else 0
    if sent >= most:
        written = f"{seat} has written {counted(most, 'letter')} in this phase, the most there are"
        raise bad(written, file=file, kind=Kind.ILLEGAL, hint="wait for the next phase")
    counts[seat] = [now, sent + 1]


def told_of(office: Office, written: Written) -> str:
    """Returns the answer to the writer."""
    if written.is_note:
        return "it comes back to you with your next report"
    at_once = terms_of_press(office)["when"] == "at_once"
    return f"it goes to {', '.join(written.to)} {'at once' if at_once else 'with the next report'}"


# ------------------------------------------------------------------------------------------------------------ passed on
def pass_on(office: Office, written: Written) -> None:
    """Pass a letter on to each reader, at once or with their next report."""
    readers = readers_of(office, written)
    told = strict_yaml.write(words_for(written))
    waits = written.is_note or terms_of_press(office)["when"] == "with_report"
    for seat in readers:
        if waits:
            office.book.press.setdefault("waiting", {}).setdefault(seat, []).append(told)
        else:
            parts = {f"{seat}{PART}": sealed_for(office, seat, [told])}
            address = office.book.addresses[seat]
            from pbem.match.post.outbox import post  # players read press too, and have no outbox of this kind

            post(office, seat, "press", Letter(address, f"{office.charter.game}: press", wording.PRESS, parts))


def readers_of(office: Office, written: Written) -> list[str]:
    """The seats that get it; an unsigned letter to all comes back to its writer, so that its absence betrays nobody."""
    if written.is_note:
        return [written.seat]
    if written.grey and written.to == (ALL,):
        return list(office.charter.seat_names)
    named = office.charter.seat_names if written.to == (ALL,) else written.to
    return [seat for seat in sorted(named) if seat != written.seat]


def words_for(written: Written) -> dict[str, Any]:
    """Makes a reader's copy. Of an unsigned letter it holds the words and the readers, and nothing of its writer."""
    if written.is_note:
        return {"kind": "note", "text": written.text}
    to = [ALL] if written.to == (ALL,) else sorted(written.to)
    if written.grey:
        return {"kind": "unsigned", "to": to, "text": written.text}
    return {
        "kind": "signed", "seat": written.seat, "to": to, "text": written.text,
        "letter": written.data.decode(), "signature": written.armour.decode("ascii", "replace"),
    }  # fmt: skip


def sealed_for(office: Office, seat: str, told: Sequence[str]) -> bytes:
    """Letters for one reader in one sealed file, in the order of their hashes: when each came is nobody's business."""
    ordered = sorted((each.encode() for each in told), key=lambda each: sha256(each).digest())
    head = strict_yaml.write({"pbem": TOLD, "game": office.charter.game, "seat": seat}).encode()
    files = {"head.yaml": head, **{f"{number:04d}.yaml": each for number, each in enumerate(ordered, 1)}}
    room = -len(pack({**files, PAD: b""})) % STEP_BYTES
    return seal.seal(office.charter.seat(seat).ages, pack({**files, PAD: b"." * room})).encode("ascii")


def notes(office: Office, seat: str) -> list[str]:
    """The notes that a seat's player has written to themselves since the last report."""
    return [told for told in office.book.press.get("waiting", {}).get(seat, ()) if told.startswith("kind: note\n")]


def forget(office: Office, seat: str, own: Sequence[str] = ()) -> None:
    """Drop a former player's notes when a seat changes hands; `own` are those of an owner who comes back.

    Letters that wait belong to the seat. Letters that came are remembered by their writer's key, because both may come
    back.
    """
    former = notes(office, seat)
    waiting = office.book.press.get("waiting", {})
    if former or own:
        waiting[seat] = [*(told for told in waiting.get(seat, ()) if told not in former), *own]
    office.book.press.get("counts", {}).pop(seat, None)


def with_report(office: Office, seat: str) -> dict[str, bytes]:
    """Makes the press that goes with a seat's report. Where letters wait for it, there is always a file."""
    waiting = office.book.press.get("waiting", {}).pop(seat, [])
    if not waiting and (terms_of_press(office)["kind"] == "none" or terms_of_press(office)["when"] == "at_once"):
        return {}
    return {f"{seat}{PART}": sealed_for(office, seat, waiting)}
