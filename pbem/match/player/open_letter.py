"""Opens a letter for a player: checks and keeps its record, and opens what is sealed to them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.adjudicator.orders.desk_form import self_contained
from pbem.base.errors import CheckFailed, Fault, Kind, PbemError, bad, visible
from pbem.base.files import read_file, write_atomic
from pbem.base.records import dataclass, replace
from pbem.match import wording
from pbem.match.folder import zipped
from pbem.match.folder.report_parts import APPENDIX, TOLD
from pbem.match.folder.report_parts import SUFFIX as PAGES
from pbem.match.own_folder import held_letters, own_page, team_letters
from pbem.match.own_folder.keep_pages import beside, take_pages, unsealed
from pbem.match.own_folder.lost_keys import check_keys
from pbem.match.own_folder.player import Player, charter_of, ledger_of, order_file, tenures_of
from pbem.match.own_folder.public_files import Taken, put_aside, take_public, take_rulings
from pbem.match.own_folder.read_press import read_press
from pbem.match.own_folder.seat import PUBLIC, VIEW, Seat
from pbem.match.own_folder.skipped_letters import aside, held_ledger, letters_missing, set_aside, take_aside, whole
from pbem.match.player.own_account import compare, seen_if_owed
from pbem.match.post.game_letter import Received
from pbem.match.post.unsent import letters_within, outdated
from pbem.match.record.committed import vouched
from pbem.match.terms.papers import part, read_addresses
from pbem.trust.grammar.held import LOCK_END, OPEN_END
from pbem.trust.primitives.commit import parse_preimage
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import verify_checkpoint
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Ledger
from pbem.trust.record.merkle import verify_path
from pbem.trust.record.receipt import parse_receipt
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.transport import lf_form

#: What lies beside the locks and openings of others, which everybody gets: keys sealed to the moderator or a team.
BESIDE_COPIES = (".key.age", ".team.age")
#: How the parcel of what a seat has been told earlier is called.
SO_FAR = "-papers.age"
#: Said before the words of a letter that brings nothing else.
NOTHING_SEALED = "nothing in this letter is sealed or signed; it says"
#: Every player gets the orders of all others, so that they cannot be lost, and tries to open the first.
SEALED_ORDERS = "this letter brings sealed orders ({}), which the moderator alone can open; it says"


@dataclass(frozen=True, slots=True)
class OpenedLetter:
    """Holds what a moderator's letter brought, after the checks."""

    seat: Seat
    report: str
    checked: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    report_name: str = ""
    #: The public files of the folder with their marks, where the letter has brought some.
    marks: Mapping[str, str] | None = None

    def places(self) -> list[tuple[str, Path]]:
        """Lists where the letter's contents lie now."""
        stem = self.seat.folder / "reports" / self.report_name
        told = [("report", stem.with_name(f"{stem.name}.txt")), ("appendix", stem.with_name(f"{stem.name}{APPENDIX}")),
                ("as a page", stem.with_name(f"{stem.name}.html"))]  # fmt: skip
        return [(what, path) for what, path in told if self.report_name and path.is_file()]


