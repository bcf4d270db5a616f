"""Seeds and what follows from them: who contributed, the beacon, every public die, the lanes that have been opened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.trust.beacon.drand import DEMO_NETWORK, Network
from pbem.trust.checks.findings import Audit, Game, hash_hex
from pbem.trust.checks.opened_orders import open_by_beacon
from pbem.trust.checks.sequence import PhaseRecord, Phases
from pbem.trust.dice.dice import Roll, check_log
from pbem.trust.dice.lanes import SecretLog, key_commitment, lane_key, secret_commitment
from pbem.trust.dice.seed import Drand, Link, Seed, parse_seed
from pbem.trust.orders.which_count import line_of_chains, links_due, that_matter
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.primitives.chain import leads_to
from pbem.trust.primitives.forms import HEX32
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry

HINT_TIER = "docs/protocol.md, section 9, says who contributes"


def check_throws(audit: Audit, game: Game, phases: Phases) -> None:
    """All phases in the order of their seeds, which is the order of the moderator's chain."""
    network = network_of(audit, game.charter)
    secrets = opened_lanes(audit, game.charter)
    last = 0
    for record in phases.values():
        check_round(audit, game.charter, record, network)
    seeded = [(record.seed.n, record) for record in phases.values() if record.seed]
    for _, record in sorted(seeded, key=lambda pair: pair[0]):
        seed = read_seed(audit, record)
        if seed is None:
            continue
        if record.kept is None:
            check_contributions(audit, game, record, seed, network)
            last = check_next(audit, record, seed.mod, last)
        elif game.charter.tier is Tier.BEACON:
            check_later_beacon(audit, record, network)
        check_rolls(audit, record, seed)
        for entry in first_logs(record):
            check_hidden(audit, record, entry, seed, secrets.get(entry.text("lane")))


# --------------------------------------------------------------------------------------------------------------- seeds
def read_seed(audit: Audit, record: PhaseRecord) -> Seed | None:
    """The seed of a phase, if it is the one the ledger names."""
    assert record.seed is not None  # noqa: S101 - the caller has looked
    occasion = seed_occasion(record)
    name = layout.seed_file(occasion)
    data = audit.read_for(record.seed, name)
    seed = audit.attempt(name, parse_seed, data, name) if data is not None else None
    if data is None or seed is None:
        return None
    if (seed.phase, seed.attempt) != (occasion.phase, occasion.attempt):
        audit.blame(name, f"is the seed of phase '{seed.phase}', attempt {seed.attempt}", line=3)
    is_stated(audit, record.seed, name, data)
    return seed


def is_stated(audit: Audit, entry: Entry, name: str, data: bytes) -> None:
    """The file is the seed whose hash the entry states."""
    if hash_hex(data) != entry.get("sha256"):
        audit.blame(name, f"is not the seed whose hash entry {entry.n} of the ledger states")
    audit.count("seeds")


def seed_occasion(record: PhaseRecord) -> Occasion:
    """The attempt whose seed a phase has: its own, or the one that all agreed to keep."""
    first = record.kept.get("of") or record.kept.number("attempt") if record.kept else record.occasion.attempt
    return Occasion(record.occasion.phase, first)


def row(seed: Seed, words: str) -> int:
    """The line of a seed that begins with these words."""
    lines = seed.to_bytes().decode("ascii").split("\n")
    return next((number for number, line in enumerate(lines, 1) if f"{line} ".startswith(f"{words} ")), 1)


def check_contributions(audit: Audit, game: Game, record: PhaseRecord, seed: Seed, network: Network | None) -> None:
    """Checks that a seed has exactly the parts that the tier demands, with the values due."""
    name, charter = layout.seed_file(record.occasion), game.charter
    if seed.game != charter.sha256:
        audit.blame(name, "is of another charter", line=2)
    if not leads_to(seed.mod.value, seed.mod.index, charter.moderator.chain):
        audit.blame(name, f"value {seed.mod.index} does not lead to the moderator's anchor in the charter", line=5)
    else:
        audit.count("chain values")
    by_beacon = charter.tier is Tier.BEACON and not amended_before(game, record)
    if by_beacon and seed.seats:
        audit.blame(name, "has lines of seats, which tier beacon does not use", line=6, hint=HINT_TIER)
    if by_beacon and seed.drand is None:
        audit.blame(name, "has no line of the beacon", hint=HINT_TIER)
    if charter.tier is not Tier.BEACON and seed.drand is not None:
        audit.blame(name, f"has a beacon, which tier {charter.tier.value} does not use", line=row(seed, "drand"))
    if not by_beacon and seed.drand is None:
        check_seats(audit, game, record, seed)
    if charter.tier is Tier.BEACON and seed.drand is not None:
        check_beacon(audit, charter, record, seed, network)


