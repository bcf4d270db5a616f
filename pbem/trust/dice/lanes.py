"""Secret lanes (PROTOCOL 3.9): dice that one side, or nobody, may know yet, and that nobody can change any more.

The lane's secret is committed to in the charter. With the phase's public key it gives the lane's key, so the moderator
cannot choose hidden dice either. Each phase publishes a commitment to that key and a root over the salted log; its
length is hidden by padding. What is opened later (a roll, a phase, the lane) is held against what was published then.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from pbem.base.errors import CheckFailed, Fault, Kind, bad, quoted
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.dice.dice import KeyedHash, Roll, parse_log
from pbem.trust.primitives.commit import commit
from pbem.trust.primitives.forms import HEX32, NUMBER, ascii_lines, check_form
from pbem.trust.record import merkle

LANE = pattern(r"pub|mod|side:[a-z][a-z0-9-]{0,15}")
#: A secret log never looks shorter than this, so that one hidden roll and eight look the same.
FEWEST_LEAVES = 8
PROOF_HEADER = "pbem-rollproof/1"
PROOF = pattern(
    rf"{PROOF_HEADER}\nlane ({LANE.pattern})\nroll (.+)\nsalt ({HEX32.pattern})\n"
    rf"leaf ({NUMBER.pattern}) ({NUMBER.pattern})\n((?:path {HEX32.pattern}\n){{0,50}})"
)
#: One line may hold a draw of a whole big deck; nothing in a proof is larger.
MOST_PROOF_BYTES = 1024 * 1024


def check_lane(lane: str) -> str:
    """`pub`, `mod` or `side:<seat>`."""
    return check_form(LANE, lane, "lane", "one of pub, mod, side:<seat>")


def _check_secret_lane(lane: str) -> str:
    if check_lane(lane) == "pub":
        raise bad("lane 'pub' has no secret", hint="its key is the SHA-256 of the seed")
    return lane


def new_lane_secret() -> bytes:
    """A fresh secret, for one lane of one game."""
    return secrets.token_bytes(32)


def secret_commitment(lane: str, secret: bytes) -> str:
    """Returns the commitment to a lane's secret, which stands in the charter."""
    return hashlib.sha256(f"pbem-lanesecret/1 {_check_secret_lane(lane)} {secret.hex()}".encode("ascii")).hexdigest()


def lane_key(secret: bytes, pub_key: bytes, lane: str) -> bytes:
    """The key of the lane's dice in the phase whose public key this is."""
    return KeyedHash(secret).digest(f"pbem-lane/1 {pub_key.hex()} {_check_secret_lane(lane)}".encode("ascii"))


def key_commitment(lane: str, key: bytes) -> str:
    """Returns the commitment to a lane's key, which the ledger holds from the phase on."""
    return hashlib.sha256(f"pbem-lanekey/1 {_check_secret_lane(lane)} {key.hex()}".encode("ascii")).hexdigest()


def roll_leaf(lane: str, salt: bytes, line: str) -> bytes:
    """The leaf of one log line: a salted commitment, so that a few likely results cannot be tried out."""
    return bytes.fromhex(commit(f"roll/{lane}", salt, f"{line}\n".encode("ascii")))


@dataclass(frozen=True, slots=True)
class RollProof:
    """One hidden roll shown alone: its line, its salt, and where it stood under the published root."""

    lane: str
    line: str
    salt: bytes
    index: int
    size: int
    path: tuple[bytes, ...]

    def verify(self, root: bytes) -> Roll:
        """The roll, if it stood in the log of that root; its value is held against the key once that is opened."""
        made = self._roll()
        leaf = roll_leaf(_check_secret_lane(self.lane), self.salt, self.line)
        if not _is_log_size(self.size) or not merkle.verify_path(leaf, self.index, self.size, self.path, root):
            message = f"roll {quoted(self.line)} does not stand in the log of lane '{self.lane}'"
            raise CheckFailed(Fault(message, rule="PROTOCOL 3.9", kind=Kind.MISMATCH))
        return made

    def _roll(self) -> Roll:
        rolls = parse_log(f"{self.line}\n".encode("utf-8", "replace"))
        if len(rolls) != 1:
            raise bad(f"{len(rolls)} rolls are shown", hint="a proof shows one")
        return rolls[0]

    def to_bytes(self) -> bytes:
        """The proof as a text to mail: one fact a line, the path from the leaf upwards."""
        head = [PROOF_HEADER, f"lane {self.lane}", f"roll {self.line}", f"salt {self.salt.hex()}"]
        lines = [*head, f"leaf {self.index} {self.size}", *(f"path {node.hex()}" for node in self.path)]
        return "".join(f"{line}\n" for line in lines).encode("ascii")


def parse_roll_proof(data: bytes, file: str = "") -> RollProof:
    """The proof a text holds; anything but the bytes `to_bytes` writes is refused."""
    text = "".join(f"{line}\n" for line in ascii_lines(data, file, MOST_PROOF_BYTES))
    if not (found := PROOF.fullmatch(text)):
        raise bad("the text is no proof of a roll", file=file, hint=f"it begins with '{PROOF_HEADER}'")
    lane, line, salt, index, size, path = found.groups()
    nodes = tuple(bytes.fromhex(node.removeprefix("path ")) for node in path.splitlines())
    return RollProof(lane, line, bytes.fromhex(salt), int(index), int(size), nodes)


def _is_log_size(size: int) -> bool:
    return size >= FEWEST_LEAVES and size & (size - 1) == 0


class SecretLog:
    """The log of a secret lane in one phase, as it is committed to."""

    __slots__ = ("_salts", "lane", "leaves", "rolls", "root")

    def __init__(self, lane: str, key: bytes, lines: Iterable[str]) -> None:
        self.lane = _check_secret_lane(lane)
        handed = sorted(lines)
        self.rolls = parse_log("".join(f"{line}\n" for line in handed).encode("utf-8"))
        if len(self.rolls) != len(handed):
            raise bad(f"{len(handed)} lines hold {len(self.rolls)} rolls", hint="each line is one roll")
        keyed = KeyedHash(key)
        self._salts = [keyed.digest(f"pbem-salt/1 {made.label}".encode("ascii")) for made in self.rolls]
        leaves = [roll_leaf(lane, salt, made.line()) for made, salt in zip(self.rolls, self._salts, strict=True)]
        self.leaves = self._padded(leaves, keyed)
        self.root = merkle.root(self.leaves)

    @staticmethod
    def _padded(leaves: list[bytes], keyed: KeyedHash) -> tuple[bytes, ...]:
        """Filled up to a power of two with leaves that only the key's holder can tell from rolls."""
        size = max(FEWEST_LEAVES, 1 << max(len(leaves) - 1, 0).bit_length())
        padding = (keyed.digest(f"pbem-pad/1 {i}".encode("ascii")) for i in range(len(leaves), size))
        return (*leaves, *padding)

    def prove(self, label: str) -> RollProof:
        """The proof of one roll, which shows nothing of the others."""
        labels = [made.label for made in self.rolls]
        if label not in labels:
            raise bad(f"lane '{self.lane}' has no roll '{label}'", kind=Kind.UNKNOWN)
        index = labels.index(label)
        path = merkle.path(self.leaves, index)
        return RollProof(self.lane, self.rolls[index].line(), self._salts[index], index, len(self.leaves), path)
