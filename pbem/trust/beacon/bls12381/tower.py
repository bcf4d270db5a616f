"""The field of degree twelve where pairings land: Fp6 = Fp2[v]/(v^3 - (1 + u)), Fp12 = Fp6[w]/(w^2 - v).

An element of Fp6 is six ints (three pairs of Fp2, flat), one of Fp12 a pair of those. Products are first formed
without reduction (`wide`) and reduced once at the end: in plain Python the remainder costs more than the product.
"""

from __future__ import annotations

from pbem.trust.beacon.bls12381.fields import TWIST, Fp2, P, X, inverse2, mul2, power2, square2, sub2

Fp6 = tuple[int, int, int, int, int, int]
Fp12 = tuple[Fp6, Fp6]

ZERO6: Fp6 = (0, 0, 0, 0, 0, 0)
ONE6: Fp6 = (1, 0, 0, 0, 0, 0)
ONE: Fp12 = (ONE6, ZERO6)

#: What the Frobenius map multiplies the coefficient of w^i by.
FROBENIUS = tuple(power2(TWIST, i) for i in range(6))


# ---------------------------------------------------------------------------------------------------------- Fp6
def wide2(a: int, b: int, c: int, d: int) -> Fp2:
    """(a + bu)(c + du), not reduced."""
    real, imaginary = a * c, b * d
    return real - imaginary, (a + b) * (c + d) - real - imaginary


def wide6(x: Fp6, y: Fp6) -> Fp6:
    """The product, not reduced; six products in Fp2 instead of nine (Karatsuba)."""
    a, b, c, d, e, f = x
    k, l, m, n, o, p = y  # noqa: E741 - twelve coefficients want twelve letters
    r0, i0 = wide2(a, b, k, l)
    r1, i1 = wide2(c, d, m, n)
    r2, i2 = wide2(e, f, o, p)
    r12, i12 = wide2(c + e, d + f, m + o, n + p)
    r01, i01 = wide2(a + c, b + d, k + m, l + n)
    r02, i02 = wide2(a + e, b + f, k + o, l + p)
    r12, i12 = r12 - r1 - r2, i12 - i1 - i2
    return (
        r0 + r12 - i12, i0 + r12 + i12,
        r01 - r0 - r1 + r2 - i2, i01 - i0 - i1 + r2 + i2,
        r02 - r0 - r2 + r1, i02 - i0 - i2 + i1,
    )


def wide6_by_two(x: Fp6, y0: Fp2, y1: Fp2) -> Fp6:
    """The product with y0 + y1 v, not reduced: five products in Fp2."""
    a, b, c, d, e, f = x
    (k, l), (m, n) = y0, y1  # noqa: E741
    r0, i0 = wide2(a, b, k, l)
    r1, i1 = wide2(c, d, m, n)
    r2, i2 = wide2(e, f, m, n)
    r01, i01 = wide2(a + c, b + d, k + m, l + n)
    r3, i3 = wide2(e, f, k, l)
    return r0 + r2 - i2, i0 + r2 + i2, r01 - r0 - r1, i01 - i0 - i1, r3 + r1, i3 + i1


def add6(x: Fp6, y: Fp6) -> Fp6:
    """The sum, not reduced."""
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3], x[4] + y[4], x[5] + y[5]


def sub6(x: Fp6, y: Fp6) -> Fp6:
    """The difference, not reduced."""
    return x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3], x[4] - y[4], x[5] - y[5]


def by_v(x: Fp6) -> Fp6:
    """The product with v: the coefficients move up, the last comes round multiplied by 1 + u."""
    return x[4] - x[5], x[4] + x[5], x[0], x[1], x[2], x[3]


def reduce6(x: Fp6) -> Fp6:
    return x[0] % P, x[1] % P, x[2] % P, x[3] % P, x[4] % P, x[5] % P


def negate6(x: Fp6) -> Fp6:
    return reduce6(sub6(ZERO6, x))


def inverse6(x: Fp6) -> Fp6:
    """By the adjoint: (c0, c1, c2) / norm, where x (c0 + c1 v + c2 v^2) = norm lies in Fp2."""
    x0, x1, x2 = x[0:2], x[2:4], x[4:6]
    c0 = sub2(square2(x0), by_one_plus_u(mul2(x1, x2)))
    c1 = sub2(by_one_plus_u(square2(x2)), mul2(x0, x1))
    c2 = sub2(square2(x1), mul2(x0, x2))
    norm = wide6((*c0, *c1, *c2), x)
    scale = inverse2((norm[0] % P, norm[1] % P))
    return (*mul2(c0, scale), *mul2(c1, scale), *mul2(c2, scale))


