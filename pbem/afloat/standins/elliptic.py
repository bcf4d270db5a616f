"""X25519 (RFC 7748) and Ed25519 (RFC 8032) in plain Python.

Checking signatures uses public numbers alone. The ladder of X25519 and signing use secrets, and Python's whole numbers
do not take the same time for all of them: docs/decisions tells why that is borne here, and where the browser signs.
"""

from __future__ import annotations

from hashlib import sha512

from pbem.trust.ssh.edwards import L, P, Point, add, decode, multiply

A24 = 121665
BASE_U = (9).to_bytes(32, "little")
BASE = decode(bytes.fromhex("58" + "66" * 31))


# ------------------------------------------------------------------------------------------------------------- X25519
def x25519(secret: bytes, point: bytes) -> bytes:
    """The shared secret of a key and a point (RFC 7748, 5)."""
    u = int.from_bytes(point, "little") & (2**255 - 1)
    k = clamped(secret)
    a, b, c, d, swap = 1, 0, u, 1, 0
    for place in range(254, -1, -1):
        bit = k >> place & 1
        if swap ^ bit:
            a, b, c, d = c, d, a, b
        swap = bit
        plus, minus = a + b, a - b
        square, other = plus * plus % P, minus * minus % P
        cross, across = (c + d) * minus % P, (c - d) * plus % P
        c, d = (cross + across) ** 2 % P, u * (cross - across) ** 2 % P
        a, b = square * other % P, (square - other) * (square + A24 * (square - other)) % P
    if swap:
        a, b = c, d
    return (a * pow(b, -1, P) % P if b else 0).to_bytes(32, "little")


def clamped(secret: bytes) -> int:
    """The number of a secret key (RFC 7748, 5)."""
    return int.from_bytes(secret, "little") & ~7 & (2**254 - 1) | 2**254


# ------------------------------------------------------------------------------------------------------------ Ed25519
def double(point: Point) -> Point:
    """A point twice, with fewer products than the addition takes."""
    x, y, z, _ = point
    a, b, c = x * x % P, y * y % P, 2 * z * z % P
    e, g = ((x + y) ** 2 - a - b) % P, b - a
    f, h = g - c, -a - b
    return e * f % P, g * h % P, f * g % P, e * h % P


def encoded(point: Point) -> bytes:
    """A point as 32 bytes (RFC 8032, 5.1.2)."""
    scale = pow(point[2], -1, P)
    x, y = point[0] * scale % P, point[1] * scale % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def both(one: int, first: Point, other: int, second: Point) -> Point:
    """[one]first + [other]second in one pass over the bits of both."""
    sums = (None, first, second, add(first, second))
    result: Point = (0, 1, 1, 0)
    for place in reversed(range(max(one.bit_length(), other.bit_length()))):
        result = double(result)
        term = sums[one >> place & 1 | (other >> place & 1) << 1]
        if term is not None:
            result = add(result, term)
    return result


def challenge(*parts: bytes) -> int:
    """SHA-512 of the parts as a number below the order."""
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little") % L


def holds(public: bytes, signature: bytes, data: bytes) -> bool:
    """Tells if a signature holds: [S]B = R + [k]A, compared as bytes (RFC 8032, 5.1.7, without cofactor)."""
    if len(signature) != 64 or len(public) != 32:
        return False
    scalar = int.from_bytes(signature[32:], "little")
    try:
        x, y, z, t = leniently(public)
    except ValueError:
        return False
    if scalar >= L:
        return False
    k = challenge(signature[:32], public, data)
    return encoded(both(scalar, BASE, k, (-x % P, y, z, -t % P))) == signature[:32]


def leniently(public: bytes) -> Point:
    """A point as libraries decode it: y may be written beyond the field, and minus zero is zero."""
    number = int.from_bytes(public, "little")
    y, sign = (number & (2**255 - 1)) % P, number >> 255
    minus_zero = sign and (y * y - 1) % P == 0
    return decode((y | (0 if minus_zero else sign) << 255).to_bytes(32, "little"))


def public_of(seed: bytes) -> bytes:
    """The public key of 32 secret bytes."""
    return encoded(multiply(clamped(sha512(seed).digest()[:32]), BASE))


def sign(seed: bytes, data: bytes) -> bytes:
    """A signature (RFC 8032, 5.1.6), where the browser cannot make it."""
    digest = sha512(seed).digest()
    secret, public = clamped(digest[:32]), public_of(seed)
    once = challenge(digest[32:], data)
    point = encoded(multiply(once, BASE))
    return point + ((once + challenge(point, public, data) * secret) % L).to_bytes(32, "little")


