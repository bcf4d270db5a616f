"""A game of two seats with fresh keys, in any tier, for tests of what seats send each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice import lanes
from pbem.trust.dice.seed import Link
from pbem.trust.orders.envelope import Draft, Envelope, Expected, make_envelope
from pbem.trust.people.charter import Charter, parse_charter, write_charter
from pbem.trust.primitives.chain import Chain, new_chain
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.seal import seal
from pbem.trust.ssh.sshkeys import Ed25519Signer, new_ed25519

GAME = "trafalgar-1805-4f1c9a"
PHASE = "t01.plot"
ROUND = 1000
SEATS = ("britain", "france")
ORDERS = b"pbem: orders/1\nseat: britain\nsail: full\n"


@dataclass(frozen=True)
class Person:
    """The secret side of a seat or a moderator."""

    ssh: Ed25519Signer = field(default_factory=lambda: new_ed25519("test"))
    age: tuple[str, str] = field(default_factory=seal.new_identity)
    chain: Chain = field(default_factory=new_chain)

    @property
    def public(self) -> dict[str, str]:
        """The lines of the charter."""
        return {"ssh": self.ssh.public.line(), "age": self.age[1], "chain": self.chain.anchor}


@dataclass(frozen=True)
class SmallGame:
    """A charter and everybody's secrets."""

    charter: Charter
    moderator: Person
    britain: Person
    france: Person
    log: LogKey

    def person(self, seat: str) -> Person:
        """Makes the player of a seat."""
        return self.britain if seat == "britain" else self.france

    def draft(self, seat: str = "britain", **changes: Any) -> Draft:
        """A draft as the tier wants it."""
        tiers: dict[str, dict[str, Any]] = {
            "moderated": {"value": Link(1, self.person(seat).chain.value(1))},
            "two-step": {"one_time": ONE_TIME[1]},
            "beacon": {"round": ROUND},
        }
        tier = tiers[self.charter.tier.value]
        return Draft(**{"seat": seat, "phase": PHASE, "content": ORDERS, **tier, **changes})

    def envelope(self, seat: str = "britain", **changes: Any) -> Envelope:
        """An envelope as that seat would send it."""
        return make_envelope(self.charter, self.draft(seat, **changes), self.person(seat).ssh, networks=(DEMO_NETWORK,))

    @property
    def expected(self) -> Expected:
        """Returns the values that fit such an envelope."""
        tier = self.charter.tier.value
        return Expected(
            phase=PHASE, round=ROUND if tier == "beacon" else None, next_index=1 if tier == "moderated" else None
        )


ONE_TIME = seal.new_identity()


def charter_fields(tier: str, moderator: Person, britain: Person, france: Person, log: LogKey) -> dict[str, Any]:
    """The charter, still to be changed by a test that needs a bad one."""
    lane_names = ("mod", "side:britain", "side:france")
    return {
        "game": GAME,
        "rules": "lions 1.0.0",
        "rules_sha256": "ab" * 32,
        "tier": tier,
        "log": log.vkey,
        "moderator": {"name": "The Admiralty", **moderator.public},
        "seats": [{"seat": "britain", **britain.public}, {"seat": "france", **france.public}],
        "lanes": [{"lane": lane, "secret": lanes.secret_commitment(lane, b"\7" * 32)} for lane in lane_names],
        **({"beacon": DEMO_NETWORK.chain, "margin_hours": 12} if tier == "beacon" else {}),
    }


#: Tiers two-step and beacon with a charter that knows seats that act alone; one by which a silent seat is given up; one
#: in which France is a team of two, who both have to agree.
ALONE, ALONE_BEACON, GIVEN_UP, TEAM = "alone", "alone, beacon", "given up", "team"
TIER_OF = {ALONE: "two-step", ALONE_BEACON: "beacon", GIVEN_UP: "two-step", TEAM: "two-step"}
AGREED: dict[str, dict[str, Any]] = {
    ALONE: {"acts_alone": True}, ALONE_BEACON: {"acts_alone": True}, GIVEN_UP: {"people": {"abandoned_after": 1}},
    TEAM: {"acts_alone": True},
}  # fmt: skip


@cache
def small_game(tier: str, game: str = GAME) -> SmallGame:
    """The same game whenever it is asked for; another `game` gives other keys and another charter."""
    people = (Person(), Person(), Person())
    log = LogKey.new(f"pbem.example/{game}")
    fields = charter_fields(TIER_OF.get(tier, tier), *people, log)
    if tier == TEAM:
        fields["seats"][1] |= {"members": [{"name": "Villeneuve", **Person().public}], "needs": 2}
    data = write_charter({**fields, "game": game, **AGREED.get(tier, {})})
    return SmallGame(parse_charter(data), *people, log)
