"""The charter: what all seats sign before the first die, and whose hash is the game ever after (PROTOCOL 3.4).

The schema says what each field looks like; here it becomes a typed value, and what no single field can show is checked:
that seats and lanes fit each other, that every key may be enrolled, that the log is this game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from pbem import DOMAIN, strict_yaml
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass, replace
from pbem.schema import Document, Path, read_document
from pbem.trust.beacon.drand import DEMO_NETWORK, Network, network
from pbem.trust.primitives.chain import leads_to
from pbem.trust.record import checkpoint
from pbem.trust.seal import seal
from pbem.trust.ssh import sshkeys, sshsig
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.transport import lf_form

MODERATOR = "moderator"
MOD_LANE = "mod"
#: The first line of a charter, by the ledger grammar under which its game is played, and the schema of its fields.
FORMATS = {1: "charter/1", 2: "charter/2"}
SCHEMAS = {1: "charter", 2: "charter-2"}
#: The grammar of charters that are written from now on. No charter changes the grammar of a running game.
NEW_GAMES = 2
#: Fields for which not every tier has a use.
OF_TIER = {
    "beacon": ("beacon",), "margin_hours": ("beacon",), "acts_alone": ("two-step", "beacon"),
    "unopened": ("two-step",), "open_hours": ("two-step",), "mail_hours": ("two-step",),
}  # fmt: skip
#: What `unopened` may say: the phase waits for a missing opening, or its dice are made once more without that seat.
WAIT, WITHOUT = "wait", "without"
OPEN_HOURS, MAIL_HOURS = 72, 24
#: The margin where one seat acts alone (PROTOCOL 3.1).
ALONE_HOURS = 2


class Tier(Enum):
    """The amount of trust that a game asks of its players (PROTOCOL 3.1)."""

    MODERATED = "moderated"
    TWO_STEP = "two-step"
    BEACON = "beacon"


@dataclass(frozen=True, slots=True)
class Keys:
    """The public keys of a moderator or a seat: to sign, to seal to, and the anchor of the chain."""

    name: str
    ssh: PublicKey
    age: str
    chain: str


@dataclass(frozen=True, slots=True)
class Seat(Keys):
    """A side of the game and its player's keys; for a team, the captain's."""

    seat: str
    #: The others of a team. Each of them writes for the seat, with their own chain.
    members: tuple[Keys, ...] = ()
    #: How many of a team have to stand behind orders before these count.
    needs: int = 1
    #: Grammar 2, tier moderated: the player writes plain order files, and adds nothing to the dice.
    plain: bool = False

    @property
    def people(self) -> tuple[Keys, ...]:
        """Everybody who plays it."""
        return (self, *self.members)

    @property
    def ages(self) -> list[str]:
        """Returns the age keys to which the seat's letters are sealed."""
        return [keys.age for keys in self.people]

    def whose(self, value: str, index: int) -> Keys | None:
        """Returns the person whose chain this value opens, or None."""
        return next((keys for keys in self.people if keys.chain and leads_to(value, index, keys.chain)), None)

    def check(self, message: bytes, kind: str, armour: str | bytes) -> None:
        """Raise CheckFailed unless one of them has signed this as a document of that kind."""
        key = self.ssh
        if self.members:
            claimed = sshsig.signer(armour)
            key = next((keys.ssh for keys in self.people if keys.ssh == claimed), self.ssh)
        sshsig.verify(key, message, sshsig.namespace(kind), armour)


