"""The public files of a letter: what the verified record vouches for is kept, anything else is left aside and named.

Nobody signs a letter, and the public files of a game are known to everybody. So a letter from anybody may bring true
files with others among them. A file is taken only if a line of the ledger commits to it or the log key has signed it. A
file that got into the folder in another way gives its place to the one that the ledger commits to. Two ledgers that the
log key has signed are the one proof against a moderator, and nothing else is called one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from pbem.base.counting import counted
from pbem.base.errors import CheckFailed, Fault, Kind, PbemError, visible
from pbem.base.files import names_in, put_in_place, read_file, read_once, sync_folder, write_atomic
from pbem.base.lettering import hang, tidy
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field, replace
from pbem.match import wording
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.record.told_rulings import rulings_between
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks.findings import Memo, hash_hex
from pbem.trust.checks.kept_check import KeptCheck, kept_at, mark_of, marks_in, of_record, save
from pbem.trust.checks.sequence import MOVES
from pbem.trust.checks.settled import Settled
from pbem.trust.folder.read_folder import DiskFolder, check_names
from pbem.trust.grammar.verdict import Event
from pbem.trust.grammar.walk import Walk
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import verify_checkpoint
from pbem.trust.record.ledger import parse_ledger
from pbem.trust.verify import Examined, Report, examine_further

#: Where a file goes that lay in the public part of a player's folder and that nothing vouches for.
ASIDE = "aside"
#: Where the check of the last letter is kept; it may be deleted at any time.
CHECKED = ".checked"
#: The line of the ledger that ends a game.
LAST_LINE = b'"k":"final"'
#: What macOS, Windows and KDE write into a folder that somebody opens.
LITTER = pattern(r"\.DS_Store|\._.*|desktop\.ini|thumbs\.db|\.directory", re.IGNORECASE)
#: How the texts of public/ end. Nothing there is a page or a program, whatever the ledger says of its hash.
TEXTS = pattern(r"(?!.*/(con|prn|aux|nul|com\d|lpt\d)[./]).*(\.(txt|yaml|jsonl?|age)|/manifest)", re.IGNORECASE)
#: What a write that was interrupted leaves behind.
DRAFT = pattern(r"(.*/)?\.[^/]+\.new")
#: Files that grow: the ledger by lines, the checkpoint with it.
GROWING = (layout.LEDGER, layout.CHECKPOINT)
#: So many names are told; of more, how many there are.
MOST_NAMED = 5

UNKNOWN = "no line of the ledger speaks of it"
STRANGE = "no text of a game is called so"
OTHER = "the one in your folder is the one that the ledger commits to"
PUT_ASIDE = f"it was in your folder, no line of the ledger speaks of it, and it lies in {ASIDE}/ now"


@dataclass(slots=True)
class Taken:
    """The outcome of a letter's public files."""

    checked: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    #: File name -> the reason that the file was left aside.
    aside: dict[str, str] = field(default_factory=dict)
    #: What the record shows of choices that somebody had, and remarks.
    events: tuple[Event, ...] = ()
    #: What is settled of the record with them, and in grammar 2 the walk over its ledger.
    settled: Settled = field(default_factory=Settled)
    walk: Walk | None = None
    #: The files of the folder with them, each with its mark.
    marks: Mapping[str, str] = field(default_factory=dict)

    def told(self) -> tuple[str, ...]:
        """The notes of the check, and what was left aside."""
        named = [f"left aside: {visible(name)} ({why})" for name, why in sorted(self.aside.items())]
        more = len(named) - MOST_NAMED
        rest = [f"left aside: {counted(more, 'more file')} that nothing vouches for"] if more > 0 else []
        return (*self.notes, *named[:MOST_NAMED], *rest)


class Grown:
    """The record as it will be: the files of the folder, those of the letter, without what nothing vouches for."""

    def __init__(
        self, public: Path, held: Collection[str], fresh: Mapping[str, bytes], without: Collection[str] = ()
    ) -> None:
        self.public, self.fresh = public, {name: fresh[name] for name in fresh if name not in without}
        ours = (name for name in held if name not in without)
        self.names = tuple(sorted({*ours, *self.fresh}))
        check_names(self.names, str(public))

    def read(self, name: str) -> bytes:
        """A file's bytes, the letter's where it brings the file."""
        if name in self.fresh:
            return self.fresh[name]
        return (read_once if name in GROWING else read_file)(self.public / name)


def held_names(public: Path) -> list[str]:
    """The public files of the folder. Files that the system puts into every folder it shows are not among them."""
    begun = any((public / name).is_file() for name in (layout.CHARTER, layout.LEDGER))
    names = DiskFolder(public).names if begun else ()
    return [name for name in names if not LITTER.fullmatch(name.rpartition("/")[2])]


