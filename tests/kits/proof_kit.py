"""The page's checking program in Node.js, asked from Python; and reports of both sides in one form, to be compared."""

from __future__ import annotations

import json
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tools import need

from pbem.proof.program import checking_program
from pbem.trust.verify import Report

RUNNER = Path(__file__).parents[1] / "proof" / "runner.js"
#: Keeps whole folders on the other side; a question then sends only what has changed.
KEEP = "(name, files) => { (globalThis.kept ??= {})[name] = {files, memo: new Memo()}; }"
VERIFY = """async (name, changed, options) => {
    const {files, memo} = kept[name];
    const folder = new Map(Object.entries({...files, ...changed}).filter(([, data]) => data !== null));
    const seen = Object.entries(options.seen ?? {});
    const found = await verifyFolder(folder, {memo, allowDemo: options.demo, seen});
    const {faults, notes, counts, demo, verdict, words, events, confirmed, waiting} = found;
    return {faults, notes, counts, demo, verdict, words, events, confirmed, waiting};
}"""


class NodeRefused(Exception):
    """The program refused what it was given; the words of its faults."""


@dataclass(frozen=True, slots=True)
class Node:
    """One process that holds the program."""

    process: subprocess.Popen[str]

    def ask(self, function: str, *given: Any) -> Any:
        """The value of a JavaScript function for what it is given."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"ask": function, "given": given}, default=packed) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "refused" in answer:
            raise NodeRefused("; ".join(answer["refused"]))
        assert "broken" not in answer, answer["broken"]
        return answer["value"]

    def keep(self, name: str, files: Mapping[str, bytes]) -> None:
        """A folder to be asked about by its name."""
        self.ask(KEEP, name, dict(files))

    def verify(self, name: str, changed: Mapping[str, bytes | None] | None = None, **options: Any) -> dict[str, Any]:
        """Returns the program's findings in a kept folder with some files changed, added or (None) removed."""
        found: dict[str, Any] = self.ask(VERIFY, name, dict(changed or {}), {"demo": True, **options})
        return found

    def verify_files(self, files: Mapping[str, bytes], **options: Any) -> dict[str, Any]:
        """The same for a folder that is asked about once."""
        self.keep("once", files)
        return self.verify("once", **options)


def packed(value: Any) -> dict[str, str]:
    """Bytes on their way."""
    return {"b64": b64encode(value).decode()}


@contextmanager
def node_with_program(folder: Path) -> Iterator[Node]:
    """A Node.js that has the program."""
    file = folder / "checking.js"
    file.write_text(checking_program(), encoding="utf-8")
    process = subprocess.Popen(
        [need("node"), str(RUNNER), str(file)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Node(process)
    finally:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """One Node.js with the page's checking program, for all tests of a run."""
    with node_with_program(tmp_path_factory.mktemp("proof")) as running:
        yield running


def lines_of(report: Report | Mapping[str, Any]) -> list[str]:
    """Writes every mismatch as `file:line: message`, no matter which program found it."""
    if isinstance(report, Report):
        return [f"{fault.file}:{fault.line}: {fault.message}" for fault in report.faults]
    return [f"{fault['file']}:{fault.get('line') or 0}: {fault['message']}" for fault in report["faults"]]