@dataclass(frozen=True, slots=True)
class Charter:
    """A charter as it was signed. `fields` holds everything it says, also what only a rules module reads."""

    data: bytes
    game: str
    tier: Tier
    log: checkpoint.VerifierKey
    moderator: Keys
    seats: tuple[Seat, ...]
    lanes: tuple[tuple[str, str], ...]
    beacon: str
    fields: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """The game, in every later hash."""
        return charter_hash(self.data)

    @property
    def grammar(self) -> int:
        """The ledger grammar of its game, which nothing changes later (docs/protocol.md, 4)."""
        return 2 if self.fields["pbem"] == FORMATS[2] else 1

    @property
    def unopened(self) -> str:
        """Tier two-step: what happens where an opening does not come, `wait` or `without`."""
        return str(self.fields.get("unopened", WAIT))

    @property
    def open_hours(self) -> int:
        """Tier two-step: how long openings have at least, from `locked` on."""
        return int(self.fields.get("open_hours", OPEN_HOURS))

    @property
    def mail_hours(self) -> int:
        """Tier two-step: how long after openings were due nobody is left out yet."""
        return int(self.fields.get("mail_hours", MAIL_HOURS))

    @property
    def abandoned_after(self) -> int:
        """After how many silences in a row a seat counts as abandoned; 0 where that is not agreed."""
        return int(self.fields.get("people", {}).get("abandoned_after", 0))

    @property
    def origin(self) -> str:
        """The name of the game's log."""
        return self.log.name

    @property
    def seat_names(self) -> tuple[str, ...]:
        """All seats, sorted."""
        return tuple(seat.seat for seat in self.seats)

    def seat(self, name: str) -> Seat:
        """The seat of that name."""
        for seat in self.seats:
            if seat.seat == name:
                return seat
        raise bad(f"'{name}' has no seat in this game", kind=Kind.UNKNOWN, hint=f"seats: {', '.join(self.seat_names)}")

    def who(self) -> tuple[str, ...]:
        """Everybody who has to sign: the moderator, then the seats."""
        return (MODERATOR, *self.seat_names)

    def keys(self, who: str) -> Keys:
        """The keys of the moderator or of a seat."""
        return self.moderator if who == MODERATOR else self.seat(who)

    def with_keys(self, who: str, keys: Keys) -> Charter:
        """The same charter with other keys for one of its people, as a `rotate` entry puts them in force."""
        fresh: dict[str, Any] = {name: getattr(keys, name) for name in ("name", "ssh", "age", "chain")}
        if who == MODERATOR:
            return replace(self, moderator=Keys(**fresh))
        fresh |= {"members": getattr(keys, "members", ()), "needs": getattr(keys, "needs", 1)}
        if self.seat(who).plain:
            fresh["chain"] = ""  # a seat that is plain adds nothing to the dice, under any player
        seats = (replace(seat, **fresh) if seat.seat == who else seat for seat in self.seats)
        return replace(self, seats=tuple(seats))

    def lane_secret(self, lane: str) -> str:
        """The hash of a lane's secret."""
        for name, secret in self.lanes:
            if name == lane:
                return secret
        raise bad(f"'{lane}' is no lane of this game", kind=Kind.UNKNOWN)

    @property
    def demonstrates(self) -> bool:
        """Tells if the beacon is the demonstration chain, whose secret is public."""
        return self.beacon == DEMO_NETWORK.chain

    def network(self, extra: Iterable[Network] = ()) -> Network:
        """The beacon network that the charter pins; `extra` allows others than the built-in one."""
        if not self.beacon:
            raise bad(f"game '{self.game}' of tier {self.tier.value} has no beacon")
        return network(self.beacon, extra)

    @property
    def acts_alone(self) -> bool:
        """Tells if only the acting seat sends orders in a phase that one seat plays (docs/protocol.md, 16)."""
        return bool(self.fields.get("acts_alone", False))

    def margin(self, alone: str = "") -> timedelta:
        """Tier beacon: the least time from a deadline to its round; less where no other envelope has to arrive."""
        agreed = int(self.fields.get("margin_hours", 0))
        return timedelta(hours=min(agreed, ALONE_HOURS) if alone else agreed)

    @property
    def reader(self) -> str:
        """The age key of the second reader of hidden orders, if the seats agreed on one."""
        return str(self.fields.get("reader", {}).get("age", ""))

    def check_signature(self, who: str, armour: str | bytes) -> None:
        """Raise CheckFailed unless this is that person's signature over this charter."""
        file = f"charter.{who}.sig"
        try:
            sshsig.verify(self.keys(who).ssh, self.data, sshsig.namespace("charter"), armour)
        except CheckFailed as error:
            raise error.at(file) from None


def charter_hash(data: bytes) -> str:
    """SHA-256 of the file in its LF form."""
    return sha256(lf_form(data)).hexdigest()


def parse_charter(data: bytes, file: str = "") -> Charter:
    """The charter, or every fault in it, each with its place."""
    try:
        return charter_in(data)
    except BadInput as error:
        raise error.at(file) from None


@lru_cache(maxsize=64)
def charter_in(data: bytes) -> Charter:
    """The same. One letter has it read a dozen times, and one turn of a club many of them: they are kept."""
    text = lf_form(data)
    grammar = 2 if text.startswith(f"pbem: {FORMATS[2]}\n".encode()) else 1
    page = read_document(SCHEMAS[grammar], text)
    faults = [*roster_faults(page), *lane_faults(page), *tier_faults(page), *key_faults(page)]
    faults += [*log_faults(page), *escrow_faults(page), *team_faults(page)]
    faults += grammar_faults(page) if grammar == 2 else ()
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    return Charter(
        data=text,
        game=page["game"],
        tier=Tier(page["tier"]),
        log=checkpoint.parse_vkey(page["log"]),
        moderator=Keys(**keys_of(page["moderator"])),
        seats=tuple(seat_of(entry) for entry in page["seats"]),
        lanes=tuple((entry["lane"], entry["secret"]) for entry in page["lanes"]),
        beacon=page.get("beacon", ""),
        fields=MappingProxyType(page.value),
    )