def open_letter(player: Player, received: Received, folder: Path) -> OpenedLetter:
    """Unpack a letter of the moderator into the player's folder: public files first, then what is sealed.

    Letters that it brings because they could not be sent before are opened before it.
    """
    before = "".join(open_letter(player, each, folder).report for each in letters_within(received))
    seat = Seat.at(folder)
    check_reader(seat, received)
    kept = keep_receipts(seat, received.parts)
    team_letters.take_chain(seat, received.parts)
    held = keep_held(player, seat, received)
    if "public.zip" not in received.parts:
        if kept:
            identity = player.ring.age_identity(seat.game)
            kept += team_letters.take_copies(seat, charter_of(seat), player.key.public, identity, received.parts)
        told = kept + read_letters(player, seat, received)
        own_page.renew(seat)
        return OpenedLetter(seat, (told or in_its_words(unread(received), received.letter.text)) + held)
    parcel = zipped.unpack(received.parts["public.zip"], "public.zip")
    public = whole(seat, parcel, player.ring)
    if public is None:
        return open_ahead(player, seat, received, parcel)
    if outdated(folder / PUBLIC, public):
        return open_older(player, seat, received)
    taken, followed = take_in(player, seat, public)
    checked, notes = taken.checked, taken.told()
    if followed:  # a letter that was missing: what followed it has been shown already
        late = open_older(player, seat, received)
        if aside(seat):
            return replace(late, checked=checked, notes=(*notes, skipped(seat)))
        draft_orders(seat)
        return replace(late, checked=checked, notes=notes)
    notes = (*notes, *take_addresses(seat, received.parts, player.key.public))
    if so_far := received.parts.get(f"{seat.seat}{SO_FAR}"):
        take_earlier(player, seat, so_far)
    sealed = own_reports(seat, received.parts)
    text, name = take_report(player, seat, *sealed[0], ledger_of(seat)) if sealed else ("", "")
    if name:
        draft_orders(seat)
    text, letters = text or take_rulings(seat, public), read_letters(player, seat, received)
    text = text or ("" if letters else in_its_words("the letter says", received.letter.text))
    if note_given_up(player, seat):
        notes = (*notes, f"the seat of {seat.seat} is not played with your key")
    notes = (*notes, *take_pages(player.ring.age_identity(seat.game), seat, received.parts))
    notes = (*notes, *look_for_choices(player, seat, received, taken))
    own_page.renew(seat)
    return OpenedLetter(seat, before + text + letters, checked, notes, name, taken.marks)


def keep_receipts(seat: Seat, parts: Mapping[str, bytes]) -> str:
    """Checks and keeps the receipts that a letter brings; in words."""
    receipts = {name: data for name, data in sorted(parts.items()) if name.endswith(".proof")}
    for name, data in receipts.items():
        check_receipt(seat, name, data)
        write_atomic(seat.folder / "receipts" / name, data)
    return "".join(f"receipt kept: {name}\n" for name in receipts)


def note_given_up(player: Player, seat: Seat) -> bool:
    """Tells if the seat is played with another key now, and notes it in the player's folder."""
    given_up = player.key.public not in [keys.ssh for keys in charter_of(seat).seat(seat.seat).people]
    if given_up != seat.given_up:
        seat.given_up = given_up
        seat.save()
    return given_up


def keep_held(player: Player, seat: Seat, received: Received) -> str:
    """Locks and openings that a letter brings, of whichever seat, kept to hold the record against (C1); in words."""
    brings = any(name.endswith((LOCK_END, OPEN_END)) for name in received.parts)
    if not brings or not (seat.folder / PUBLIC / layout.CHARTER).is_file() or charter_of(seat).grammar == 1:
        return ""
    arrived = held_letters.arrived_at(received, player.now)
    kept = held_letters.keep_letters(seat, received.parts, arrived)
    told = [wording.HELD.format(kind=each.kind, seat=each.seat, phase=each.phase) for each in kept]
    if kept and (seat.folder / PUBLIC / layout.LEDGER).is_file():
        arrivals = held_letters.Arrivals.of(seat)
        known = held_letters.knowledge(seat, player.now, arrivals)
        told += [f"{line}\n" for line in compare(player, seat, known, arrivals)]
    return "".join(told)


def look_for_choices(
    player: Player, seat: Seat, received: Received, taken: Taken
) -> tuple[str, ...]:
    """Names new choices that somebody had, and letters that the record leaves out; each is said once."""
    fresh = {f"{event.code} {event.line} {event.seat or '-'}".replace(" ", "."): event
             for event in taken.events if not event.remark}  # fmt: skip
    arrivals = held_letters.Arrivals.of(seat)
    new = arrivals.note(held_letters.TOLD, fresh, player.now)
    told = [wording.CHOICE.format(words=fresh[each]) for each in new]
    if charter_of(seat).grammar == 1:
        return tuple(told)
    held_letters.note_lines(seat, arrivals, held_letters.arrived_at(received, player.now))
    known = held_letters.knowledge(seat, player.now, arrivals, taken)
    told += compare(player, seat, known, arrivals)
    if path := seen_if_owed(player, seat, known, arrivals):
        told.append(wording.SEEN_WRITTEN.format(path=path))
    return tuple(told)


