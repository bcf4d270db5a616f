"""The audit of a whole game, to the sum of what it cannot do without; and the memory it takes.

The sum prices each primitive (a signature, a die, a line of ledger, a file read) alone and multiplies by how many the
folder holds. What the audit takes beyond that is its own doing: things read twice, roots hashed anew, work that grows
with the square.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import perf_counter

from bundle import SEATS, WHO, build
from measure import Effort, Figure, Work, seconds_a_call
from pbem.trust.verify import verify_folder

from pbem.files import read_file
from pbem.trust import merkle, sshsig
from pbem.trust.chain import step
from pbem.trust.charter import parse_charter
from pbem.trust.dice import Dice, parse_log
from pbem.trust.envelope import parse_envelope
from pbem.trust.ledger import parse_ledger
from pbem.trust.note import verify_checkpoint
from pbem.trust.receipt import parse_receipt
from pbem.trust.seed import parse_seed

TURNS = 3
MEGABYTE = 1024 * 1024
PEAK = """
import resource, sys
from pathlib import Path
from pbem.trust.verify import verify_folder
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
verify_folder(Path(sys.argv[1]))
print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@dataclass(frozen=True, slots=True)
class Price:
    """A primitive, how often the folder needs it, and a call that does it once."""

    times: int
    work: Work

    def seconds(self) -> float:
        """What all of them take together."""
        return self.times * seconds_a_call(self.work, max(1, min(self.times, 200)))


@contextmanager
def game(effort: Effort) -> Iterator[Path]:
    """A public folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield build(Path(folder), effort.share)


def prices(folder: Path) -> list[Price]:
    """Everything an audit of this folder cannot do without."""
    locks, rolls = sorted((folder / "locks").iterdir()), sorted((folder / "rolls").iterdir())
    checkpoints, receipts = sorted((folder / "checkpoints").iterdir()), sorted((folder / "receipts").iterdir())
    phases = len(rolls)
    ledger, charter = (folder / "ledger.jsonl").read_bytes(), (folder / "charter.yaml").read_bytes()
    envelope, note, log = locks[0].read_bytes(), checkpoints[0].read_bytes(), rolls[0].read_bytes()
    seed = next((folder / "seeds").iterdir()).read_bytes()
    vkey = (folder / "log.vkey").read_text().strip()
    files = sum(1 for path in folder.rglob("*") if path.is_file())
    return [
        Price(1, lambda: parse_charter(charter)),
        Price(1, lambda: parse_ledger(ledger)),
        Price(files, lambda: read_file(locks[0])),
        Price(len(locks), lambda: parse_envelope(envelope)),
        Price(len(locks) + len(WHO), signature_check(envelope, charter, locks[0].name)),
        Price(len(checkpoints), lambda: verify_checkpoint(note, vkey)),
        Price(len(receipts), receipt_check(receipts[-1], ledger)),
        Price(phases, lambda: parse_seed(seed)),
        Price(phases * (len(SEATS) + 1), lambda: step("0" * 64)),
        Price(phases, lambda: parse_log(log)),
        Price(sum(path.read_bytes().count(b"\n") for path in rolls), die()),
    ]


def signature_check(envelope: bytes, charter: bytes, name: str) -> Work:
    """The SSH signature of a lock."""
    read = parse_envelope(envelope)
    public = parse_charter(charter).seat(name.partition("-")[0]).ssh
    return lambda: sshsig.verify(public, read.lock_bytes, sshsig.namespace("lock"), read.signature)


def receipt_check(path: Path, ledger: bytes) -> Work:
    """A receipt read and folded up to its root; the note under it is one of the checkpoints."""
    data, lines = path.read_bytes(), ledger.split(b"\n")

    def check() -> bool:
        receipt = parse_receipt(data)
        note = receipt.checkpoint
        return merkle.verify_path(lines[receipt.index], receipt.index, note.size, receipt.path, note.root)

    assert check()
    return check


def die() -> Callable[[], tuple[int, ...]]:
    """Two dice under a new label."""
    dice, numbers = Dice(bytes(32)), count()
    return lambda: dice.roll(f"combat/{next(numbers)}/n1", "2d6")


def verify_100(effort: Effort) -> Figure:
    """Seconds for the audit, to the sum of its primitives; both taken in turns."""
    with game(effort) as folder:
        wanted, audits, sums = prices(folder), list[float](), list[float]()
        for _ in range(min(TURNS, effort.repeats)):
            began = perf_counter()
            assert verify_folder(folder).ok
            audits.append(perf_counter() - began)
            sums.append(sum(price.seconds() for price in wanted))
    ours, raw = min(audits), min(sums)
    return Figure(ours / raw, "times raw", f"sum of its primitives: {raw:.2f} s", f"{ours:.2f} s", "<= 1.5")


def verify_100_memory(effort: Effort) -> Figure:
    """The most memory a process holds that audits the game."""
    with game(effort) as folder:
        command = [sys.executable, "-c", PEAK, str(folder)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    # The system counts in kilobytes, on macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    before, peak = (int(word) * unit / MEGABYTE for word in done.stdout.split())
    return Figure(peak, "MB at most", f"before the audit: {before:.0f} MB", f"{peak:.0f} MB", "<= 120")


BENCHMARKS = {"verify_100": verify_100}
if sys.platform != "win32":  # which does not tell a process its peak in this way
    BENCHMARKS["verify_100_memory"] = verify_100_memory
