"""The checks of a whole game of grammar 2, in their order; `pbem.trust.verify` calls them (docs/protocol.md, 25)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.trust.beacon.drand import Network
from pbem.trust.checks.disclosed import check_shown
from pbem.trust.checks.fallen_dice import (
    HINT_TIER,
    beacon_holds,
    check_hidden,
    check_rolls,
    first_logs,
    is_stated,
    network_of,
    opened_lanes,
    row,
)
from pbem.trust.checks.findings import Audit, Game
from pbem.trust.checks.key_changes import check_rotations
from pbem.trust.checks.record import History
from pbem.trust.checks.sequence import Phases
from pbem.trust.dice.seed import Drand, Seed, parse_seed
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import misshapen
from pbem.trust.grammar.events import Record
from pbem.trust.grammar.letters import Post, check_post, check_strikes, open_by_round, read_post, shown_orders
from pbem.trust.grammar.standing import rounds_of
from pbem.trust.grammar.walk import Walk
from pbem.trust.grammar.walk_state import PUBLIC_LANE
from pbem.trust.people.charter import Tier
from pbem.trust.primitives.chain import leads_to
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion


def check_forms(audit: Audit, game: Game) -> None:
    """Every entry has the fields of its kind; those that have not are not asked anything else."""
    sound = list(game.entries[: audit.settled.lines])
    for entry in game.entries[audit.settled.lines :]:
        if wrong := misshapen(entry):
            audit.blame_entry(entry, f"has no proper '{wrong}'", hint="docs/protocol.md, section 13, lists the fields")
        else:
            sound.append(entry)
    game.entries = tuple(sound)


def check_game(audit: Audit, game: Game, history: History) -> Record:
    """Everything from the course of the ledger on; the record, from which its events follow."""
    with audit.anew():
        check_rotations(audit, game)
    network = network_of(audit, game.charter)
    post = read_post(audit, game)
    walk = walked(audit, game, post, network)
    check_post(audit, game, walk, post, history)
    check_throws(audit, game, walk, post, network)
    check_strikes(audit, walk, post)
    phases: Phases = {**walk.phases}
    check_shown(audit, game, phases)
    audit.newly.letters, audit.newly.seals = post.in_short(), dict(post.seals)
    said = post.letters()
    return Record(walk, game.entries, said, network, post.seals, shown_orders(audit, game, walk))


def walked(audit: Audit, game: Game, post: Post, network: Network | None) -> Walk:
    """The walk over all entries."""
    walk = Walk(game.charter, game.tenures, audit.blame_entry, post.link_of, rounds_of(network))
    for entry in game.entries:
        walk.take(entry)
    missing = [who for who in game.charter.who() if who not in walk.acks]
    seeds = [attempt.seed for attempt in walk.phases.values() if attempt.seed]
    if seeds and missing:
        audit.blame_entry(seeds[0], f"is there though '{missing[0]}' has not signed the charter")
    elif missing:
        with audit.anew():
            audit.note(f"the charter is not yet signed by {', '.join(missing)}")
    return walk


# ---------------------------------------------------------------------------------------------------------------- seeds
def check_throws(audit: Audit, game: Game, walk: Walk, post: Post, network: Network | None) -> None:
    """All seeds and their dice, in the order of their entries; and the rounds that phases name."""
    with audit.anew():
        secrets = opened_lanes(audit, game.charter)
    for attempt in walk.phases.values():
        if not audit.is_settled(attempt.opening):
            check_round(audit, game, attempt, network)
    seeded = sorted((attempt.seed.n, attempt) for attempt in walk.phases.values() if attempt.seed)
    for _, attempt in seeded:
        ends_at = all_thrown(attempt, walk)
        if ends_at is None or ends_at >= audit.settled.lines:
            with audit.anew(ends_at is None):
                check_throw(audit, game, walk, post, network, attempt, secrets)


def all_thrown(attempt: Attempt, walk: Walk) -> int | None:
    """The line with which the last dice of an attempt are on record; None while some are missing."""
    logs = [*attempt.kind("rolls")[:1], *first_logs(attempt)]
    whole = attempt.lanes >= {PUBLIC_LANE, *walk.lanes}
    return max(entry.n for entry in logs) if whole else None


def check_throw(
    audit: Audit, game: Game, walk: Walk, post: Post, network: Network | None, attempt: Attempt,
    secrets: Mapping[str, bytes],
) -> None:  # fmt: skip
    """The seed of one attempt and its dice."""
    seed = read_seed(audit, game, attempt)
    if seed is None:
        return
    if attempt.kept is None:
        check_contributions(audit, game, walk, attempt, seed)
    if network is not None and attempt.round is not None:
        check_beacon(audit, game, post, attempt, seed, network)
    check_rolls(audit, attempt, seed)
    for entry in first_logs(attempt):
        check_hidden(audit, attempt, entry, seed, secrets.get(entry.text("lane")))


def read_seed(audit: Audit, game: Game, attempt: Attempt) -> Seed | None:
    """The seed of an attempt, if it is the one the ledger names. In tier moderated it is always that of attempt 1."""
    assert attempt.seed is not None  # noqa: S101 - only attempts with a seed come here
    made = Occasion(attempt.occasion.phase, kept_of(attempt))
    name = layout.seed_file(made)
    data = audit.read_for(attempt.seed, name)
    seed = audit.attempt(name, parse_seed, data, name) if data is not None else None
    if data is None or seed is None:
        return None
    is_stated(audit, attempt.seed, name, data)
    if seed.phase != made.phase:
        audit.blame(name, f"is the seed of phase '{seed.phase}', attempt {seed.attempt}", line=3)
    elif game.charter.tier is Tier.MODERATED and seed.attempt != 1:
        words = f"is the seed of attempt {seed.attempt}; in tier moderated dice are those of attempt 1"
        audit.blame(name, words, line=4)
    elif game.charter.tier is not Tier.MODERATED and seed.attempt != made.attempt:
        audit.blame(name, f"is the seed of phase '{seed.phase}', attempt {seed.attempt}", line=4)
    return seed


def kept_of(attempt: Attempt) -> int:
    """The attempt whose seed file an attempt has: its own, or the one that all agreed to keep."""
    if attempt.kept is None:
        return attempt.occasion.attempt
    return int(attempt.kept.get("of") or attempt.kept.number("attempt"))


def check_contributions(audit: Audit, game: Game, walk: Walk, attempt: Attempt, seed: Seed) -> None:
    """Everybody whose part the tier demands, each with the value that was due, and nobody else (R2, 5)."""
    name, charter = layout.seed_file(attempt.occasion), game.charter
    by_beacon = charter.tier is Tier.BEACON
    if seed.game != charter.sha256:
        audit.blame(name, "is of another charter", line=2)
    if seed.mod.index != attempt.mod_due:
        words = f"opens the moderator's value {seed.mod.index}; value {attempt.mod_due} is due"
        audit.blame(name, words, line=5)
    if not leads_to(seed.mod.value, seed.mod.index, charter.moderator.chain):
        audit.blame(name, f"value {seed.mod.index} does not lead to the moderator's anchor in the charter", line=5)
    else:
        audit.count("chain values")
    if by_beacon and seed.seats:
        audit.blame(name, "has lines of seats, which tier beacon does not use", line=6, hint=HINT_TIER)
    if by_beacon and seed.drand is None:
        audit.blame(name, "has no line of the beacon", hint=HINT_TIER)
    if not by_beacon and seed.drand is not None:
        audit.blame(name, f"has a beacon, which tier {charter.tier.value} does not use", line=row(seed, "drand"))
    if not by_beacon:
        check_seats(audit, walk, attempt, seed)


def check_seats(audit: Audit, walk: Walk, attempt: Attempt, seed: Seed) -> None:
    """The seats' lines are those that the ledger fixes."""
    assert walk.link_of  # noqa: S101 - a verifier's walk has the letters
    due, given = dict(walk.links_of(attempt, walk.link_of)), dict(seed.seats)
    name = layout.seed_file(attempt.occasion)
    for seat, link in due.items():
        if seat not in given:
            audit.blame(name, f"has no line of seat '{seat}'", hint=HINT_TIER)
        elif given[seat] != link:
            line = row(seed, f"seat {seat}")
            audit.blame(name, f"has '{given[seat]}' of seat '{seat}', which stands with '{link}'", line=line)
        else:
            audit.count("chain values")
    for seat in given:
        if seat not in due:
            audit.blame(name, f"has a line of '{seat}', who has none in this game")


