"""Hashing a message to G1: the suite BLS12381G1_XMD:SHA-256_SSWU_RO_ of RFC 9380."""

from __future__ import annotations

from hashlib import sha256

from pbem.trust.beacon.bls12381.curves import G1
from pbem.trust.beacon.bls12381.fields import P, X
from pbem.trust.beacon.bls12381.isogeny import to_g1_curve

#: The curve y^2 = x^3 + A x + B the hash lands on first, and the constant Z of its map (RFC 9380, 8.8.1).
A = 0x00144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
Z = 11
MINUS_B_BY_A = -B * pow(A, -1, P) % P

#: Bytes drawn for one field element: 48 and 16 more, so that the remainder modulo P has no visible bias.
DRAWN = 64


def hash_to_g1(message: bytes, tag: bytes) -> tuple[int, int]:
    """The point of order R that the message falls on; `tag` keeps one use of the hash apart from another."""
    drawn = expand(message, tag, 2 * DRAWN)
    first = map_to_curve(int.from_bytes(drawn[:DRAWN], "big") % P)
    second = map_to_curve(int.from_bytes(drawn[DRAWN:], "big") % P)
    return G1.multiply(G1.add(first, second), X + 1)  # RFC 9380, 8.8.1: h_eff = 1 - x


def expand(message: bytes, tag: bytes, length: int) -> bytes:
    """RFC 9380, 5.3.1: as many bytes as asked for, at most 255 blocks of SHA-256."""
    tag += bytes([len(tag)])
    start = sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + tag).digest()
    blocks = [sha256(start + b"\1" + tag).digest()]
    while len(blocks) * 32 < length:
        mixed = bytes(a ^ b for a, b in zip(start, blocks[-1], strict=True))
        blocks.append(sha256(mixed + bytes([len(blocks) + 1]) + tag).digest())
    return b"".join(blocks)[:length]


def map_to_curve(u: int) -> tuple[int, int]:
    """RFC 9380, 6.6.2 and 6.6.3: the simplified map of Shallue, van de Woestijne and Ulas, then the isogeny."""
    t = Z * u * u % P
    d = (t * t + t) % P
    x = MINUS_B_BY_A * (1 + pow(d, -1, P)) % P if d else -MINUS_B_BY_A * pow(Z, -1, P) % P
    square, y = right_side_and_root(x)
    if y * y % P != square:  # then the second candidate's right side is a square
        x = t * x % P
        y = right_side_and_root(x)[1]
    return to_g1_curve(x, y if y & 1 == u & 1 else P - y)


def right_side_and_root(x: int) -> tuple[int, int]:
    """x^3 + A x + B, and its square root if it has one."""
    square = (x * x * x + A * x + B) % P
    return square, pow(square, (P + 1) // 4, P)
