"""Public folders in memory, so that a test can change one byte of one file ten thousand times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sample_phase import game_files, opened_files, phase_files

from pbem.base.errors import bad
from pbem.trust.checks.findings import Memo
from pbem.trust.record.layout import revealed_file
from pbem.trust.verify import Report, examine


@dataclass(frozen=True)
class MemoryFolder:
    """Files by name."""

    files: dict[str, bytes]

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, sorted."""
        return tuple(sorted(self.files))

    def read(self, name: str) -> bytes:
        """One of them."""
        if name not in self.files:
            raise bad("cannot be read", file=name)
        return self.files[name]

    def but(self, name: str, data: bytes | None) -> MemoryFolder:
        """The same folder with one file changed, added or (None) taken away."""
        files = {**self.files, name: data or b""}
        if data is None:
            del files[name]
        return MemoryFolder(files)


def sample_files(sample: dict[str, Any]) -> dict[str, bytes]:
    """The sample phase of the vectors, its opened orders where a public folder keeps them."""
    texts = {**game_files(sample), **phase_files(sample), **opened_files(sample)}
    del texts["axis.orders"]
    for part in sample["envelopes"].values():
        texts[revealed_file(part["purpose"])] = part["orders_preimage"]
    return {name: text.encode("utf-8") for name, text in texts.items()}


def sample_folder(sample: dict[str, Any]) -> MemoryFolder:
    """That, as a folder."""
    return MemoryFolder(sample_files(sample))


def first_fault(folder: MemoryFolder, memo: Memo | None = None) -> str:
    """The first mismatch as `file:line: message`; the empty text where everything matches."""
    report: Report = examine(folder, memo=memo)
    fault = report.faults[0] if report.faults else None
    return f"{fault.file}:{fault.line}: {fault.message}" if fault else ""
