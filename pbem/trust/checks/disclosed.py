"""Checks disclosed files: opened commitments, public reports, and at last all files left over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from pbem.trust.checks.findings import Audit, Game, hash_hex
from pbem.trust.checks.sequence import Phases
from pbem.trust.primitives.commit import Preimage, orders_purpose, parse_preimage
from pbem.trust.primitives.forms import HEX32
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry

#: Kinds whose text everybody must be able to read in public/; a report is one where it is not for one seat.
READABLE = ("report", "ruling", "final")
#: Kinds whose text may stand there.
MENTIONED = (*READABLE, "protest", "escrow")


def check_shown(audit: Audit, game: Game, phases: Phases) -> None:
    """Opened commitments, public texts, stray files."""
    due = commitments(game, phases)
    for name in audit.folder.names:
        if name.startswith("revealed/"):
            check_revealed(audit, game, due, name)
    for entry in game.entries:
        if entry.kind == "reveal" and isinstance(entry.get("purpose"), str):
            check_announced(audit, entry)
    check_public(audit, game, phases)
    check_strays(audit)


# --------------------------------------------------------------------------------------------------------- commitments
def commitments(game: Game, phases: Phases) -> dict[str, list[str]]:
    """Purpose -> what the ledger committed to under it; an attempt more may commit to the same report anew.

    What was told after going back to a phase stands under that attempt's own name, beside what is withdrawn.
    """
    due: dict[str, list[str]] = {}
    for entry in game.entries:
        if entry.kind == "lock":
            occasion, seat = occasion_of(entry), entry.text("seat")
            purpose = orders_purpose(game.charter.game, seat, occasion.phase, occasion.attempt, entry.number("seq"))
            due.setdefault(purpose, []).append(entry.text("orders"))
        elif entry.kind in ("report", "state") and "commit" in entry.fields:
            seat = f"{entry.text('seat')}/" if entry.kind == "report" else ""
            record = phases.get(occasion_of(entry))
            stem = Occasion(entry.text("phase"), record.run if record else 1).stem
            purpose = f"{game.charter.game}/{entry.kind}/{seat}{stem}"
            due.setdefault(purpose, []).append(str(entry.get("commit")))
        elif entry.kind == "ruling" and "commit" in entry.fields:
            due.setdefault(f"{game.charter.game}/ruling/{entry.n}", []).append(str(entry.get("commit")))
    return due


def check_revealed(audit: Audit, game: Game, due: dict[str, list[str]], name: str) -> None:
    """Checks that a disclosed file is the one committed to under its purpose."""
    data = audit.read(name)
    shown: Preimage | None = audit.attempt(name, parse_preimage, data, name) if data is not None else None
    if data is None or shown is None:
        return
    audit.count("commitments opened")
    if shown.purpose not in due or name != layout.revealed_file(shown.purpose):
        audit.blame(name, f"opens '{shown.purpose}', for which the ledger has no commitment of this name", line=1)
    elif hash_hex(data) not in due[shown.purpose]:
        audit.blame(name, f"is not what the ledger committed to as '{shown.purpose}'", line=2)


def check_announced(audit: Audit, entry: Entry) -> None:
    """An entry that says something is shown has it shown."""
    purpose = entry.text("purpose")
    if purpose.count("/") < 2 or layout.revealed_file(purpose) not in audit.present:
        audit.blame_entry(entry, f"reveals '{purpose[:200]}', which the folder does not hold")


# -------------------------------------------------------------------------------------------------------- public texts
def check_public(audit: Audit, game: Game, phases: Phases) -> None:
    """Texts in public/ that the ledger commits to, by their hash. Others there are free, and counted as such."""
    found = public_files(audit)
    free = [name for names in found.values() for name in names]
    for entry in game.entries:
        if entry.kind not in MENTIONED or "sha256" not in entry.fields:
            continue
        names = found.get(entry.text("sha256"), [])
        free = [name for name in free if name not in names]
        if names:
            audit.count("public texts")
            check_name(audit, entry, names, phases)
            listed = list(listed_in(audit, names[0])) if entry.kind == "final" else []
            free = [name for name in free if name not in listed]
        elif entry.kind in READABLE:
            blame_missing(audit, entry, found)
    audit.uncommitted.update(free)
    if free:
        audit.note(f"files under {layout.PUBLIC}/ that the ledger does not speak of: {len(free)}")


def public_files(audit: Audit) -> dict[str, list[str]]:
    """Hash -> the files of public/ that have it."""
    found: dict[str, list[str]] = {}
    for name in audit.folder.names:
        if name.startswith(f"{layout.PUBLIC}/"):
            audit.known.add(name)
            data = audit.again(name)
            if data is None:
                audit.blame(name, "cannot be read")
            else:
                found.setdefault(hash_hex(data), []).append(name)
    return found


def check_name(audit: Audit, entry: Entry, names: list[str], phases: Phases) -> None:
    """A report that calls itself by a phase is of that phase: a true text in another's place deceives as well."""
    if entry.kind != "report":
        return
    stem = occasion_of(entry).stem
    stems = [occasion.stem for occasion in phases]
    called = [named_after(name, stems) for name in names]
    if stem not in called and "" not in called:
        audit.blame(names[0], f"is named after '{called[0]}', and is the report of '{stem}' in entry {entry.n}")