def write_charter(fields: Mapping[str, Any], grammar: int = 1) -> bytes:
    """The charter's file for these fields; what would not be read back is refused here. New games have the grammar of
    `NEW_GAMES`."""
    data = strict_yaml.write({"pbem": FORMATS[grammar], **fields}).encode("utf-8")
    parse_charter(data)
    return data


def seat_of(entry: Mapping[str, Any]) -> Seat:
    """A seat, with the members of its team."""
    members = tuple(Keys(**keys_of(member)) for member in entry.get("members", ()))
    needs, plain = int(entry.get("needs", 1)), bool(entry.get("plain", False))
    return Seat(seat=entry["seat"], members=members, needs=needs, plain=plain, **keys_of(entry))


def keys_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a person's keys."""
    return {
        "name": entry.get("name", ""),
        "ssh": sshkeys.parse_public(entry["ssh"]),
        "age": entry["age"],
        "chain": entry.get("chain", ""),
    }


def roster_faults(page: Document) -> Iterator[Fault]:
    """Seats are sorted, so that there is one order for seeds and for signatures; nobody sits twice."""
    names = [entry["seat"] for entry in page["seats"]]
    for place, name in enumerate(names):
        if name == MODERATOR:
            yield page.fault(("seats", place, "seat"), "'moderator' is no name for a seat")
        if name in names[:place]:
            yield page.fault(("seats", place, "seat"), f"seat '{name}' is there twice")
        elif place and name < names[place - 1]:
            hint = f"the order is {', '.join(sorted(names))}"
            yield page.fault(("seats", place, "seat"), f"seat '{name}' is out of order: seats are sorted", hint=hint)


def lane_faults(page: Document) -> Iterator[Fault]:
    """Lane mod and one lane for each seat, once each, in that order (PROTOCOL 3.3)."""
    due = [MOD_LANE, *(f"side:{entry['seat']}" for entry in page["seats"])]
    found = [entry["lane"] for entry in page["lanes"]]
    for place, lane in enumerate(found):
        if lane in found[:place]:
            yield page.fault(("lanes", place, "lane"), f"lane '{lane}' is there twice")
        elif lane not in due:
            hint = f"lanes: {', '.join(due)}"
            yield page.fault(("lanes", place, "lane"), f"lane '{lane}' belongs to no seat", hint=hint)
    for lane in due:
        if lane not in found:
            yield page.fault("lanes", f"lane '{lane}' is missing", hint="every seat has a lane, and there is lane mod")
    if sorted(found) == sorted(due) and found != sorted(found):
        hint = f"the order is {', '.join(sorted(due))}"
        yield page.fault("lanes", "lanes are out of order: they are sorted", hint=hint)


def tier_faults(page: Document) -> Iterator[Fault]:
    """Yields the faults of keys that do not fit the tier.

    Only tier beacon has a beacon, and a moderator who plays needs a tier that binds them too.
    """
    tier = Tier(page["tier"])
    if tier is Tier.BEACON and "beacon" not in page:
        yield page.fault("tier", "tier beacon needs a 'beacon'", hint="name the chain hash of the drand network")
    for key, tiers in OF_TIER.items():
        if key in page and tier.value not in tiers:
            yield page.fault(key, f"tier {tier.value} has no use for '{key}'", hint="leave it out", at_key=True)
    for place, entry in enumerate(page["seats"] if tier is Tier.MODERATED else ()):
        if any(same_key(each["ssh"], page["moderator"]["ssh"]) for each in (entry, *entry.get("members", ()))):
            yield page.fault(
                ("seats", place, "ssh"), "the moderator plays a seat, which tier moderated does not allow",
                hint="tier two-step binds a moderator who plays", kind=Kind.ILLEGAL,
            )  # fmt: skip


def grammar_faults(page: Document) -> Iterator[Fault]:
    """Yields faults against rules of grammar 2 alone: chains of seats, and `unopened` (4)."""
    seats, two_step = page["seats"], Tier(page["tier"]) is Tier.TWO_STEP
    for place, entry in enumerate(seats):
        plain = entry.get("plain", False)
        if plain and page["tier"] != Tier.MODERATED.value:
            words = f"tier {page['tier']} has no use for 'plain'"
            yield page.fault(("seats", place, "plain"), words, hint="leave it out", at_key=True)
        elif plain == ("chain" in entry):
            words = "adds nothing to the dice and has no chain" if plain else "has no chain"
            yield page.fault(("seats", place), f"seat '{entry['seat']}' {words}", hint="'chain', or 'plain: true'")
    if seats and not any("chain" in entry for entry in seats):
        yield page.fault("seats", "no seat has a chain", hint="one at least adds to the dice")
    if two_step and "unopened" not in page:
        hint = f"'{WITHOUT}' or '{WAIT}'" if len(seats) > 2 else f"'{WAIT}', all that two seats can have"
        yield page.fault("tier", "tier two-step needs 'unopened'", hint=hint)
    elif page.get("unopened") == WITHOUT and len(seats) < 3:
        yield page.fault("unopened", f"'{WITHOUT}' needs three seats", hint=f"'{WAIT}'", kind=Kind.ILLEGAL)