def open_older(player: Player, seat: Seat, received: Received) -> OpenedLetter:
    """A letter that shows an earlier part of the record than the folder holds: only its report can be new."""
    with suppress(PbemError):  # of the seat's former player, or spoilt: it is older all the same
        if missed := take_missed(player, seat, received.parts):
            return OpenedLetter(seat, missed)
    return OpenedLetter(seat, "this letter is older than what you hold; nothing in it is new\n")


def open_ahead(player: Player, seat: Seat, received: Received, parcel: Mapping[str, bytes]) -> OpenedLetter:
    """A letter that came before one it follows: its report is shown, and its public files wait for that one."""
    tail = set_aside(seat, parcel)
    sealed = own_reports(seat, received.parts)
    text, name = take_report(player, seat, *sealed[0], tail.entries()) if sealed else ("", "")
    text = text or in_its_words("the letter says", received.letter.text)
    notes = (skipped(seat), *take_pages(player.ring.age_identity(seat.game), seat, received.parts))
    return OpenedLetter(seat, text, (), notes, name)


def skipped(seat: Seat) -> str:
    """Which letters are missing, and what to do, in a plain sentence."""
    return f"{letters_missing(seat)}. {wording.SKIPPED}"


def own_reports(seat: Seat, parts: Mapping[str, bytes]) -> list[tuple[str, bytes]]:
    """The sealed reports of a letter for this seat, each with the name of its step."""
    return [(name.removeprefix(f"{seat.seat}-").removesuffix(".age"), data) for name, data in sorted(parts.items())
            if name.endswith(".age") and beside(seat, name) and not name.endswith(PAGES)]  # fmt: skip


def check_reader(seat: Seat, received: Received) -> None:
    """A letter is for this game and this seat: one saved into the wrong folder is no attack on the record."""
    public = received.parts.get("public.zip", b"")
    origin = zipped.unpack(public, "public.zip").get(layout.CHECKPOINT, b"").split(b"\n", 1)[0] if public else b""
    game = origin.decode("ascii", "replace").rpartition("/")[2]
    if game and game != seat.game:
        raise bad(f"letter is of the game '{game}', and this folder is of '{seat.game}'", file=str(seat.folder),
                  hint="name the other folder with --dir", kind=Kind.MISMATCH)
    own = [name for name in received.parts if name.endswith((".age", ".proof")) and not name.endswith(BESIDE_COPIES)]
    readers = [who for who in seat.addresses for name in own if name.startswith(f"{who}-")]
    if readers and seat.seat not in readers:
        raise bad(f"letter is for '{readers[0]}', and you play '{seat.seat}'", file=str(seat.folder),
                  hint="only its own reader can open it", kind=Kind.MISMATCH)


def check_receipt(seat: Seat, name: str, data: bytes) -> None:
    """Check that a receipt is of this game and signed by its log: a false one would hide that orders are lost."""
    log, receipt = charter_of(seat).log, parse_receipt(data, name)
    if (origin := receipt.checkpoint.origin) != log.name:
        raise bad(f"is of '{origin}', and this folder is of '{log.name}'", file=name,
                  hint="name the other folder with --dir", kind=Kind.MISMATCH)
    verify_checkpoint(receipt.note, log, name)
    if misnamed(seat, name, data):
        raise bad("is the receipt of another line of the ledger", file=name, kind=Kind.MISMATCH,
                  hint="anybody can send you a receipt of theirs under this name; it was not kept")


def misnamed(seat: Seat, name: str, data: bytes) -> bool:
    """Tells if a receipt proves a line of the folder's ledger, and has another line's name.

    Under another name it would tell its reader that orders with a receipt were left out. One whose line is still to
    come has no name that a line has already.
    """
    if not (seat.folder / PUBLIC / layout.LEDGER).is_file():
        return False
    ledger, receipt = ledger_of(seat), parse_receipt(data, name)
    if receipt.index >= len(ledger):
        return name in receipts_due(seat, ledger, len(ledger))
    entry, note = ledger[receipt.index], receipt.checkpoint
    if entry.kind == "open" or not verify_path(entry.line, receipt.index, note.size, list(receipt.path), note.root):
        return False
    own = entry.kind == "lock" and layout.receipt_file(entry.text("seat"), occasion_of(entry), entry.number("seq"))
    return own != f"receipts/{name}"