# --------------------------------------------------------------------------------------------------------------- rounds
def check_round(audit: Audit, game: Game, attempt: Attempt, network: Network | None) -> None:
    """A round lies the margin behind the deadline, and is not out when the phase is opened (R9)."""
    if network is None or attempt.round is None:
        return
    try:
        due = network.time_of(attempt.round)
    except PbemError as error:
        audit.accept(error.faults, layout.LEDGER)
        return
    margin = game.charter.margin(attempt.alone)
    if due - attempt.deadline < margin:
        audit.blame_entry(
            attempt.opening, f"names round {attempt.round}, which is out at {show_time(due)}: too soon",
            hint=f"the deadline is {show_time(attempt.deadline)}, the margin {margin // timedelta(hours=1)} hours",
        )  # fmt: skip
    if parse_time(attempt.opening.t) >= due:
        audit.blame_entry(attempt.opening, f"names round {attempt.round}, which was out already at {show_time(due)}")
    told = attempt.opening.get("reveal")
    if told is not None and told != show_time(due):
        words = f"says '{told}' of round {attempt.round}, which is out at {show_time(due)}"
        audit.blame_entry(attempt.opening, words)


def check_beacon(audit: Audit, game: Game, post: Post, attempt: Attempt, seed: Seed, network: Network) -> None:
    """The round of the attempt, signed by the network; it opens the orders. A kept seed has its own round besides."""
    assert attempt.seed is not None  # noqa: S101 - the caller has looked
    assert attempt.round is not None  # noqa: S101 - and here
    name = layout.seed_file(attempt.occasion)
    if attempt.kept is not None:
        signature = attempt.seed.get("beacon")
        if not isinstance(signature, str):
            audit.blame_entry(attempt.seed, f"lacks the beacon of round {attempt.round}, which opens its orders")
            return
        drand, name, line = Drand(network.chain, attempt.round, signature), layout.LEDGER, attempt.seed.n + 1
    elif seed.drand is None:
        return
    else:
        drand, line = seed.drand, row(seed, "drand")
    if drand.chain != game.charter.beacon:
        audit.blame(name, "has a beacon of another network than the charter's", line=line)
    elif drand.round != attempt.round:
        words = f"has the beacon of round {drand.round}; the phase named round {attempt.round}"
        audit.blame(name, words, line=line)
    elif beacon_holds(audit, network, drand, name, line):
        audit.count("beacons")
        open_by_round(audit, post, attempt, network, drand)
