"""The audit of a whole game, to the sum of what it cannot do without; and the memory it takes.

The sum does each primitive alone, once for everything in the folder: read every file, parse every envelope, check every
signature, throw every die. What the audit takes beyond that is its own doing: things read twice, roots hashed anew,
work that grows with the square.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path

from bundle import WHO, WithoutReceipts, build
from measure import Effort, Figure, Work, clock

from pbem.base.files import read_file
from pbem.trust.dice.dice import check_log
from pbem.trust.dice.seed import parse_seed
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.orders.lock import parse_lock
from pbem.trust.people.charter import charter_in, parse_charter
from pbem.trust.primitives.chain import furthest, step
from pbem.trust.record import merkle
from pbem.trust.record.checkpoint import verify_checkpoint
from pbem.trust.record.ledger import parse_ledger, read_line
from pbem.trust.record.receipt import parse_receipt
from pbem.trust.ssh import sshsig
from pbem.trust.verify import verify_folder

TURNS = 5
#: What keeps what it has read.
KEEPING = (charter_in, parse_lock, read_line, furthest)
MEGABYTE = 1024 * 1024
#: On Linux from the page of the process itself: getrusage there begins with the memory of whoever started it.
PEAK = """
import sys
from pathlib import Path
from pbem.trust.verify import verify_folder

def peak_bytes():
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    import resource
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

before = peak_bytes()
assert verify_folder(Path(sys.argv[1])).ok
print(before, peak_bytes())
"""


@contextmanager
def game(effort: Effort) -> Iterator[Path]:
    """A public folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield build(Path(folder), effort.share)


def primitives(folder: Path) -> list[Work]:
    """Everything an audit of this folder cannot do without, each piece done once for all that is there."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    data = {kind: contents(folder / kind) for kind in ("locks", "seeds", "rolls", "checkpoints", "receipts")}
    charter, ledger = (folder / "charter.yaml").read_bytes(), (folder / "ledger.jsonl").read_bytes()
    key = parse_charter(charter).log
    return [
        lambda: [sha256(read_file(path)).digest() for path in paths],
        lambda: parse_charter(charter),
        lambda: parse_ledger(ledger),
        lambda: [parse_envelope(each) for each in data["locks"]],
        signatures(charter, data["locks"]),
        lambda: [verify_checkpoint(each, key) for each in data["checkpoints"]],
        lambda: receipts_hold(data["receipts"], ledger.split(b"\n")),
        lambda: [parse_seed(each) for each in data["seeds"]],
        lambda: [step("0" * 64) for _ in range(len(data["seeds"]) * len(WHO))],
        lambda: [check_log(sha256(seed).digest(), log) for seed, log in zip(data["seeds"], data["rolls"], strict=True)],
    ]


def contents(folder: Path) -> list[bytes]:
    """The files of a folder, in order of their names."""
    return [path.read_bytes() for path in sorted(folder.iterdir())]


def signatures(charter: bytes, locks: list[bytes]) -> Work:
    """Every lock's SSH signature."""
    read, namespace = parse_charter(charter), sshsig.namespace("lock")
    envelopes = [(parse_envelope(each), read.seat(parse_envelope(each).lock.seat).ssh) for each in locks]

    def check() -> None:
        for envelope, key in envelopes:
            sshsig.verify(key, envelope.lock_bytes, namespace, envelope.signature)

    return check


def receipts_hold(receipts: list[bytes], lines: list[bytes]) -> bool:
    """Every receipt read, and folded up to its root; the note under it is one of the checkpoints."""
    for data in receipts:
        receipt = parse_receipt(data)
        note = receipt.checkpoint
        if not merkle.verify_path(lines[receipt.index], receipt.index, note.size, receipt.path, note.root):
            return False
    return True


def seconds(work: Work) -> float:
    """How long it takes once, as in a process that has read nothing before."""
    for reader in KEEPING:
        reader.cache_clear()
    began = clock()
    work()
    return clock() - began


def verify_100(effort: Effort) -> Figure:
    """Seconds for the audit, to the sum of its primitives; both taken in turns."""
    with game(effort) as folder:
        pieces, audits, sums = primitives(folder), list[float](), list[float]()
        for _ in range(min(TURNS, effort.repeats)):
            audits.append(seconds(lambda: verify_folder(folder)))
            sums.append(sum(map(seconds, pieces)))
        assert verify_folder(folder).ok
    ours, raw = min(audits), min(sums)
    return Figure(ours / raw, "times raw", f"sum of its primitives: {raw:.2f} s", f"{ours:.2f} s", "<= 1.5")


def verify_100_memory(effort: Effort) -> Figure:
    """The most memory a process holds that audits the game."""
    with game(effort) as folder:
        command = [sys.executable, "-c", PEAK, str(folder)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    before, peak = (int(word) / MEGABYTE for word in done.stdout.split())
    return Figure(peak, "MB at most", f"before the audit: {before:.0f} MB", f"{peak:.0f} MB", "<= 120")


def verify_tenfold(effort: Effort) -> Figure:
    """Seconds for the audit of a ledger ten times as long, to those of the shorter one; both taken in turns."""
    with tempfile.TemporaryDirectory() as short, tempfile.TemporaryDirectory() as long:
        sizes = ((short, effort.share), (long, 10 * effort.share))
        folders = [build(Path(place), share, WithoutReceipts) for place, share in sizes]
        taken: list[list[float]] = [[], []]
        for _ in range(min(TURNS, effort.repeats)):
            for side, folder in enumerate(folders):
                taken[side].append(seconds(partial(verify_folder, folder)))
        lines = [verify_folder(folder).count("ledger lines") for folder in folders]
    ours, raw = min(taken[1]), min(taken[0])
    here = f"{lines[1]:,} lines: {ours:.2f} s"
    return Figure(ours / raw, "times the tenth", f"{lines[0]:,} lines: {raw:.2f} s", here, "<= 11")


BENCHMARKS = {"verify_100": verify_100, "verify_tenfold": verify_tenfold}
if sys.platform != "win32":  # which does not tell a process its peak in this way
    BENCHMARKS["verify_100_memory"] = verify_100_memory
