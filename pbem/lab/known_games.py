"""Games that were audited before: kept by their files, for the program that audited them, beside a lab's results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.errors import bad
from pbem.base.files import write_atomic
from pbem.base.records import dataclass
from pbem.lab.archives import Archives, Record
from pbem.lab.kept_parts import Kept
from pbem.lab.lab_run import Means, Told, run, write_results
from pbem.lab.plan import program_sha256

KNOWN = "known.jsonl"
#: What a result says of one run, and not of the game.
OF_THE_RUN = ("number",)


@dataclass(frozen=True, slots=True)
class Known:
    """The games that matched: hash of files -> its result as a line."""

    lines: dict[str, str]

    def add(self, records: Iterable[Record]) -> None:
        """Takes in what has matched; a game that did not match is audited again each time."""
        for record in records:
            if record.get("ok"):
                self.lines[record["files"]] = canonical({k: v for k, v in record.items() if k not in OF_THE_RUN})

    def plan(self, names: Sequence[str]) -> Archives:
        """The plan for these games, each with the hashes that are known under its file name."""
        by_name: dict[str, list[str]] = {}
        for files, line in self.lines.items():
            by_name.setdefault(file_name(json.loads(line)["path"]), []).append(files)
        return Archives(tuple(names), tuple(tuple(sorted(by_name.get(file_name(name), ()))) for name in names))

    def settled(self, line: str) -> str:
        """The result of a game: of a known one that of its audit, under the name that it has now."""
        record = json.loads(line)
        if not record.get("known"):
            return line
        before = json.loads(self.lines[record["files"]])
        return canonical({**before, "number": record["number"], "path": record["path"]})


def file_name(path: str) -> str:
    """The last part of a path or an address."""
    return PurePosixPath(path.replace("\\", "/")).name


def known_in(kept: Kept) -> Known:
    """Reads what is known in a folder; results of another program count for nothing."""
    path = kept.folder / KNOWN
    known = Known({})
    if not path.exists():
        return known
    try:
        head, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        if head["program"] == program_sha256():
            known.add(lines)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise bad("holds no results of audits", file=str(path), hint="delete it") from None
    return known


def fold(kept: Kept, known: Known) -> None:
    """Adds the parts of a plan to what is known, and forgets the plan."""
    if kept.terms().get("program") == program_sha256():
        known.add(record for numbers, _ in kept.parts()[-1:] for record in kept.records(numbers.stop))
    lines = [canonical({"program": program_sha256()}), *(line for _, line in sorted(known.lines.items()))]
    write_atomic(kept.folder / KNOWN, "".join(f"{line}\n" for line in lines).encode(), shared=True)
    kept.forget()


def audit_all(names: Sequence[str], kept: Kept, means: Means, told: Told) -> None:
    """Audits all games that are not known, and writes the results of all."""
    known = known_in(kept)
    plan = known.plan(names)
    if not is_begun(kept, plan):
        fold(kept, known)
        plan = known.plan(names)
    run(plan, kept, means, told, known.settled)
    write_results(kept, plan.total)
    fold(kept, known)


def is_begun(kept: Kept, plan: Archives) -> bool:
    """Tells if the folder holds parts of these same audits, by this program."""
    return kept.terms() == {**plan.as_json(), "program": program_sha256()}