def amended_before(game: Game, record: PhaseRecord) -> bool:
    """Tells if all agreed beforehand that this phase goes on without its beacon (docs/protocol.md, 18)."""
    assert record.seed is not None  # noqa: S101 - only phases with a seed come here
    due = record.occasion.phase
    return any(e.kind == "amend" and e.get("phase") == due and e.n < record.seed.n for e in game.entries)


def check_seats(audit: Audit, game: Game, record: PhaseRecord, seed: Seed) -> None:
    """All seats, each with the value it opened for this phase, or the newest before (PROTOCOL 3.7)."""
    entries = that_matter(game.charter.tier, game.entries, record.entries)
    first = line_of_chains(entries, record.entries, lambda entry: audit.links.get(entry.n))
    due = dict(links_due(game.tenures.at(first), entries, lambda entry: audit.links.get(entry.n), first))
    given = dict(seed.seats)
    for seat, link in due.items():
        name = layout.seed_file(record.occasion)
        if seat not in given:
            audit.blame(name, f"has no line of seat '{seat}'", hint=HINT_TIER)
        elif given[seat] != link:
            line = row(seed, f"seat {seat}")
            audit.blame(name, f"has '{given[seat]}' of seat '{seat}', which opened '{link}'", line=line)
        else:
            audit.count("chain values")
    for seat in given:
        if seat not in due:
            audit.blame(layout.seed_file(record.occasion), f"has a line of '{seat}', who has no seat in this game")


def check_next(audit: Audit, record: PhaseRecord, link: Link, last: int) -> int:
    """The moderator's values come in order; one left out may have made a seed that nobody was shown (threat 6)."""
    if link.index <= last:
        audit.blame(
            layout.seed_file(record.occasion), f"opens the moderator's value {link.index} again, after {last}", line=5
        )
    elif link.index > last + 1:
        left_out = f"value {last + 1}" if link.index == last + 2 else f"values {last + 1} to {link.index - 1}"
        audit.note(f"{record.occasion}: the moderator's {left_out} of his chain are not in this folder")
    return max(last, link.index)


# -------------------------------------------------------------------------------------------------------------- beacon
def network_of(audit: Audit, charter: Charter) -> Network | None:
    """The beacon network of the charter, where the tier has one and the reader allows it."""
    if charter.tier is not Tier.BEACON:
        return None
    if charter.beacon == DEMO_NETWORK.chain and DEMO_NETWORK not in audit.networks:
        audit.blame(
            layout.CHARTER, "pins the demonstration beacon, whose secret is public: anybody can foresee its dice",
            hint="--demo-beacon checks the rest all the same",
        )  # fmt: skip
        return None
    try:
        return charter.network(audit.networks)
    except PbemError as error:
        audit.accept(error.faults, layout.CHARTER)
        return None


def check_round(audit: Audit, charter: Charter, record: PhaseRecord, network: Network | None) -> None:
    """The round a phase names lies the charter's margin behind the deadline (PROTOCOL 3.6)."""
    if network is None or record.round is None:
        return
    try:
        due = network.time_of(record.round)
    except PbemError as error:
        audit.accept(error.faults, layout.LEDGER)
        return
    margin = charter.margin(record.alone)
    if due - record.deadline < margin:
        audit.blame_entry(
            record.opening, f"names round {record.round}, which is out at {show_time(due)}: too soon",
            hint=f"the deadline is {show_time(record.deadline)}, the margin {margin // timedelta(hours=1)} hours",
        )  # fmt: skip
    told = record.opening.get("reveal")
    if told is not None and told != show_time(due):
        audit.blame_entry(record.opening, f"says '{told}' of round {record.round}, which is out at {show_time(due)}")
    for entry in record.kind("locked"):
        if parse_time(entry.t) >= due:
            audit.note(f"entry {entry.n} locks {record.occasion} when round {record.round} was out already")


def check_beacon(audit: Audit, charter: Charter, record: PhaseRecord, seed: Seed, network: Network | None) -> None:
    """The beacon is of the charter's network, of the round fixed beforehand, and genuine; time-locks open with it."""
    drand, name = seed.drand, layout.seed_file(record.occasion)
    assert drand is not None  # noqa: S101 - the caller has looked
    line = row(seed, "drand")
    if drand.chain != charter.beacon:
        audit.blame(name, "has a beacon of another network than the charter's", line=line)
    elif drand.round != record.round:
        named = "no round" if record.round is None else f"round {record.round}"
        audit.blame(name, f"has the beacon of round {drand.round}; the phase named {named}", line=line)
    elif network is not None and beacon_holds(audit, network, drand, name, line):
        audit.count("beacons")
        open_by_beacon(audit, record, network, drand)