def receipts_due(seat: Seat, ledger: Ledger, lines: int) -> set[str]:
    """The names of the receipts for the seat's own letters in the first lines of a ledger."""
    locks = {layout.receipt_file(seat.seat, occasion_of(entry), entry.number("seq"))
             for entry in ledger.entries("lock", seat=seat.seat) if entry.n < lines}  # fmt: skip
    opens = {layout.open_receipt_file(seat.seat, occasion_of(entry))
             for entry in ledger.entries("open", seat=seat.seat) if entry.n < lines}  # fmt: skip
    return {name.removeprefix("receipts/") for name in locks | opens}


def take_in(player: Player, seat: Seat, public: Mapping[str, bytes]) -> tuple[Taken, bool]:
    """Takes public files, and letters that were waiting for them; tells if any of those is newer.

    Receipts that are not called after their line go at once, for later letters do not look at them again.
    """
    lines = held_ledger(seat).count(b"\n")
    taken = take_public(seat, public, player.ring)
    taken.aside |= set_aside_misnamed(seat, lines)
    followed = take_aside(seat, public, player.ring)
    if followed:
        taken.aside |= set_aside_misnamed(seat, lines)
    return taken, followed


def set_aside_misnamed(seat: Seat, before: int) -> dict[str, str]:
    """Receipts that came before their line did, and that are not called after it, moved out of the way.

    The folder's ledger had so many lines `before`: receipts that are called after one of them were looked at already.
    """
    known = receipts_due(seat, ledger_of(seat), before)
    fresh = [path for path in (seat.folder / "receipts").glob("*.proof") if path.name not in known]
    wrong = [path.name for path in fresh if misnamed(seat, path.name, read_file(path))]
    for name in wrong:
        put_aside(seat.folder, f"receipts/{name}")
    return dict.fromkeys(wrong, "it is the receipt of another line of the ledger")


def read_letters(player: Player, seat: Seat, received: Received) -> str:
    """Reads other players' letters, and checks signatures against every key that a seat has had."""
    return read_press(player.ring.age_identity(seat.game), seat, received.parts, lambda: tenures_of(seat).charters)


def unread(received: Received) -> str:
    """Says why a letter has nothing to show but its own words."""
    envelopes = [visible(name) for name in sorted(received.parts) if name.endswith(".pbem")]
    return SEALED_ORDERS.format(", ".join(envelopes)) if envelopes else NOTHING_SEALED


def in_its_words(lead: str, text: str) -> str:
    """Marks each line of a letter's unsigned text, so that no line acts or hides."""
    lines = [f"| {visible(line)}".rstrip() for line in text.strip().splitlines()]
    return "\n".join([f"{lead}:", *lines]) + "\n" if lines else ""


def take_addresses(seat: Seat, parts: Mapping[str, bytes], mine: PublicKey) -> tuple[str, ...]:
    """Takes a new list of addresses for orders. A member of a team keeps their own.

    An old list would send letters to an address of before (review D6), so it is noted and not used.
    """
    if "addresses.yaml" not in parts:
        return ()
    data = lf_form(parts["addresses.yaml"])
    key = charter_of(seat).moderator.ssh
    sshsig.verify(key, data, sshsig.namespace("amend"), part(parts, "addresses.yaml.sig"))
    own = {} if charter_of(seat).seat(seat.seat).ssh == mine else {seat.seat: seat.addresses[seat.seat]}
    number, addresses = read_addresses(data, seat.game)
    if number < seat.listed:
        return (wording.OLD_LIST.format(number=number, known=seat.listed),)
    seat.addresses, seat.listed = {**addresses, **own}, number
    seat.save()
    return ()


def take_earlier(player: Player, seat: Seat, sealed: bytes) -> None:
    """Everything the seat has been told before one took it over."""
    for name, data in zipped.unpack(seal.unseal(player.ring.age_identity(seat.game), sealed), "papers").items():
        keep_earlier(seat, data, name)