def by_one_plus_u(a: Fp2) -> Fp2:
    return (a[0] - a[1]) % P, (a[0] + a[1]) % P


# --------------------------------------------------------------------------------------------------------- Fp12
def mul12(x: Fp12, y: Fp12) -> Fp12:
    low, high = wide6(x[0], y[0]), wide6(x[1], y[1])
    cross = wide6(add6(x[0], x[1]), add6(y[0], y[1]))
    return reduce6(add6(low, by_v(high))), reduce6(sub6(sub6(cross, low), high))


def square12(x: Fp12) -> Fp12:
    cross = wide6(x[0], x[1])
    both = wide6(add6(x[0], x[1]), add6(x[0], by_v(x[1])))
    return reduce6(sub6(sub6(both, cross), by_v(cross))), reduce6(add6(cross, cross))


def by_line(x: Fp12, constant: Fp2, slope: Fp2, height: int) -> Fp12:
    """The product with constant + slope v + height v w, the shape of a line of the Miller loop."""
    low = wide6_by_two(x[0], constant, slope)
    a, b, c, d, e, f = x[1]
    high = (height * (e - f), height * (e + f), height * a, height * b, height * c, height * d)
    cross = wide6_by_two(add6(x[0], x[1]), constant, (slope[0] + height, slope[1]))
    return reduce6(add6(low, by_v(high))), reduce6(sub6(sub6(cross, low), high))


def conjugate12(x: Fp12) -> Fp12:
    """x to the P^6; in the cyclotomic subgroup, where pairings live, the inverse."""
    return x[0], negate6(x[1])


def inverse12(x: Fp12) -> Fp12:
    norm = reduce6(sub6(wide6(x[0], x[0]), by_v(wide6(x[1], x[1]))))
    scale = inverse6(norm)
    return reduce6(wide6(x[0], scale)), negate6(wide6(x[1], scale))


def frobenius12(x: Fp12) -> Fp12:
    """x to the P."""
    (a, b, c, d, e, f), (k, l, m, n, o, p) = x  # noqa: E741
    g0, g1, g2, g3, g4, g5 = FROBENIUS
    return (
        (*mul2((a, -b), g0), *mul2((c, -d), g2), *mul2((e, -f), g4)),
        (*mul2((k, -l), g1), *mul2((m, -n), g3), *mul2((o, -p), g5)),
    )


def square4(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """The square of (a + bu) + (c + du) s with s^2 = 1 + u, not reduced."""
    r0, i0 = (a + b) * (a - b), 2 * a * b
    r1, i1 = (c + d) * (c - d), 2 * c * d
    e, f = a + c, b + d
    return r0 + r1 - i1, i0 + r1 + i1, (e + f) * (e - f) - r0 - r1, 2 * e * f - i0 - i1


def cyclotomic_square(x: Fp12) -> Fp12:
    """The square of an element of the cyclotomic subgroup, by three squares in Fp4 (Granger and Scott, 2010)."""
    (a, b, c, d, e, f), (k, l, m, n, o, p) = x  # noqa: E741
    p0, p1, p2, p3 = square4(a, b, m, n)
    q0, q1, q2, q3 = square4(k, l, e, f)
    s0, s1, s2, s3 = square4(c, d, o, p)
    t0, t1 = s2 - s3, s2 + s3
    return (
        (
            (3 * p0 - 2 * a) % P, (3 * p1 - 2 * b) % P, (3 * q0 - 2 * c) % P,
            (3 * q1 - 2 * d) % P, (3 * s0 - 2 * e) % P, (3 * s1 - 2 * f) % P,
        ),
        (
            (3 * t0 + 2 * k) % P, (3 * t1 + 2 * l) % P, (3 * p2 + 2 * m) % P,
            (3 * p3 + 2 * n) % P, (3 * q2 + 2 * o) % P, (3 * q3 + 2 * p) % P,
        ),
    )


def power_x(x: Fp12) -> Fp12:
    """x to the curve's (negative) parameter, for x in the cyclotomic subgroup."""
    result = x
    for bit in f"{X:b}"[1:]:
        result = cyclotomic_square(result)
        if bit == "1":
            result = mul12(result, x)
    return conjugate12(result)
