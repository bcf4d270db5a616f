"""The paper by which play goes back to a phase, in grammar 2: what moderator and seats sign (docs/protocol.md, 18)."""

from __future__ import annotations

from typing import Any

from pbem import strict_yaml
from pbem.base.errors import bad
from pbem.base.records import dataclass
from pbem.schema import read_as
from pbem.trust.ssh.transport import lf_form

FORMAT = "reopen/2"
#: Whether a phase keeps the dice it had, or throws fresh ones because it had none.
SAME, FRESH = "same", "fresh"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopening:
    """A return: to which phase, which phases it takes back, and what becomes of the dice."""

    game: str
    charter: str
    phase: str
    withdraws: tuple[str, ...]
    dice: str
    #: The ledger when this was proposed: how many lines, and their root in hex.
    lines: int
    root: str
    reason: str
    #: Tier beacon with fresh dice: the round and the deadline that the new attempt has.
    round: int | None = None
    deadline: str = ""

    def __post_init__(self) -> None:
        if self.withdraws[:1] != (self.phase,):
            raise bad("a return withdraws the phase it goes back to, as the first")
        if len(set(self.withdraws)) != len(self.withdraws):
            raise bad("a return withdraws a phase twice")
        if (self.round is None) != (not self.deadline):
            raise bad("'round' and 'deadline' go together")
        if self.round is not None and self.dice != FRESH:
            raise bad("dice that stay need no round", hint="'round' and 'deadline' belong to fresh dice in tier beacon")

    def to_bytes(self) -> bytes:
        """Its one spelling."""
        fields: dict[str, Any] = {
            "pbem": FORMAT, "game": self.game, "charter": self.charter, "phase": self.phase,
            "withdraws": list(self.withdraws), "dice": self.dice, "lines": self.lines, "root": self.root,
            "round": self.round, "deadline": self.deadline, "reason": self.reason,
        }  # fmt: skip
        return strict_yaml.write({key: value for key, value in fields.items() if value not in (None, "")}).encode()


def parse_reopening(data: bytes, file: str = "") -> Reopening:
    """The paper, if these are exactly the bytes of one, line ends apart."""
    text = lf_form(data)
    fields = read_as("reopen-2", text, file)
    made = Reopening(
        **{key: str(fields[key]) for key in ("game", "charter", "phase", "dice", "root", "reason")},
        withdraws=tuple(fields["withdraws"]), lines=int(fields["lines"]), round=fields.get("round"),
        deadline=str(fields.get("deadline", "")),
    )  # fmt: skip
    if made.to_bytes() != text:
        raise bad("return is written in another way than ours", file=file)
    return made
