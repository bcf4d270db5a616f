"""Is a 32-byte Ed25519 key a point that only one person can sign for?

Libraries verify against any encoding they can decode, among them eight points of small order for which signatures
exist that nobody had to make (threat 23: such a key lets its owner disown everything). So a key is looked at once,
at enrolment, here: it must be the canonical encoding (RFC 8032, 5.1.3) of a point of the prime-order subgroup.
Public data only; plain integers, and time does not matter.
"""

from __future__ import annotations

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

#: Extended coordinates: x = X/Z, y = Y/Z, x*y = T/Z
Point = tuple[int, int, int, int]
IDENTITY: Point = (0, 1, 1, 0)


def decode(encoded: bytes) -> Point:
    """The point, or ValueError with the words for it: RFC 8032, 5.1.3, with every leniency closed."""
    if len(encoded) != 32:
        raise ValueError(f"has {len(encoded)} bytes where an Ed25519 key has 32")
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        raise ValueError("is not in canonical form")
    x = square_root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if x == 0 and sign:
        raise ValueError("is not in canonical form")
    if x % 2 != sign:
        x = P - x
    return x, y, 1, x * y % P


def square_root(square: int) -> int:
    """Either root modulo P = 5 mod 8."""
    root = pow(square, (P + 3) // 8, P)
    if (root * root - square) % P:
        root = root * ROOT_OF_MINUS_ONE % P
    if (root * root - square) % P:
        raise ValueError("is no point of the curve")
    return root


def add(one: Point, other: Point) -> Point:
    """The complete addition of the twisted curve: no exceptional cases, so doubling is add(p, p)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar: int, point: Point) -> Point:
    """[scalar]point, by doubling and adding."""
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def is_identity(point: Point) -> bool:
    """The neutral element, in whatever coordinates."""
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def check_point(encoded: bytes) -> None:
    """ValueError unless this is a canonical encoding of a point, not of small order, of the prime-order subgroup."""
    point = decode(encoded)
    if is_identity(multiply(8, point)):
        raise ValueError("is a point of small order: anybody could sign for it")
    if not is_identity(multiply(L, point)):
        raise ValueError("is a point outside the prime-order subgroup")
