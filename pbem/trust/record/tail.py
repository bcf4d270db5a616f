"""The newest lines of a ledger by themselves, with the tree's edge before them (RFC 6962): a letter brings these alone.

A reader who holds the lines before joins them to the whole. A reader who lacks some can still tell by edge, lines and
signed checkpoint that these are lines of the ledger, and checks the rest once the missing ones have come.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem.base.errors import bad
from pbem.base.records import dataclass
from pbem.trust.record.ledger import Ledger, read_line
from pbem.trust.record.merkle import Frontier

#: How the file is called in a letter's parcel.
TAIL = "ledger.tail"
FORM = "ledger-tail/1"
MOST_NAMES = 64


@dataclass(frozen=True, slots=True)
class Tail:
    """Lines from `first` on. `letters` names the reports told before, each with the line that tells of it."""

    first: int
    edge: Frontier
    lines: tuple[bytes, ...]
    letters: tuple[tuple[int, str], ...] = ()

    @property
    def size(self) -> int:
        """Returns the number of lines in the ledger with these."""
        return self.first + len(self.lines)

    @property
    def root(self) -> bytes:
        """The root of the whole ledger."""
        tree = self.edge.copy()
        for line in self.lines:
            tree.append(line)
        return tree.root()

    def entries(self) -> Ledger:
        """The lines as entries, for questions about the newest of them; the numbers are those of the whole ledger."""
        return Ledger([read_line(line, self.first + index) for index, line in enumerate(self.lines)])

    def joined(self, held: bytes) -> bytes | None:
        """The whole ledger, for a reader who holds its beginning; None where lines between are missing."""
        whole, more = held[: held.rfind(b"\n") + 1], held.count(b"\n") - self.first
        if more < 0:
            return None
        begins = b"".join(line + b"\n" for line in whole.split(b"\n")[: self.first]) if more else whole
        return begins + b"".join(line + b"\n" for line in self.lines)

    def follows(self, ledger: bytes, edge: Sequence[bytes] | None = None) -> bool:
        """Tells if the tree's edge is that of this ledger's beginning, which a caller may know already."""
        if edge is None:
            edge = Frontier(ledger.split(b"\n")[: self.first]).peaks
        return tuple(edge) == self.edge.peaks

    def missing(self, held: int) -> list[str]:
        """The reports between, for a reader who holds so many lines."""
        return [name for line, name in self.letters if held <= line < self.first]


def cut(ledger: Ledger, first: int) -> bytes:
    """The lines from this one on, as a file."""
    edge = Frontier(ledger.leaves(first))
    told = [[entry.n, entry.text("step")] for entry in ledger.entries("report") if "step" in entry.fields]
    head = {"pbem": FORM, "from": first, "edge": [peak.hex() for peak in edge.peaks],
            "letters": [each for each in told if int(str(each[0])) < first][-MOST_NAMES:]}  # fmt: skip
    lines = [json.dumps(head, separators=(",", ":"), ensure_ascii=True).encode(), *ledger.leaves()[first:]]
    return b"".join(line + b"\n" for line in lines)


def parse_tail(data: bytes, file: str = TAIL) -> Tail:
    """The file read back."""
    head, _, rest = data.partition(b"\n")
    try:
        fields = json.loads(head)
        if fields["pbem"] != FORM or not isinstance(fields["from"], int) or fields["from"] < 0:
            raise ValueError
        edge = Frontier.resumed(fields["from"], [bytes.fromhex(peak) for peak in fields["edge"]])
        letters = tuple((int(line), str(name)) for line, name in fields["letters"][:MOST_NAMES])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise bad("is not the end of a ledger", file=file) from None
    lines = rest.split(b"\n")
    if lines.pop():
        raise bad("is cut off: its last line has no line end", file=file)
    return Tail(fields["from"], edge, tuple(lines), letters)
