"""The optimal ate pairing e(P, Q) of P in G1 and Q in G2.

The lines of a Miller loop depend on Q alone, so they are computed once for a Q that stays (a network's key, the
generator) and only evaluated at each P. The value is the cube of the reduced pairing, as drand's libraries have it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.trust.beacon.bls12381.fields import Fp2, P, X, inverse2, mul2, scale2, square2, sub2
from pbem.trust.beacon.bls12381.tower import (
    ONE,
    Fp12,
    by_line,
    conjugate12,
    cyclotomic_square,
    frobenius12,
    inverse12,
    mul12,
    power_x,
    square12,
)

PointG1 = tuple[int, int]
PointG2 = tuple[Fp2, Fp2]

#: A line as (slope, constant): its value at (x, y) is constant - slope x v + y v w.
Line = tuple[Fp2, Fp2]

#: For each bit of X after the first: the tangent, and where the bit is set also the chord.
Lines = tuple[tuple[Line, ...], ...]


def lines(q: PointG2) -> Lines:
    """Every line of the Miller loop for Q, in the order the loop asks for them."""
    steps: list[tuple[Line, ...]] = []
    point = q
    for bit in f"{X:b}"[1:]:
        tangent, point = line_and_sum(point, point, tangent_slope(point))
        if bit == "0":
            steps.append((tangent,))
            continue
        chord, point = line_and_sum(point, q, chord_slope(point, q))
        steps.append((tangent, chord))
    return tuple(steps)


def tangent_slope(point: PointG2) -> Fp2:
    return mul2(scale2(square2(point[0]), 3), inverse2(scale2(point[1], 2)))


def chord_slope(point: PointG2, other: PointG2) -> Fp2:
    return mul2(sub2(point[1], other[1]), inverse2(sub2(point[0], other[0])))


def line_and_sum(point: PointG2, other: PointG2, slope: Fp2) -> tuple[Line, PointG2]:
    """The line through two points of the twist, and their sum."""
    x, y = point
    new_x = sub2(sub2(square2(slope), x), other[0])
    return (slope, sub2(mul2(slope, x), y)), (new_x, sub2(mul2(slope, sub2(x, new_x)), y))


def miller(pairs: Iterable[tuple[PointG1, Lines]]) -> Fp12:
    """The product of the Miller loops, sharing their squarings."""
    points, tracks = zip(*pairs, strict=True)
    value = ONE
    for steps in zip(*tracks, strict=True):
        value = square12(value)
        for (x, y), step in zip(points, steps, strict=True):
            for slope, constant in step:
                value = by_line(value, constant, scale2(slope, P - x), y)
    return conjugate12(value)


def final_exponentiation(value: Fp12) -> Fp12:
    """Into the group of order R: the power 3(P^12 - 1)/R.

    The easy part is (P^6 - 1)(P^2 + 1); the hard part is (x - 1)^2 (x + P)(x^2 + P^2 - 1) + 3 for the curve's
    parameter x (Hayashida, Hayasaka, Teruya, 2020).
    """
    value = mul12(conjugate12(value), inverse12(value))
    value = mul12(frobenius12(frobenius12(value)), value)
    part = mul12(power_x(value), conjugate12(value))
    part = mul12(power_x(part), conjugate12(part))
    part = mul12(power_x(part), frobenius12(part))
    twice = mul12(power_x(power_x(part)), frobenius12(frobenius12(part)))
    part = mul12(twice, conjugate12(part))
    return mul12(part, mul12(cyclotomic_square(value), value))


def pair(p: PointG1, q: Lines) -> Fp12:
    return final_exponentiation(miller([(p, q)]))


def product_is_one(pairs: Iterable[tuple[PointG1, Lines]]) -> bool:
    """Tells if the pairings multiply to one."""
    return final_exponentiation(miller(pairs)) == ONE


def gt_bytes(value: Fp12) -> bytes:
    """The value as drand's libraries hash it: twelve numbers of 48 bytes, the highest coefficient first."""
    return b"".join(number.to_bytes(48, "big") for six in reversed(value) for number in reversed(six))
