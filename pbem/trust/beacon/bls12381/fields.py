"""The prime field of BLS12-381 and its quadratic extension.

An element of Fp is an int below P. An element of Fp2 = Fp[u]/(u^2 + 1) is a pair (real, imaginary). `Field` gathers
what curve arithmetic asks of either, so that `curves` writes each formula once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from pbem.base.records import dataclass

Fp2 = tuple[int, int]
Element = TypeVar("Element")

#: The field's prime, the order of both groups, and the absolute value of the curve's parameter (which is negative).
P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = 0xD201000000010000

ELEMENT_BYTES = 48
HALF = (P - 1) // 2


class PointError(ValueError):
    """Bytes that are no point of the group; the text says why and reads after the name of what was read."""


@dataclass(frozen=True, slots=True)
class Field(Generic[Element]):
    """A field's arithmetic, its square root and its bytes."""

    zero: Element
    one: Element
    size: int
    add: Callable[[Element, Element], Element]
    sub: Callable[[Element, Element], Element]
    mul: Callable[[Element, Element], Element]
    square: Callable[[Element], Element]
    inverse: Callable[[Element], Element]
    root: Callable[[Element], Element | None]
    upper: Callable[[Element], bool]
    to_bytes: Callable[[Element], bytes]
    from_bytes: Callable[[bytes], Element]


# ----------------------------------------------------------------------------------------------------------- Fp
def add1(a: int, b: int) -> int:
    return (a + b) % P


def sub1(a: int, b: int) -> int:
    return (a - b) % P


def mul1(a: int, b: int) -> int:
    return a * b % P


def square1(a: int) -> int:
    return a * a % P


def inverse1(a: int) -> int:
    return pow(a, -1, P)


def root1(a: int) -> int | None:
    """A square root, if there is one; P is 3 modulo 4, so one power finds it."""
    root = pow(a, (P + 1) // 4, P)
    return root if root * root % P == a % P else None


def upper1(a: int) -> bool:
    """Tells if the element lies in the upper half; this bit distinguishes a root from its negative."""
    return a > HALF


def to_bytes1(a: int) -> bytes:
    return a.to_bytes(ELEMENT_BYTES, "big")


def from_bytes1(raw: bytes) -> int:
    """The element; a number not below P is refused, so that each element has one spelling."""
    value = int.from_bytes(raw, "big")
    if value >= P:
        raise PointError("is not canonical: a coordinate is not below the field's prime")
    return value


# ---------------------------------------------------------------------------------------------------------- Fp2
def add2(a: Fp2, b: Fp2) -> Fp2:
    return (a[0] + b[0]) % P, (a[1] + b[1]) % P


def sub2(a: Fp2, b: Fp2) -> Fp2:
    return (a[0] - b[0]) % P, (a[1] - b[1]) % P


def mul2(a: Fp2, b: Fp2) -> Fp2:
    real, imaginary = a[0] * b[0], a[1] * b[1]
    return (real - imaginary) % P, ((a[0] + a[1]) * (b[0] + b[1]) - real - imaginary) % P


def square2(a: Fp2) -> Fp2:
    return (a[0] + a[1]) * (a[0] - a[1]) % P, 2 * a[0] * a[1] % P


def conjugate2(a: Fp2) -> Fp2:
    return a[0], -a[1] % P


def scale2(a: Fp2, factor: int) -> Fp2:
    return a[0] * factor % P, a[1] * factor % P


def inverse2(a: Fp2) -> Fp2:
    return scale2(conjugate2(a), pow(a[0] * a[0] + a[1] * a[1], -1, P))


def power2(a: Fp2, exponent: int) -> Fp2:
    result = (1, 0)
    for bit in f"{exponent:b}":
        result = square2(result)
        if bit == "1":
            result = mul2(result, a)
    return result


#: (1 + u) to the (P - 1)/6; the Frobenius maps of the tower and of the twisted curve are made of its powers.
TWIST = power2((1, 1), (P - 1) // 6)


def root2(a: Fp2) -> Fp2 | None:
    """A square root by the norm: if a = (x + yu)^2 then x^2 is half of (real part plus or minus root of the norm)."""
    norm = root1((a[0] * a[0] + a[1] * a[1]) % P)
    if norm is None:
        return None
    for candidate in (norm, -norm):
        real = root1((a[0] + candidate) * (P + 1) // 2 % P)
        if real:
            return real, a[1] * pow(2 * real, -1, P) % P
    # Only a number of Fp without a root in Fp comes here, or zero: its root is purely imaginary.
    imaginary = root1(-a[0] % P)
    return None if imaginary is None or a[1] else (0, imaginary)


def upper2(a: Fp2) -> bool:
    """The same bit in Fp2: the imaginary part decides, the real part where that is zero."""
    return upper1(a[1]) if a[1] else upper1(a[0])


def to_bytes2(a: Fp2) -> bytes:
    return to_bytes1(a[1]) + to_bytes1(a[0])


def from_bytes2(raw: bytes) -> Fp2:
    return from_bytes1(raw[ELEMENT_BYTES:]), from_bytes1(raw[:ELEMENT_BYTES])


FP: Field[int] = Field(
    0, 1, ELEMENT_BYTES, add1, sub1, mul1, square1, inverse1, root1, upper1, to_bytes1, from_bytes1,
)
FP2: Field[Fp2] = Field(
    (0, 0), (1, 0), 2 * ELEMENT_BYTES, add2, sub2, mul2, square2, inverse2, root2, upper2, to_bytes2, from_bytes2,
)
