"""What the moderator knows of a game in progress beside the public files: one sealed file, written anew each time."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from pbem.trust.record.layout import Occasion


@dataclass(slots=True)
class Held:
    """A seat's newest letter of orders in a step. `opened` is the commitment's preimage, empty while it is sealed;
    `former`, that it is sealed to a moderator of before.

    Of a team `behind` are the keys of those who stand behind the orders, which count once there are `needs` of them.
    """

    seq: int
    lock: str
    opened: str = ""
    plain: bool = False
    signature: str = ""
    void: bool = False
    needs: int = 1
    behind: list[str] = field(default_factory=list)
    former: bool = False

    @property
    def text(self) -> str:
        """The order file as its owner wrote it."""
        return self.opened if self.plain else self.opened.split("\n", 2)[2] if self.opened else ""


@dataclass(slots=True)
class Step:
    """One step of the open phase: who is waited for, what came, what opened its dice; and its time (`match.hours`).

    `complete` is when the last awaited letter came, `reasons` why the deadline is where it is, `wait` who asked not to
    run early, `told` what is told once, `held_back` that most were silent, `anyway` that it is run all the same.
    `alone` is the seat that opens its part of the dice with its lock, for no other has anything to decide. `drafts` are
    orders of teams that have not yet had enough agreement, oldest first.
    """

    number: int
    phase: str
    opened: str
    deadline: str
    waits: list[str]
    attempt: int = 1
    round: int = 0
    alone: str = ""
    held: dict[str, Held] = field(default_factory=dict)
    locked: str = ""
    silent: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    forfeits: list[str] = field(default_factory=list)
    opens: list[str] = field(default_factory=list)
    open_by: str = ""
    seed: str = ""
    mark: int = 0
    run: int = 1
    beacon: str = ""
    wait: list[str] = field(default_factory=list)
    complete: str = ""
    reasons: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    held_back: bool = False
    anyway: bool = False
    drafts: dict[str, list[Held]] = field(default_factory=dict)

    @property
    def occasion(self) -> Occasion:
        """What its seed belongs to."""
        return Occasion(self.phase, self.attempt)

    @property
    def ordered(self) -> Occasion:
        """What its locks, reports and position belong to: the attempt with which its orders were asked for."""
        return Occasion(self.phase, self.run)


@dataclass(slots=True)
class Book:
    """The whole of it. `stage` runs inviting, signing, playing, over. `spent` are absences that have moved the deadline
    of a phase, `passes` the phases in which seats had their free pass, `ahead` the seats that have
    seen another record than this one, with the moderator's decision (match.older_copy); `invited` has the hash that an
    acceptance names, `desks` the seats that are mailed the order desk.
    """

    stage: str
    addresses: dict[str, str]
    draft: dict[str, Any]
    joined: dict[str, dict[str, str]] = field(default_factory=dict)
    signed: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    caps: dict[str, list[str]] = field(default_factory=dict)
    letters: int = 0
    values: dict[str, int] = field(default_factory=dict)
    links: int = 0
    phase: str = ""
    title: str = ""
    position: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    paused: dict[str, str] = field(default_factory=dict)
    proposal: dict[str, Any] = field(default_factory=dict)
    notices: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)
    press: dict[str, Any] = field(default_factory=dict)
    words: dict[str, dict[str, Any]] = field(default_factory=dict)
    absences: list[dict[str, str]] = field(default_factory=list)
    spent: list[dict[str, str]] = field(default_factory=list)
    clock_told: str = ""
    offers: dict[str, dict[str, Any]] = field(default_factory=dict)
    guests: dict[str, dict[str, Any]] = field(default_factory=dict)
    pending: list[dict[str, Any]] = field(default_factory=list)
    passes: dict[str, str] = field(default_factory=dict)
    handed: str = ""
    succession: dict[str, Any] = field(default_factory=dict)
    guardians: dict[str, dict[str, str]] = field(default_factory=dict)
    deposited: list[str] = field(default_factory=list)
    fellows: dict[str, list[str]] = field(default_factory=dict)
    crew: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    moves: dict[str, dict[str, str]] = field(default_factory=dict)
    former: dict[str, list[str]] = field(default_factory=dict)
    asked: dict[str, list[list[str]]] = field(default_factory=dict)
    unreached: dict[str, dict[str, str]] = field(default_factory=dict)
    needs: dict[str, int] = field(default_factory=dict)
    ahead: dict[str, str] = field(default_factory=dict)
    invited: dict[str, str] = field(default_factory=dict)
    desks: list[str] = field(default_factory=list)
    #: How many lists of addresses have been signed: each has a number, so that an old one is known.
    lists: int = 0

    @property
    def step(self) -> Step:
        """The step that is open."""
        return self.steps[-1]

    def mark_before(self, step: Step) -> int:
        """How many records the transcript held when a step began."""
        return self.steps[step.number - 2].mark if step.number > 1 else 0

    def forget_absences(self, seat: str) -> None:
        """A seat is not away any more, or has another player."""
        self.absences = [each for each in self.absences if each["seat"] != seat]
        self.spent = [each for each in self.spent if each["seat"] != seat]

    def to_plain(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Book:
        """As it was stored."""
        steps = [
            Step(**{
                **step, "held": {seat: Held(**held) for seat, held in step["held"].items()},
                "drafts": {seat: [Held(**held) for held in drafts] for seat, drafts in step.get("drafts", {}).items()},
            })
            for step in plain["steps"]
        ]  # fmt: skip
        plain = {name: value for name, value in plain.items() if name != "posted"}  # of a game from before
        passes = plain.get("passes", {})
        if isinstance(passes, list):  # of a game from before their phases were kept
            passes = dict.fromkeys(passes, "")
        return cls(**{**plain, "steps": steps, "passes": passes})


# ---------------------------------------------------------------------------------------- orders of teams
def state_of(draft: Held, counts: Held | None) -> str:
    """How many stand behind orders, and whether they count."""
    count = len(draft.behind)
    told = f"{count} of {draft.needs} {'stands' if count == 1 else 'stand'} behind orders no. {draft.seq}"
    if counts and counts.seq == draft.seq:
        return f"{told}, which count"
    return f"{told}; no. {counts.seq} count" if counts else f"{told}, which do not count yet"


def waiting_drafts(step: Step) -> dict[str, list[str]]:
    """Of each team the orders that might still come to count, newest last, in words."""
    found: dict[str, list[str]] = {}
    for seat, drafts in sorted(step.drafts.items()):
        counts = step.held.get(seat)
        newer = [state_of(each, counts) for each in drafts if counts is None or each.seq > counts.seq]
        if newer and not step.locked:
            found[seat] = newer
    return found
