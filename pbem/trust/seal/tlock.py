"""Sealing to a moment: a file that opens once a beacon is out, and before that for nobody (PROTOCOL 3.5, 3.6).

The format is that of drand's `tle` and tlock-js: an age file whose one recipient is `tlock <round> <chain hash>`. Its
file key is wrapped with identity-based encryption in which a round's number is the identity and the round's signature
is that identity's private key (Boneh and Franklin 2001, with the Fujisaki-Okamoto transform).
"""

from __future__ import annotations

import itertools
from hashlib import sha256
from secrets import token_bytes

from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.trust.beacon.drand import Network, key_of, round_message
from pbem.trust.seal import age_format
from pbem.trust.seal.age_format import FILE_KEY_BYTES, AgeFile, Random, Stanza

POINT_BYTES = 96
BODY_BYTES = POINT_BYTES + 2 * FILE_KEY_BYTES

ROUND = pattern(r"[1-9][0-9]{0,11}")
CHAIN = pattern(r"[0-9a-f]{64}")


def seal(network: Network, round_: int, plain: bytes, random: Random = token_bytes) -> str:
    """The plain text as an armoured age file that the beacon of that round opens."""
    file_key = random(FILE_KEY_BYTES)
    stanza = Stanza(("tlock", str(round_), network.chain), wrap(network, round_, file_key, random))
    return age_format.armour(age_format.encrypt(file_key, [stanza], plain, random))


def unseal(network: Network, sealed: bytes | str, signature: str) -> bytes:
    """The plain text, by the round's signature; the signature is checked first."""
    file = age_format.parse(age_format.unpack(sealed))
    round_, chain = _round_of(file)
    if chain != network.chain:
        raise bad(
            f"is sealed to the beacon chain '{chain}'", kind=Kind.MISMATCH,
            hint=f"this game's charter pins {network.name}, chain {network.chain}",
        )
    from pbem.trust.beacon.beacon import verify_beacon  # most letters hold no time-lock

    verify_beacon(network, round_, signature)
    return age_format.decrypt(file, unwrap(file.stanzas[0].body, bytes.fromhex(signature)))


def stanza_round(sealed: bytes | str) -> tuple[int, str]:
    """For which round of which chain the file waits; nothing is opened."""
    return _round_of(age_format.parse(age_format.unpack(sealed)))


def _round_of(file: AgeFile) -> tuple[int, str]:
    """The one recipient must be a round: a second way in would be a way in before the time."""
    if len(file.stanzas) != 1:
        raise bad(f"has {len(file.stanzas)} recipients; a time-locked file has one, its round")
    words = file.stanzas[0].words
    if words[0] != "tlock":
        raise bad(f"is not time-locked: its recipient is of the kind '{words[0][:40]}'")
    if len(words) != 3 or not ROUND.fullmatch(words[1]) or not CHAIN.fullmatch(words[2]):
        raise bad("does not say its round and chain as 'tlock <round> <64 hex digits>'")
    return int(words[1]), words[2]


# ------------------------------------------------------------------------------------- identity-based encryption
def wrap(network: Network, round_: int, file_key: bytes, random: Random = token_bytes) -> bytes:
    """Wraps the file key so that the round's signature opens it: U = rG2, then two masked blocks.

    e(H, key) to the r-th is computed as e(rH, key): rH is what signing the round with the secret r would give.
    """
    from pbem.trust.beacon import bls

    key, message = key_of(network), round_message(round_)
    sigma = random(len(file_key))
    secret = blinding(sigma, file_key)
    engine = bls.engine()
    shared = engine.pair(engine.sign(secret, message), key)
    return engine.public_key(secret) + mask(sigma, b"IBE-H2", shared) + mask(file_key, b"IBE-H4", sigma)


def unwrap(body: bytes, signature: bytes) -> bytes:
    """The file key, if the wrapping was made for this signature's round and nobody touched it since."""
    if len(body) != BODY_BYTES:
        raise bad(f"wraps its key in {len(body)} bytes instead of {BODY_BYTES}")
    from pbem.trust.beacon import bls
    from pbem.trust.beacon.bls12381.fields import PointError

    point = body[:POINT_BYTES]
    engine = bls.engine()
    try:
        shared = engine.pair(signature, point)
    except PointError as error:
        raise bad(f"is not sealed properly: the point in its recipient line {error}") from None
    sigma = mask(body[POINT_BYTES:-FILE_KEY_BYTES], b"IBE-H2", shared)
    file_key = mask(body[-FILE_KEY_BYTES:], b"IBE-H4", sigma)
    if engine.public_key(blinding(sigma, file_key)) != point:
        raise CheckFailed(Fault("is not sealed to the round it names, or was changed since", kind=Kind.MISMATCH))
    return file_key


def mask(block: bytes, tag: bytes, source: bytes) -> bytes:
    """The block xored with a hash; doing it twice undoes it."""
    pad = sha256(tag + source).digest()
    return bytes(a ^ b for a, b in zip(block, pad, strict=False))


def blinding(sigma: bytes, file_key: bytes) -> int:
    """The scalar r both sides derive from what is wrapped: the first of a row of hashes that lies below the order.

    As drand's libraries have it, the first byte is shifted right by one, so that nearly every hash will do.
    """
    from pbem.trust.beacon.bls import ORDER

    start = sha256(b"IBE-H3" + sigma + file_key).digest()
    for counter in itertools.count(1):
        drawn = sha256(counter.to_bytes(2, "little") + start).digest()
        number = int.from_bytes(bytes([drawn[0] >> 1]) + drawn[1:], "big")
        if 0 < number < ORDER:
            break
    return number
