"""drand networks of the scheme bls-unchained-g1-rfc9380: their key, and when each round is due.

A charter pins one by its chain hash, which binds period, genesis, key and name, so nobody can swap them afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256

from pbem.base.errors import bad
from pbem.base.records import dataclass

#: Rounds are decimal numbers of at most this size: later than any calendar we can write.
MOST_ROUND = 10**11


@dataclass(frozen=True, slots=True)
class Network:
    """One network. `demo` marks a chain whose secret is public: fine for a demonstration, worthless for a game."""

    chain: str
    genesis: int
    period: int
    public_key: str
    name: str = "unnamed"
    demo: bool = False

    def round_at(self, moment: datetime) -> int:
        """The first round due at that moment or after it; round 1 is due at genesis."""
        elapsed = moment - moment_of(self.genesis)
        return max(1, -(-elapsed // timedelta(seconds=self.period)) + 1)

    def time_of(self, round_: int) -> datetime:
        """When the round is due."""
        check_round(round_)
        try:
            return moment_of(self.genesis) + timedelta(seconds=(round_ - 1) * self.period)
        except OverflowError:
            raise bad(f"round {round_} is due after the end of the calendar") from None


@cache
def key_of(network: Network) -> bytes:
    """The network's key in bytes, once it is known to be a point of the group."""
    from pbem.trust.beacon.bls12381.curves import G2  # arithmetic that only a beacon needs
    from pbem.trust.beacon.bls12381.fields import PointError

    try:
        raw = bytes.fromhex(network.public_key)
        G2.decode(raw)
    except PointError as error:
        raise bad(f"public key of network '{network.name}' {error}") from None
    except ValueError:
        raise bad(f"public key of network '{network.name}' is not written in hex") from None
    return raw


def moment_of(unix: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=unix)


def check_round(round_: int) -> None:
    """A round's number must be one a network can reach."""
    if not 1 <= round_ <= MOST_ROUND:
        raise bad(f"round {round_} is not between 1 and {MOST_ROUND}", hint="rounds are counted from 1")


def round_message(round_: int) -> bytes:
    """Returns the hash of a round's number, which the network signs. The chain is not linked, so nothing else is
    signed."""
    check_round(round_)
    return sha256(round_.to_bytes(8, "big")).digest()


def chain_hash(genesis: int, period: int, public_key: str, group_hash: str, name: str) -> str:
    """A chain's hash, as drand computes it from what its relays tell under /info."""
    head = period.to_bytes(4, "big") + genesis.to_bytes(8, "big")
    return sha256(head + bytes.fromhex(public_key) + bytes.fromhex(group_hash) + name.encode("ascii")).hexdigest()


QUICKNET = Network(
    chain="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    genesis=1692803367,
    period=3,
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    name="quicknet",
)


#: The chain of demonstrations, whose secret is public (`demo_chain`). Round 1 is due at midnight on 1 January 2020.
DEMO_NETWORK = Network(
    chain="b8d8ecf221fdd29c5eebe644fa1ad9224868e1cf4804441b2dd0023d5bc19149",
    genesis=1577836800,
    period=3,
    public_key=(
        "b93d4d4ffe59fe8e1506cf1dc34e6dba8e9c229b8c582f31c5e132d648bfe1b75bc49cbc159ee8403810dbe2183f8ef8"
        "02313e7cd08f40856c955c2fb1d5536f6cea1287ca448607c110d49d59fdacfb7947c556e2d3bed174af38239e3dd19b"
    ),
    name="pbem-demo",
    demo=True,
)


def network(chain: str, extra: Iterable[Network] = ()) -> Network:
    """The network a charter pins: quicknet, or one of those the caller expressly allows."""
    known = {each.chain: each for each in (QUICKNET, *extra)}
    if chain in known:
        return known[chain]
    if chain == DEMO_NETWORK.chain:
        raise bad(
            f"the beacon chain '{chain}' is the demonstration chain, whose secret is public",
            hint="allow it for a demonstration only; nothing about its rounds is unforeseeable",
        )
    raise bad(f"the beacon chain '{chain[:80]}' is unknown", hint=f"quicknet is {QUICKNET.chain}")
