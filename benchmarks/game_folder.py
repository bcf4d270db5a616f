"""What people wait for in a game: `pbem orders check` on a steady captain's orders, `pbem audit` of a whole game.

Both work on the moderated sample game, so that every machine measures the same bytes.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from audit import MEGABYTE, primitives, seconds
from measure import Effort, Figure
from start_up import RUNS, wall

from pbem.base.files import write_atomic
from pbem.match.audit.replay import audit
from pbem.match.own_folder.seat import VIEW, Seat
from pbem.trust.people.charter import parse_charter
from pbem.trust.primitives.commit import Preimage, orders_purpose, parse_preimage
from pbem.trust.record import layout

SAMPLE = Path(__file__).parent.parent / "sample_games" / "jenkins" / "moderated"
#: In the middle of the game; the report before it holds the view it is written from.
SEAT, BEFORE, PHASE = "english", "t04.spanish", "t05.english"
AUDITS = 5
#: Seconds and megabytes that a ten-turn game may take.
MOST_SECONDS, MOST_MEGABYTES = 1.2, 100
#: What the installed script runs, so that a checkout measures the same as an installation.
CHECK = "import sys; sys.argv = ['pbem', 'orders', 'check', *sys.argv[1:]]; from pbem.cli import program; program()"
#: On Linux from the page of the process itself: getrusage there begins with the memory of whoever started it.
PEAK = """
import sys
from pathlib import Path
from pbem.match.audit.replay import audit
assert audit(Path(sys.argv[1])).over
status = Path("/proc/self/status")
if status.exists():
    print(int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024)
else:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def orders_check(effort: Effort) -> Figure:
    """`pbem orders check` on a whole order file, to an interpreter that does nothing: medians, taken in turns."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", CHECK, str(lay_out(Path(folder))), "--dir", folder]
        nothing = [sys.executable, "-c", "pass"]
        for each in (command, nothing):
            wall(each)
        pairs = [(wall(command), wall(nothing)) for _ in range(max(2, round(RUNS * effort.share)))]
    ours, raw = (statistics.median(times) for times in zip(*pairs, strict=True))
    here = f"{ours * 1000:.0f} ms, where the mark is 300 ms"
    return Figure(ours / raw, "times raw", f"python -c pass: {raw * 1000:.0f} ms", here, "<= 14")


def lay_out(folder: Path) -> Path:
    """A player's folder as he has it when he writes his orders; the order file he wrote."""
    charter = parse_charter((SAMPLE / layout.CHARTER).read_bytes())
    told = json.loads(shown(f"{charter.game}/report/{SEAT}/{BEFORE}").content.split(b"\n", 1)[0])
    seat = Seat(folder, charter.game, str(charter.fields["rules"]), SEAT, {}, {}, told["phase"], told["deadline"])
    seat.save()
    write_atomic(folder / VIEW, json.dumps(told["view"]).encode())
    path = folder / "orders.yaml"
    write_atomic(path, shown(orders_purpose(charter.game, SEAT, PHASE, 1, 1)).content)
    return path


def shown(purpose: str) -> Preimage:
    """What was disclosed at the end of the sample game."""
    return parse_preimage((SAMPLE / layout.revealed_file(purpose)).read_bytes())


def audit_game(effort: Effort) -> Figure:
    """Seconds for `pbem audit` in process, to the sum of its primitives: reading, signatures, hashes, dice."""
    pieces, audits, sums = primitives(SAMPLE), list[float](), list[float]()
    for _ in range(min(AUDITS, effort.repeats)):
        audits.append(seconds(lambda: audit(SAMPLE)))
        sums.append(sum(map(seconds, pieces)))
    ours, raw = min(audits), min(sums)
    told = f"sum of the primitives of its verify: {raw * 1000:.0f} ms; the rest is rules and 66 reports"
    return Figure(ours, "seconds", told, f"{ours:.2f} s", f"<= {MOST_SECONDS}")


def audit_memory(effort: Effort) -> Figure:
    """The most memory a process holds that audits the game."""
    command = [sys.executable, "-c", PEAK, str(SAMPLE)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    peak = int(done.stdout) / MEGABYTE
    return Figure(peak, "MB at most", "a ten-turn game", f"{peak:.0f} MB", f"<= {MOST_MEGABYTES}")


BENCHMARKS = {"orders_check": orders_check, "audit": audit_game}
if sys.platform != "win32":  # which does not tell a process its peak in this way
    BENCHMARKS["audit_memory"] = audit_memory