def escrow_faults(page: Document) -> Iterator[Fault]:
    """Yields faults of the escrow: k guardians at least, each with their own key (PROTOCOL 3.3)."""
    guardians = page.get("guardians", [])
    for key in ("guardians", "guardians_needed"):
        if key in page and "escrow" not in page:
            yield page.fault(key, f"there is no 'escrow' for '{key}'", hint="name the escrow key", at_key=True)
    if ("guardians" in page) != ("guardians_needed" in page):
        key = "guardians" if "guardians" in page else "guardians_needed"
        yield page.fault(key, "'guardians' and 'guardians_needed' go together", at_key=True)
    elif page.get("guardians_needed", 0) > len(guardians):
        there = "is only 1 guardian" if len(guardians) == 1 else f"are only {len(guardians)} guardians"
        yield page.fault("guardians_needed", f"there {there}")
    ages = [guardian["age"] for guardian in guardians]
    for place, age in enumerate(ages):
        if age in ages[:place]:
            yield page.fault(("guardians", place, "age"), "two guardians have one key", kind=Kind.ILLEGAL)


def team_faults(page: Document) -> Iterator[Fault]:
    """Yields faults of teams: each has enough people to agree, and every person their own key."""
    for place, entry in enumerate(page["seats"]):
        team = [entry["ssh"], *(member["ssh"] for member in entry.get("members", ()))]
        if "needs" not in entry:
            continue
        if int(entry["needs"]) > len(team):
            hint = "the captain and every member can agree once"
            message = f"seat '{entry['seat']}' needs {entry['needs']} who agree, and is a team of {len(team)}"
            yield page.fault(("seats", place, "needs"), message, hint=hint)
        if any(same_key(one, other) for number, one in enumerate(team) for other in team[:number]):
            yield page.fault(("seats", place, "needs"), "two of the team have one key", kind=Kind.ILLEGAL)


def same_key(one: str, other: str) -> bool:
    """Tells if two public lines name one key, regardless of their comments."""
    return one.split(" ")[:2] == other.split(" ")[:2]


def key_faults(page: Document) -> Iterator[Fault]:
    """Every key may be enrolled, and every chain is its owner's alone: a copied anchor would add nothing to a seed."""
    people: list[tuple[str | int, ...]] = [("moderator",)]
    for place, entry in enumerate(page["seats"]):
        people += [("seats", place)]
        people += [("seats", place, "members", number) for number in range(len(entry.get("members", ())))]
    seen: list[str] = []
    for person in people:
        keys = page.part(person).value
        yield from refusals(page, (*person, "ssh"), check_ssh, keys["ssh"])
        yield from refusals(page, (*person, "age"), seal.check_recipient, keys["age"])
        if "chain" not in keys:
            continue  # a member of grammar 2, or a seat that is plain
        if keys["chain"] in seen:
            yield page.fault((*person, "chain"), "chain has the anchor of another chain", kind=Kind.ILLEGAL)
        seen.append(keys["chain"])
    guardians = len(page.get("guardians", []))
    others: list[tuple[str | int, ...]] = [("guardians", place, "age") for place in range(guardians)]
    others += [("escrow",)] * ("escrow" in page) + [("reader", "age")] * ("reader" in page)
    for path in others:
        yield from refusals(page, path, seal.check_recipient, page.part(path).value)


def check_ssh(line: str) -> None:
    """A public line whose key may be enrolled."""
    sshkeys.check_enrolment(sshkeys.parse_public(line))


def log_faults(page: Document) -> Iterator[Fault]:
    """The log key is sound and carries this game's name."""
    yield from refusals(page, "log", checkpoint.parse_vkey, page["log"])
    due = f"{DOMAIN}/{page['game']}"
    if page["log"].partition("+")[0] != due:
        yield page.fault("log", "log key is not this game's", hint=f"its name reads {due}")


def refusals(page: Document, path: Path, check: Callable[[str], object], text: str) -> Iterator[Fault]:
    """Yields the faults that a check finds in a text, at the text's place."""
    try:
        check(text)
    except BadInput as error:
        for fault in error.faults:
            yield page.fault(path, fault.message, hint=fault.hint, kind=fault.kind)
