"""Keys that are replaced while a game goes on: who may replace whose, and whose count at which line (PROTOCOL 3.11).

Two papers make a replacement. `rotate/1` says that it takes place: its giver signs it, who is the holder of the key
so far, or the moderator where that holder is silent. `acceptance/1` names the new keys: its taker signs it, with the
new key. Keys count from the line after their entry onwards, never backwards (threat 23).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pbem import strict_yaml
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass, field
from pbem.schema import read_as
from pbem.trust.people.charter import MODERATOR, Charter, Keys, Tier
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry, Ledger, goes_back, parse_ledger
from pbem.trust.seal.seal import check_recipient
from pbem.trust.ssh import sshkeys
from pbem.trust.ssh.transport import lf_form

ROTATE, ACCEPTANCE = "rotate/1", "acceptance/1"
#: What a `timeout` entry calls a seat that has not answered to a new moderator.
UNANSWERED = "rotate"
MARK = b'"k":"rotate"'


class How(Enum):
    """By whose will keys are replaced."""

    HAND_OVER = "hand-over"
    RULING = "ruling"
    RETURN = "return"
    SUCCESSION = "succession"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """The paper that replaces keys. `until` or `phases` make it a loan, which ends by itself."""

    game: str
    charter: str
    who: str
    number: int
    how: How
    accepted: str = ""
    age: str = ""
    until: datetime | None = None
    phases: int = 0
    reason: str = ""

    @property
    def lends(self) -> bool:
        """Tells if the seat goes back to its player later."""
        return bool(self.until or self.phases)

    def to_bytes(self) -> bytes:
        """The paper, without what it does not say."""
        fields: dict[str, Any] = {
            "pbem": ROTATE, "game": self.game, "charter": self.charter, "who": self.who, "number": self.number,
            "how": self.how.value, "accepted": self.accepted, "age": self.age,
            "until": show_time(self.until) if self.until else "", "phases": self.phases, "reason": self.reason,
        }  # fmt: skip
        return strict_yaml.write({name: value for name, value in fields.items() if value}).encode()

    def givers(self) -> tuple[str, ...]:
        """Returns those who have to sign it; for a succession by guardians, nobody."""
        if self.how is How.SUCCESSION:
            return ()
        return (self.who,) if self.how is How.HAND_OVER else (MODERATOR,)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """New keys, and the seat they are for. `offer` is the hash of the signature under the invitation it answers,
    `number` that of the replacement a new moderator's keys are for."""

    game: str
    seat: str
    keys: Keys
    offer: str = ""
    number: int = 1


@lru_cache(maxsize=64)
def read_rotation(data: bytes, file: str = "rotate.yaml") -> Rotation:
    """The paper, if its parts go together."""
    fields = read_as("rotate", lf_form(data), file)
    until = parse_time(fields["until"]) if "until" in fields else None
    rest = {key: fields[key] for key in ("accepted", "age", "phases", "reason") if key in fields}
    head = {key: fields[key] for key in ("game", "charter", "who", "number")}
    made = Rotation(**head, how=How(fields["how"]), until=until, **rest)
    if wrong := misfit(made):
        raise bad(wrong, file=file)
    return made


def misfit(made: Rotation) -> str:
    """Returns the contradiction in a paper, or an empty string."""
    moderator = made.who == MODERATOR
    if made.how is How.SUCCESSION and not moderator:
        return f"succession is for the moderator, not for seat '{made.who}'"
    if made.how in (How.RULING, How.RETURN) and moderator:
        return f"the moderator's keys are not replaced by {made.how.value}"
    if made.lends and (moderator or made.how is How.RETURN or (made.until and made.phases)):
        return "a loan has one end, and is of a seat"
    if made.how is How.RULING and not made.reason:
        return "a ruling has no reason"
    named = [bool(made.accepted), bool(made.age)]
    by_age = moderator and made.how is How.HAND_OVER
    if named != ([False, False] if made.how is How.RETURN else [not by_age, by_age]):
        return "does not name the new keys as its kind does"
    return ""


@lru_cache(maxsize=64)
def read_acceptance(data: bytes, file: str = "acceptance.yaml") -> Acceptance:
    """New keys, each of which may be enrolled."""
    fields = read_as("acceptance", lf_form(data), file)
    ssh = sshkeys.parse_public(fields["ssh"])
    sshkeys.check_enrolment(ssh)
    keys = Keys(fields["name"], ssh, check_recipient(fields["age"]), fields["chain"])
    return Acceptance(fields["game"], fields["seat"], keys, fields.get("offer", ""), fields.get("number", 1))


def taker(who: str) -> str:
    """Returns an entry's name for the new holder of keys, as distinct from the former one."""
    return f"{who}+new"


# ------------------------------------------------------------------------------------------------- which keys count
@dataclass(frozen=True, slots=True)
class Loan:
    """A seat that somebody plays for a while: since which line, on what terms, and whose it is."""

    line: int
    terms: Rotation
    owner: Keys

    def over(self, before: Sequence[Entry], t: str) -> bool:
        """Tells if the loan has ended by the ledger before and the ending entry's time."""
        if self.terms.until:
            return parse_time(t) >= self.terms.until
        return len(self.closed(before)) >= self.terms.phases

    def outlasted(self, made: Rotation, before: Sequence[Entry]) -> bool:
        """Tells if the paper gives the seat away for longer than the loan lasts.

        The borrower cannot give it away for good either, because the seat is not theirs.
        """
        if self.terms.until:
            return made.until is None or made.until > self.terms.until
        return not 0 < made.phases <= self.terms.phases - len(self.closed(before))

    def closed(self, before: Sequence[Entry]) -> list[int]:
        """Returns the lines at which phases were closed since the loan began.

        A phase that was taken back counts only after it is played again.
        """
        closed: list[int] = []
        opened: dict[str, int] = {}
        for entry in before:
            if entry.kind == "phase":
                opened[str(entry.get("phase"))] = entry.n
            elif entry.kind == "state" and entry.n > self.line:
                closed.append(entry.n)
            elif goes_back(entry):
                back_to = opened.get(str(entry.get("phase")), entry.n)
                closed = [line for line in closed if line < back_to]
        return closed


