"""Checks disclosed files: opened commitments, public reports, and at last all files left over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
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
#: No phase, and no step of one, has a longer name.
MOST_CALLED = 60
#: Kinds whose text may stand there.
MENTIONED = (*READABLE, "protest", "escrow")


def check_shown(audit: Audit, game: Game, phases: Phases) -> None:
    """Opened commitments, public texts, stray files."""
    shown = [name for name in audit.under("revealed") if name not in audit.settled.files]
    due = commitments(game, phases) if shown else {}
    for name in shown:
        check_revealed(audit, game, due, name)
    for entry in game.entries[audit.settled.lines :]:
        if entry.kind == "reveal" and isinstance(entry.get("purpose"), str):
            check_announced(audit, entry)
    with audit.anew():
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
    digests = {name: digest for digest, names in found.items() for name in names}
    stems, bearers = {occasion.stem for occasion in phases}, named_by(digests)
    called: dict[str, set[str]] = {}
    listed: dict[str, list[str]] = {}
    for entry in game.of_kind(*MENTIONED):
        if "sha256" not in entry.fields:
            continue
        digest = entry.text("sha256")
        if names := found.get(digest, []):
            audit.count("public texts")
            if digest not in called:
                called[digest] = {named_after(name, stems) for name in names}
            if entry.kind == "report":
                check_name(audit, entry, names[0], called[digest], stems)
            elif entry.kind == "final" and digest not in listed:
                listed[digest] = list(listed_in(audit, names[0], digests))
        elif entry.kind in READABLE:
            blame_missing(audit, entry, bearers)
    spoken = {name for digest in called for name in found[digest]}.union(*listed.values())
    free = [name for names in found.values() for name in names if name not in spoken]
    audit.uncommitted.update(free)
    if free:
        audit.note(f"files under {layout.PUBLIC}/ that the ledger does not speak of: {len(free)}")


def public_files(audit: Audit) -> dict[str, list[str]]:
    """Hash -> the files of public/ that have it."""
    found: dict[str, list[str]] = {}
    for name in audit.under(layout.PUBLIC):
        audit.known.add(name)
        data = audit.again(name) if name not in audit.newly.digests else b""
        if data is None:
            audit.blame(name, "cannot be read")
            continue
        digest = audit.newly.digests.setdefault(name, hash_hex(data))
        found.setdefault(digest, []).append(name)
    return found


def check_name(audit: Audit, entry: Entry, name: str, called: Collection[str], stems: Collection[str]) -> None:
    """A report that calls itself by a phase is of that phase: a true text in another's place deceives as well."""
    stem = occasion_of(entry).stem
    if stem not in called and "" not in called:
        words = f"is named after '{named_after(name, stems)}', and is the report of '{stem}' in entry {entry.n}"
        audit.blame(name, words)


def named_after(name: str, stems: Collection[str]) -> str:
    """The phase whose name a file bears, the longest that fits: 't01.english.2.txt' is not of 't01.english'."""
    rest = name.removeprefix(f"{layout.PUBLIC}/")[: MOST_CALLED + 1]
    ends = (at for at, letter in enumerate(rest) if letter in "./")
    return max((rest[:at] for at in ends if rest[:at] in stems), key=len, default="")


def named_by(names: Iterable[str]) -> dict[str, list[str]]:
    """Lists files by the names that they may bear: public/t01.2.txt bears t01, and t01.2."""
    found: dict[str, list[str]] = {}
    for name in names:
        part = name.rsplit("/", 1)[-1][: MOST_CALLED + 1]
        for called in {part[:at] for at, letter in enumerate(part) if letter == "."}:
            found.setdefault(called, []).append(name)
    return found


def listed_in(audit: Audit, text: str, digests: dict[str, str]) -> Iterator[str]:
    """The files that the text of the last entry lists, in the form of `sha256sum`: each must be here, unchanged."""
    for number, line in enumerate((audit.again(text) or b"").decode("utf-8", errors="replace").splitlines(), 1):
        digest, gap, name = line.partition("  ")
        if gap and HEX32.fullmatch(digest):
            if name not in digests and (data := audit.again(name)) is not None:
                digests[name] = hash_hex(data)
            if digests.get(name) != digest:
                wrong = "is missing" if name not in digests else "has been changed since the game ended"
                audit.blame(name[:200], wrong, hint=f"line {number} of '{text}' lists it with its hash")
            else:
                audit.count("listed files")
            yield name


def blame_missing(audit: Audit, entry: Entry, bearers: dict[str, list[str]]) -> None:
    """A text nobody can read, or one that has been changed: then its name still shows which it was."""
    called = str(entry.get("step") or entry.get("phase") or "")
    names = bearers.get(called, [])
    exact = [name for name in names if PurePosixPath(name).stem == called]  # not its state, nor its transcript
    if len(near := exact or names) == 1:
        audit.blame(near[0], f"is not the {entry.kind} whose hash entry {entry.n} of the ledger states")
    else:
        audit.blame_entry(entry, f"states the hash of a {entry.kind} that {layout.PUBLIC}/ does not hold")


# --------------------------------------------------------------------------------------------------------- stray files
def check_strays(audit: Audit) -> None:
    """A file that no entry speaks of proves nothing and may deceive; it does not belong in a public folder."""
    for name in sorted(audit.present - audit.settled.files - audit.known):
        audit.uncommitted.add(name)
        audit.blame(name, "is checked by nothing: no entry of the ledger speaks of it", hint=where(name))


def where(name: str) -> str:
    """Returns advice on a stray file."""
    if name.rsplit("/", 1)[-1].startswith("."):
        return "delete it: it was left behind by an interrupted write"
    return f"free texts belong in {layout.PUBLIC}/, what is not public in {layout.NOT_PUBLIC[2]}/"