def named_after(name: str, stems: list[str]) -> str:
    """The phase whose name a file bears, the longest that fits: 't01.english.2.txt' is not of 't01.english'."""
    rest = name.removeprefix(f"{layout.PUBLIC}/")
    return max((stem for stem in stems if rest.startswith((f"{stem}.", f"{stem}/"))), key=len, default="")


def listed_in(audit: Audit, text: str) -> Iterator[str]:
    """The files that the text of the last entry lists, in the form of `sha256sum`: each must be here, unchanged."""
    for number, line in enumerate((audit.again(text) or b"").decode("utf-8", errors="replace").splitlines(), 1):
        digest, gap, name = line.partition("  ")
        if gap and HEX32.fullmatch(digest):
            data = audit.again(name)
            if data is None or hash_hex(data) != digest:
                wrong = "is missing" if data is None else "has been changed since the game ended"
                audit.blame(name[:200], wrong, hint=f"line {number} of '{text}' lists it with its hash")
            else:
                audit.count("listed files")
            yield name


def blame_missing(audit: Audit, entry: Entry, found: dict[str, list[str]]) -> None:
    """A text nobody can read, or one that has been changed: then its name still shows which it was."""
    called = str(entry.get("step") or entry.get("phase") or "")
    names = [name for held in found.values() for name in held if called and f"/{called}." in name]
    exact = [name for name in names if PurePosixPath(name).stem == called]  # not its state, nor its transcript
    if len(near := exact or names) == 1:
        audit.blame(near[0], f"is not the {entry.kind} whose hash entry {entry.n} of the ledger states")
    else:
        audit.blame_entry(entry, f"states the hash of a {entry.kind} that {layout.PUBLIC}/ does not hold")


# --------------------------------------------------------------------------------------------------------- stray files
def check_strays(audit: Audit) -> None:
    """A file that no entry speaks of proves nothing and may deceive; it does not belong in a public folder."""
    for name in audit.folder.names:
        if name not in audit.known:
            audit.uncommitted.add(name)
            audit.blame(name, "is checked by nothing: no entry of the ledger speaks of it", hint=where(name))


def where(name: str) -> str:
    """Returns advice on a stray file."""
    if name.rsplit("/", 1)[-1].startswith("."):
        return "delete it: it was left behind by an interrupted write"
    return f"free texts belong in {layout.PUBLIC}/, what is not public in {layout.NOT_PUBLIC[2]}/"