def check_later_beacon(audit: Audit, record: PhaseRecord, network: Network | None) -> None:
    """Checks the later round of a phase that keeps its dice.

    The later round still opens the later orders, and the `seed` entry has its signature.
    """
    assert record.seed is not None  # noqa: S101 - only phases with a seed come here
    signature = record.seed.get("beacon")
    if network is None or record.round is None:
        return
    if not isinstance(signature, str):
        audit.blame_entry(record.seed, f"lacks the beacon of round {record.round}, which opens its orders")
    elif beacon_holds(audit, network, Drand(network.chain, record.round, signature), layout.LEDGER, record.seed.n + 1):
        audit.count("beacons")
        open_by_beacon(audit, record, network, Drand(network.chain, record.round, signature))


def beacon_holds(audit: Audit, network: Network, drand: Drand, name: str, line: int) -> bool:
    """Tells if the network signed this round."""
    from pbem.trust.beacon.beacon import verify_beacon  # most games have no beacon

    try:
        audit.memo.of(verify_beacon, network, drand.round, drand.signature)
    except PbemError as error:
        for fault in error.faults:
            audit.blame(name, fault.message, line=line)
        return False
    return True


# ---------------------------------------------------------------------------------------------------------------- dice
def check_rolls(audit: Audit, record: PhaseRecord, seed: Seed) -> None:
    """Every public die anew."""
    for entry in record.kind("rolls")[:1]:  # a second one is blamed where it stands
        name = layout.rolls_file(record.occasion)
        data = audit.read_for(entry, name)
        if data is None:
            continue
        rolls = audit.attempt(name, check_log, seed.key, data, name)
        audit.count("public rolls", len(rolls or ()))
        if hash_hex(data) != entry.get("sha256"):
            audit.blame(name, f"is not the log whose hash entry {entry.n} of the ledger states")


def first_logs(record: PhaseRecord) -> tuple[Entry, ...]:
    """The first log of each secret lane; a second one is blamed where it stands."""
    found: dict[str, Entry] = {}
    for entry in record.kind("srolls"):
        found.setdefault(entry.text("lane"), entry)
    return tuple(found.values())


def opened_lanes(audit: Audit, charter: Charter) -> dict[str, bytes]:
    """The secrets of the lanes that have been opened, each held against the charter."""
    secrets: dict[str, bytes] = {}
    for lane, promised in charter.lanes:
        name = layout.lane_secret_file(lane)
        secret = read_hex(audit, name) if name in audit.present else None
        if secret is None:
            continue
        if secret_commitment(lane, secret) == promised:
            secrets[lane] = secret
            audit.count("lanes opened")
        else:
            audit.blame(name, f"is not the secret that the charter commits to for lane '{lane}'", line=1)
    return secrets


def read_hex(audit: Audit, name: str) -> bytes | None:
    """A file of 64 hex digits and a line feed."""
    data = audit.read(name)
    if data is None:
        return None
    text = data.decode("ascii", errors="replace")
    if not text.endswith("\n") or not HEX32.fullmatch(text[:-1]):
        audit.blame(name, "is not 64 digits of lower-case hex and a line feed", line=1)
        return None
    return bytes.fromhex(text[:-1])


def check_hidden(audit: Audit, record: PhaseRecord, entry: Entry, seed: Seed, secret: bytes | None) -> None:
    """A lane's dice in a phase, if lane or phase has been opened: key and root as they were committed to."""
    lane = entry.text("lane")
    key = lane_key(secret, seed.key, lane) if secret else None
    where = layout.lane_secret_file(lane)
    key_name = layout.lane_key_file(lane, record.occasion)
    if key_name in audit.present:
        shown = read_hex(audit, key_name)
        if key and shown not in (None, key):
            audit.blame(key_name, f"is not the key that the secret of lane '{lane}' gives", line=1)
        key, where = key or shown, key_name
    if key is None:
        return
    if key_commitment(lane, key) != entry.get("key"):
        audit.blame(where, f"gives another key for {record.occasion} than entry {entry.n} commits to", line=1)
    else:
        check_hidden_log(audit, record, entry, key)


def check_hidden_log(audit: Audit, record: PhaseRecord, entry: Entry, key: bytes) -> None:
    """The log of an opened lane, every die and the root anew; a lane that threw nothing needs no file."""
    lane = entry.text("lane")
    name = layout.lane_rolls_file(lane, record.occasion)
    data: bytes | None = b""
    if name in audit.present or SecretLog(lane, key, ()).root.hex() != entry.get("root"):
        data = audit.read_for(entry, name)
    if data is None:
        return
    rolls = audit.attempt(name, check_log, key, data, name)
    if rolls is None:
        return
    audit.count("secret rolls", len(rolls))
    if audit.memo.of(secret_root, lane, key, rolls) != entry.get("root"):
        audit.blame(name, f"has another root than entry {entry.n} of the ledger commits to")


def secret_root(lane: str, key: bytes, rolls: tuple[Roll, ...]) -> str:
    """The root over a lane's log."""
    return SecretLog(lane, key, lines_of(rolls)).root.hex()


def lines_of(rolls: tuple[Roll, ...]) -> Iterator[str]:
    """The lines of a log."""
    return (made.line() for made in rolls)