def take_public(seat: Seat, fresh: Mapping[str, bytes], ring: Keyring) -> Taken:
    """Keep the public files that the record vouches for, if the whole record holds with them.

    A record that does not hold is never written, so nobody who is interrupted is left with it. The check goes on
    behind what was settled for an earlier letter, until the last letter of a game. A file that the folder holds already
    is not written again: it would lose its mark, and with it what was settled of it.
    """
    public = seat.folder / PUBLIC
    public.mkdir(parents=True, exist_ok=True)
    check_same_game(public, fresh)
    marks = marks_of(public)
    kept = KeptCheck() if is_over(fresh) else last_check(seat, ring)
    taken, wanted = sifted(public, marks, fresh, kept.for_record(ledger_in(public, fresh), marks))
    for name in [name for name, why in taken.aside.items() if why == PUT_ASIDE]:
        put_aside(seat.folder, f"{PUBLIC}/{name}")
        marks.pop(name, None)
    for folder, names in groupby(wanted, key=lambda name: (public / name).parent):
        for name in names:
            write_atomic(public / name, wanted[name], shared=True, synced=False)
            marks[name] = mark_of((public / name).stat())
        sync_folder(folder)
    taken.marks = marks
    save(seat.folder / CHECKED, key_of(seat, ring), of_record(taken.settled, ledger_in(public, fresh), marks))
    return taken


def last_check(seat: Seat, ring: Keyring) -> KeptCheck:
    """The check of the last letter, as the player's own key vouches for it."""
    return kept_at(seat.folder / CHECKED, key_of(seat, ring))


def key_of(seat: Seat, ring: Keyring) -> bytes:
    """The key that checks of a game are kept under."""
    return sha256(ring.identity_for(f"checked {seat.game}").encode()).digest()


def ledger_in(public: Path, fresh: Mapping[str, bytes]) -> bytes:
    """The ledger of a letter, or where it brings none, of the folder."""
    path = public / layout.LEDGER
    return fresh.get(layout.LEDGER) or (read_once(path) if path.is_file() else b"")


def marks_of(public: Path) -> dict[str, str]:
    """The public files of the folder, each with a mark that it loses when somebody touches it. What a write left behind
    that was interrupted is deleted.
    """
    names = held_names(public)
    drafts = {name for name in names or names_in(public) if name.endswith(".new") and DRAFT.fullmatch(name)}
    for draft in drafts:
        (public / draft).unlink(missing_ok=True)
    return marks_in(public, (name for name in names if name not in drafts))


def is_over(fresh: Mapping[str, bytes]) -> bool:
    """Tells if a letter brings the end of the game: then everything is checked once more."""
    return LAST_LINE in fresh.get(layout.LEDGER, b"")


def sifted(
    public: Path, held: Collection[str], fresh: Mapping[str, bytes], before: Settled
) -> tuple[Taken, dict[str, bytes]]:
    """Checks the record with a letter's files. Returns what was found, and the files that the folder lacks.

    Goes on behind what is settled. Raises CheckFailed if the record does not hold.
    """
    taken, memo = Taken(), Memo()
    strange = {name for name in fresh if name.startswith(f"{layout.PUBLIC}/") and not TEXTS.fullmatch(name)}
    taken.aside |= dict.fromkeys(strange, STRANGE)
    wanted = {name: data for name, data in fresh.items() if name not in strange}
    again = {name for name in wanted if name in held and name not in GROWING}
    clashing = {name for name in again if differs(public, name, wanted[name])}
    if clashing:
        calm = {name: data for name, data in wanted.items() if name not in clashing}
        before = Settled()
        kept = clashing - doubtful(look(public, held, calm, memo, before).report)
        taken.aside |= dict.fromkeys(kept, OTHER)
        wanted = {name: data for name, data in wanted.items() if name not in kept}
    found = look(public, held, wanted, memo, before)
    loose = uncommitted(found.report, public, held, wanted)
    if loose:
        taken.aside |= {name: UNKNOWN if name in wanted else PUT_ASIDE for name in loose}
        wanted = {name: data for name, data in wanted.items() if name not in loose}
        before = before if not loose & before.files else Settled()
        found = look(public, held, wanted, memo, before, loose)
    if found.report.faults:
        raise CheckFailed(with_way_out(found.report.faults))
    taken.checked, taken.notes, taken.events = found.report.checked, found.report.notes, found.report.events
    taken.settled, taken.walk = found.settled, found.walk
    return taken, {name: data for name, data in wanted.items() if name in clashing or name not in again}


