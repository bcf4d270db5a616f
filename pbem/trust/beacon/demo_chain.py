"""A beacon chain of our own for demonstrations and tests, complete with its secret.

THE SECRET IS PUBLIC: it is derived from a sentence in this file. Anybody can compute any round of this chain at any
time, so its dice can be foreseen and its time-locks opened at once. It lets a whole game be played and verified
without a network; a real game that pins it proves nothing, and `pbem verify` says so.
"""

from __future__ import annotations

from hashlib import sha256

from pbem.base.records import dataclass
from pbem.trust.beacon import bls
from pbem.trust.beacon.drand import DEMO_NETWORK, Network, chain_hash, check_round, round_message

SENTENCE = b"pbem demonstration chain: this secret is public, never play a real game on it"


@dataclass(frozen=True, slots=True)
class OwnChain:
    """A chain with its secret, signing rounds as a drand network does."""

    secret: int
    network: Network

    @classmethod
    def new(cls, sentence: bytes, genesis: int, period: int = 3, name: str = "own") -> OwnChain:
        """The chain whose secret is the sentence's hash; its hash is drand's, the group hash being of the sentence."""
        secret = secret_of(sentence)
        key = bls.engine().public_key(secret).hex()
        group = sha256(b"pbem-chain-group/1 " + sentence).hexdigest()
        chain = chain_hash(genesis, period, key, group, name)
        return cls(secret, Network(chain, genesis, period, key, name, demo=True))

    def sign(self, round_: int) -> str:
        """The round's signature in hex, before its time if asked."""
        check_round(round_)
        return bls.engine().sign(self.secret, round_message(round_)).hex()


def secret_of(sentence: bytes) -> int:
    return int.from_bytes(sha256(b"pbem-chain-secret/1 " + sentence).digest(), "big") % (bls.ORDER - 1) + 1


DEMO_CHAIN = OwnChain(secret_of(SENTENCE), DEMO_NETWORK)
