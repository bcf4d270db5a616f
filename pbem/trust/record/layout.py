"""The paths in a public folder (docs/protocol.md, section 2), for its writers and its verifiers.

A second attempt at a phase has files of its own: wherever a name holds the phase, attempt n > 1 adds `+n` to it, a sign
that no phase can contain.
"""

from __future__ import annotations

from pbem.base.records import dataclass
from pbem.trust.record.ledger import Entry, Value

CHARTER, LEDGER, CHECKPOINT, VKEY = "charter.yaml", "ledger.jsonl", "checkpoint", "log.vkey"
PUBLIC = "public"
#: The folders of a public folder; beside them there are the four files above and the charter's signatures.
FOLDERS = (
    "amends", "checkpoints", "lanes", "locks", "opens", PUBLIC, "receipts", "revealed", "rolls", "seeds", "seen",
    "strays",
)  # fmt: skip
#: The private parts of a moderator's own game folder, beside the public files.
NOT_PUBLIC = ("inbox", "outbox", "private", "sent")


@dataclass(frozen=True, slots=True, order=True)
class Occasion:
    """An attempt at a phase: what locks, seeds and rolls belong to."""

    phase: str
    attempt: int = 1

    @property
    def stem(self) -> str:
        """Returns its name in file names."""
        return self.phase if self.attempt == 1 else f"{self.phase}+{self.attempt}"

    @property
    def fields(self) -> dict[str, Value]:
        """Returns its fields in the ledger's entries."""
        return {"phase": self.phase, "attempt": self.attempt}

    def __str__(self) -> str:
        return f"phase '{self.phase}'" + f", attempt {self.attempt}" * (self.attempt > 1)


def occasion_of(entry: Entry) -> Occasion:
    """The attempt an entry belongs to."""
    return Occasion(entry.text("phase"), entry.number("attempt"))


def charter_signature(who: str) -> str:
    """The charter as signed by the moderator or a seat."""
    return f"charter.{who}.sig"


def earlier_checkpoint(size: int) -> str:
    """The checkpoint of the ledger when it had so many lines."""
    return f"checkpoints/{size}"


def lock_file(seat: str, occasion: Occasion, seq: int) -> str:
    """An envelope as it came."""
    return f"locks/{seat}-{occasion.stem}-{seq}.pbem"


def plain_orders_file(seat: str, occasion: Occasion, seq: int) -> str:
    """An order file of a player without the tool, once it may be shown; its signature is `<name>.sig`."""
    return f"locks/{seat}-{occasion.stem}-{seq}.yaml"


def receipt_file(seat: str, occasion: Occasion, seq: int) -> str:
    """Returns the path of the moderator's receipt for an envelope."""
    return f"receipts/{seat}-{occasion.stem}-{seq}.proof"


def open_file(seat: str, occasion: Occasion) -> str:
    """The second letter of tier two-step; its signature is `<name>.sig`."""
    return f"opens/{seat}-{occasion.phase}-{occasion.attempt}.open"


def open_receipt_file(seat: str, occasion: Occasion) -> str:
    """Returns the path of the moderator's receipt for a second letter, in grammar 2."""
    return f"receipts/{seat}-{occasion.phase}-{occasion.attempt}.open.proof"


def stray_file(of: str, digest: str) -> str:
    """A letter that came too late to count; that of an opening has its signature beside it, as `<name>.sig`."""
    return f"strays/{digest}.{'pbem' if of == 'lock' else 'open'}"


def seen_file(line: int) -> str:
    """A seat's word about what it has seen, of the entry of this line; its signature is `seen_signature`."""
    return f"seen/{line}.txt"


def seen_signature(line: int) -> str:
    """The signature under that word."""
    return f"seen/{line}.sig"


def seed_file(occasion: Occasion) -> str:
    """The seed."""
    return f"seeds/{occasion.stem}.seed"


def rolls_file(occasion: Occasion) -> str:
    """The log of the public dice."""
    return f"rolls/{occasion.stem}.rolls"


def lane_secret_file(lane: str) -> str:
    """The secret of a lane that has been opened."""
    return f"lanes/{lane.replace(':', '-')}.secret"


def lane_key_file(lane: str, occasion: Occasion) -> str:
    """The key of a lane in one phase, where no more than that phase has been opened."""
    return f"lanes/{lane.replace(':', '-')}/{occasion.stem}.key"


def lane_rolls_file(lane: str, occasion: Occasion) -> str:
    """The dice of a lane, once opened."""
    return f"lanes/{lane.replace(':', '-')}/{occasion.stem}.rolls"


def revealed_file(purpose: str) -> str:
    """The preimage of a commitment, once shown: `<game>/report/axis/t03` stands as revealed/report/axis-t03."""
    _, kind, *rest = purpose.split("/")
    return f"revealed/{kind}/{'-'.join(rest)}"


def ruling_file(line: int) -> str:
    """Returns the path of a ruling by its line; its signature is filed with those of amendments."""
    return f"{PUBLIC}/rulings/{line}.yaml"


def amend_file(line: int) -> str:
    """The text that the entry of this line put in force."""
    return f"amends/{line}.txt"


def acceptance_file(line: int) -> str:
    """Returns the path of the acceptance whose keys the `rotate` entry of this line puts in force."""
    return f"amends/{line}+new.txt"


def amend_signature(line: int, who: str) -> str:
    """That text as signed by the moderator or a seat."""
    return f"amends/{line}.{who}.sig"