def look(
    public: Path, held: Collection[str], fresh: Mapping[str, bytes], memo: Memo, before: Settled,
    without: Collection[str] = (),
) -> Examined:
    """The record checked as it would be with these files."""
    grown = Grown(public, held, fresh, without)
    return examine_further(grown, before, str(public), (DEMO_NETWORK,), memo=memo)


def differs(public: Path, name: str, data: bytes) -> bool:
    """Tells if the folder holds a file with other bytes under this name."""
    return read_file(public / name) != data


def doubtful(report: Report) -> set[str]:
    """The files that a check did not vouch for."""
    return {*report.uncommitted, *(fault.file for fault in report.faults)}


def uncommitted(report: Report, public: Path, held: Collection[str], fresh: Mapping[str, bytes]) -> set[str]:
    """The files that no line of the ledger speaks of; the charter commits to the edition that is played."""
    found = set(report.uncommitted)
    if found:
        edition = charter_of(public, fresh).fields.get("edition")
        whole = Grown(public, held, fresh)
        found = {name for name in found if hash_hex(whole.read(name)) != edition}
    return found


def charter_of(public: Path, fresh: Mapping[str, bytes]) -> Charter:
    """The charter of the folder, or where it has none yet, the letter's."""
    path = public / layout.CHARTER
    return parse_charter(read_file(path) if path.is_file() else fresh.get(layout.CHARTER, b""), layout.CHARTER)


def put_aside(folder: Path, name: str) -> None:
    """A file of the folder that nothing vouches for, moved out of use; its player can still look at it."""
    target = folder / ASIDE / name.replace("/", "-")
    target.parent.mkdir(mode=0o700, exist_ok=True)
    put_in_place(folder / name, target)


# ------------------------------------------------------------------------------------------- another record of the game
def check_same_game(public: Path, fresh: Mapping[str, bytes]) -> None:
    """The charter is the one that was signed, and the ledger only grows (threat 13)."""
    charter, ledger = public / layout.CHARTER, public / layout.LEDGER
    if layout.CHARTER in fresh and charter.is_file() and read_file(charter) != fresh[layout.CHARTER]:
        raise not_taken("is not the charter that you signed", layout.CHARTER)
    if layout.LEDGER not in fresh or not ledger.is_file() or fresh[layout.LEDGER].startswith(read_once(ledger)):
        return
    if not is_signed(parse_charter(read_file(charter), layout.CHARTER), fresh):
        raise not_taken("is not what you were sent before, and not signed by the log key of the game", layout.LEDGER)
    hint = f"keep both versions; together they prove it\n{wording.OLDER_COPY}"
    raise CheckFailed(Fault("is not what you were sent before", file=layout.LEDGER, hint=hint, kind=Kind.MISMATCH))


def is_signed(charter: Charter, fresh: Mapping[str, bytes]) -> bool:
    """Tells if the log key signed a ledger as the letter brings it: then the moderator's program wrote it."""
    try:
        note = verify_checkpoint(fresh.get(layout.CHECKPOINT, b""), charter.log, layout.CHECKPOINT)
        parse_ledger(fresh[layout.LEDGER], layout.LEDGER).check_prefix(note.size, note.root)
    except PbemError:
        return False
    return True


def not_taken(message: str, file: str) -> CheckFailed:
    """A letter that somebody else may have written."""
    return CheckFailed(Fault(message, file=file, hint=wording.NOT_TAKEN, kind=Kind.MISMATCH))


def with_way_out(faults: Sequence[Fault]) -> Iterable[Fault]:
    """The faults of a record that does not hold, with the harmless reason that is by far the commonest."""
    *others, last = faults
    hint = "\n".join(filter(None, [last.hint, wording.EARLIER_LETTER, wording.NOT_TAKEN]))
    return (*others, replace(last, hint=hint))


def take_rulings(seat: Seat, fresh: Iterable[str]) -> str:
    """Returns the text of new rulings in these public files; the player's deadline moves with them."""
    wanted = set(fresh)
    public = seat.folder / PUBLIC
    ledger = parse_ledger(read_once(public / layout.LEDGER), layout.LEDGER)
    lines = []
    for ruling in rulings_between(ledger, lambda name: read_file(public / name), 0, len(ledger)):
        if layout.ruling_file(ruling.entry.n) not in wanted:
            continue
        said = [ruling.sentence(), *(ruling.entry.get("public") or ()), f"Reason: {ruling.reason}"]
        lines.append(hang(" ".join(said), f"{ruling.entry.t}", 22))
        until = ruling.entry.get("until")
        if ruling.what in MOVES and isinstance(until, str) and str(ruling.entry.get("phase")).startswith(seat.phase):
            seat.deadline = until
            seat.save()
    return tidy("\n".join(lines)) if lines else ""