def take_missed(player: Player, seat: Seat, parts: Mapping[str, bytes]) -> str:
    """The report of an older letter, where it is not in the folder: its first opening was interrupted, or it was lost
    since. What is open stays as the newest letter has it."""
    identity = player.ring.age_identity(seat.game)
    reports = [(step, unsealed(identity, data, "report").get(TOLD, b"")) for step, data in own_reports(seat, parts)]
    return "".join(keep_earlier(seat, data, "report", step) for step, data in reports)


def keep_earlier(seat: Seat, data: bytes, name: str, step: str = "") -> str:
    """A report of before, held against its commitment, and kept; empty where it is there already."""
    content, phase = read_report(seat, data, name, ledger_of(seat), newest=False)
    path, report = report_path(seat, step_of(step, phase)), str(content["report"])
    if path.is_file():
        return ""
    write_atomic(path, report.encode())
    keep_appendix(path, content)
    return report


def keep_appendix(path: Path, content: Mapping[str, Any]) -> None:
    """Write what goes with a report beside it, where it has an appendix."""
    if beside := str(content.get("appendix", "")):
        write_atomic(path.with_name(f"{path.name.removesuffix('.txt')}{APPENDIX}"), beside.encode())


def take_report(player: Player, seat: Seat, step: str, sealed: bytes, ledger: Ledger) -> tuple[str, str]:
    """The seat's own report and the name it is filed by, held against its commitment; the view of what is open now."""
    told = own_report(player, seat, sealed)
    content, name = read_report(seat, told, "report", ledger, newest=True)
    step = step_of(step, name)
    seat.phase, seat.deadline, seat.questions = content["phase"], content["deadline"], content["questions"]
    view = json.dumps(content["view"], ensure_ascii=False, indent=1) + "\n"
    write_atomic(seat.folder / VIEW, view.encode())
    write_atomic(report_path(seat, step), content["report"].encode())
    keep_appendix(report_path(seat, step), content)
    seat.save()
    return str(content["report"]), step


def own_report(player: Player, seat: Seat, sealed: bytes) -> bytes:
    """The report in a seal. A player whose keys open nothing of the seat reads how to get the right ones."""
    try:
        return unsealed(player.ring.age_identity(seat.game), sealed, "report").get(TOLD, b"")
    except CheckFailed:
        check_keys(player, seat)
        raise


def step_of(given: str, committed: str) -> str:
    """The step that a report is filed by, as its letter calls it: a name the committed one allows, or else that."""
    phase = re.escape(committed.partition("+")[0])
    return given if re.fullmatch(rf"{phase}(\+\d+)?(\.\d+|\.start)?", given) else committed


def report_path(seat: Seat, step: str) -> Path:
    """Names the file of a report's text by its step, so that no report replaces another."""
    if not zipped.NAME.fullmatch(step) or "/" in step:
        raise bad(f"names no step: '{visible(step)}'", file="report")
    return seat.folder / "reports" / f"{step}.txt"


def draft_orders(seat: Seat) -> None:
    """The next order file, where there is none yet, and beside it the schema that editors check it by."""
    if not seat.phase:
        return
    if not (path := order_file(seat)).exists():
        draft = seat.template().encode()
        write_atomic(path, draft)
        seat.drafted = sha256(draft).hexdigest()
        seat.save()
    schema = seat.title.order_schema
    beside = path.with_name(f"{schema}.schema.json")
    if schema and not beside.exists():
        write_atomic(beside, f"{json.dumps(self_contained(schema), indent=1)}\n".encode())


def read_report(
    seat: Seat, data: bytes, file: str, ledger: Ledger, *, newest: bool
) -> tuple[dict[str, Any], str]:
    """Reads a report for this seat, checks it against the ledger, and returns it with its name."""
    told = parse_preimage(data, file)
    head, _, name = told.purpose.rpartition("/")
    if head != f"{seat.game}/report/{seat.seat}":
        raise CheckFailed(Fault(f"report is '{told.purpose}', not for you", file="report", kind=Kind.MISMATCH))
    return vouched(ledger, seat.seat, told, newest=newest), name