@dataclass(slots=True)
class Tenures:
    """The charter with the keys that count, for every line of the ledger."""

    charter: Charter
    lines: list[int] = field(default_factory=lambda: [-1])
    charters: list[Charter] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    loans: dict[str, Loan] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.charters.append(self.charter)

    def at(self, line: int) -> Charter:
        """The keys by which the entry of this line is judged: those of the entries before it."""
        return self.charters[bisect_left(self.lines, line) - 1]

    def next_number(self, who: str) -> int:
        """Each replacement of somebody's keys has a number, so that an old paper serves once."""
        return self.numbers.get(who, 0) + 1

    def anchors(self) -> set[str]:
        """Every chain that anybody has had."""
        seats = [keys for charter in self.charters for seat in charter.seats for keys in seat.people]
        return {self.charter.moderator.chain, *(keys.chain for keys in seats if keys.chain)}

    def enter(self, line: int, made: Rotation, keys: Keys | None) -> None:
        """From the next line on the new keys count; a seat that goes back has its owner's again."""
        who = made.who
        loan = self.loans.get(who)
        if made.how is How.RETURN and loan:
            keys = loan.owner
        if keys is None:
            raise CheckFailed(Fault(f"seat '{who}' is not on loan", kind=Kind.MISMATCH))
        if made.lends:
            self.loans[who] = Loan(line, made, loan.owner if loan else self.charter.keys(who))
        else:
            self.loans.pop(who, None)
        self.numbers[who] = made.number
        self.charter = self.charter.with_keys(who, keys)
        self.lines.append(line)
        self.charters.append(self.charter)


# -------------------------------------------------------------------------------------- what stands against a change
def paper_faults(held: Tenures, made: Rotation, before: Sequence[Entry], t: str) -> Iterator[str]:
    """Yields the faults of a paper that does not fit the game, its turn or the time."""
    charter, due = held.charter, held.next_number(made.who)
    if (made.game, made.charter) != (charter.game, charter.sha256):
        yield f"is for another game or charter: '{made.game}'"
    if made.who not in charter.who():
        yield f"is about '{made.who}', who has no part in this game"
    elif made.number != due:
        yield f"is replacement {made.number} of '{made.who}', {due} is due"
    loan = held.loans.get(made.who)
    if made.how is How.RETURN and loan is None:
        yield f"ends a loan of seat '{made.who}', which is not on loan"
    elif made.how is How.RETURN and loan and not loan.over(before, t):
        yield f"gives seat '{made.who}' back before the time that was agreed"
    if made.until and made.until <= parse_time(t):
        yield f"lends seat '{made.who}' until {show_time(made.until)}, which has passed"


def lending_faults(held: Tenures, made: Rotation, before: Sequence[Entry]) -> Iterator[str]:
    """Yields the faults of a hand-over beyond the end of a loan.

    Only the moderator checks this, and only for hand-overs, because a ruling may do it.
    """
    loan = held.loans.get(made.who)
    if made.how is How.HAND_OVER and loan and loan.outlasted(made, before):
        yield f"gives seat '{made.who}' away for longer than it is lent"


def key_faults(held: Tenures, made: Rotation, found: Acceptance) -> Iterator[str]:
    """Yields the reasons that these keys cannot take that place."""
    charter = held.charter
    if (found.game, found.seat) != (charter.game, made.who):
        yield f"accepts the seat '{found.seat}' of game '{found.game}'"
    elif made.who != MODERATOR:
        if found.keys.chain in held.anchors():
            yield "has the anchor of another chain"
        if charter.tier is Tier.MODERATED and found.keys.ssh == charter.moderator.ssh:
            yield "is the moderator's, who cannot play a seat in tier moderated"
    elif found.keys.chain != charter.moderator.chain:
        yield "has another chain than the game, whose dice a new moderator cannot choose either"
    elif charter.tier is Tier.MODERATED and any(found.keys.ssh == keys.ssh for s in charter.seats for keys in s.people):
        yield "is a player's, who cannot be the moderator too in tier moderated"
    elif found.number != made.number:  # what the seats sign; a former moderator has their earlier signatures
        yield f"accepts replacement {found.number} of the moderator, this is {made.number}"
    if made.age and found.keys.age != made.age:
        yield "has another age key than the one the game was handed over to"


def tenures(charter: Charter, ledger: Ledger, read: Callable[[str], bytes]) -> Tenures:
    """The same from a folder that has been verified, or that one has written oneself."""
    found = Tenures(charter)
    for entry in ledger.entries("rotate"):
        made = read_rotation(read(layout.amend_file(entry.n)), layout.amend_file(entry.n))
        keys = None
        if made.how is not How.RETURN:
            keys = read_acceptance(read(layout.acceptance_file(entry.n)), layout.acceptance_file(entry.n)).keys
        found.enter(entry.n, made, keys)
    return found


def in_force(charter: Charter, ledger: bytes, read: Callable[[str], bytes]) -> Charter:
    """The charter with the keys that count now. Most games never replace any, and are not read for it."""
    if MARK not in ledger:
        return charter
    return tenures(charter, parse_ledger(ledger, layout.LEDGER), read).charter


def hash_of(data: bytes) -> str:
    """The hash by which a `rotate/1` names an acceptance."""
    return sha256(lf_form(data)).hexdigest()
