"""The part of a record that a check has settled: lines and files without fault, and what they say to later ones.

The next check of the same record goes on behind them. It takes their word only for lines whose bytes are the same and
for files that nobody has touched since; both are for its caller to see to. Whatever follows from all lines together,
the walk and its events, is made anew by every check.
"""

from __future__ import annotations

from pbem.base.records import dataclass, field, replace
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import Account
from pbem.trust.record.merkle import Frontier


@dataclass(frozen=True, slots=True)
class Told:
    """The letter of a settled line: its chain value, and its sender's account of the ledger."""

    link: Link | None = None
    account: Account | None = None


@dataclass(slots=True)
class Settled:
    """The lines and files that a check found without fault."""

    #: How many lines from the first.
    lines: int = 0
    #: The edge of the tree over them.
    edge: tuple[bytes, ...] = ()
    #: The files of the folder that were there.
    files: frozenset[str] = frozenset()
    #: What was checked for good, and noted.
    counts: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    #: What the letters say, by the line of their entry; and what became of seals, by the hash of the lock.
    letters: dict[int, Told] = field(default_factory=dict)
    seals: dict[str, str] = field(default_factory=dict)
    #: Who stands behind a team's lock, by its hash: their public keys in hex.
    behind: dict[str, list[str]] = field(default_factory=dict)
    #: The hashes of the files of public/.
    digests: dict[str, str] = field(default_factory=dict)

    def tree(self) -> Frontier | None:
        """The tree over the settled lines, to go on from."""
        return Frontier.resumed(self.lines, self.edge) if self.lines else None

    def copy(self) -> Settled:
        """The same, to be added to."""
        behind = {lock: list(keys) for lock, keys in self.behind.items()}
        return replace(self, counts=dict(self.counts), notes=list(self.notes), letters=dict(self.letters),
                       seals=dict(self.seals), behind=behind, digests=dict(self.digests))  # fmt: skip
