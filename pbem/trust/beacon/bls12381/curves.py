"""The two groups of BLS12-381: points, their sums, and the one strict way to read and write them.

G1 is y^2 = x^3 + 4 over Fp, G2 is y^2 = x^3 + 4(1 + u) over Fp2; both formulas are written once, over `Field`.
Points are affine pairs. The point at infinity has no such pair and never leaves the sums below: no honest key,
signature or sealed file contains it, so whatever would be it is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from pbem.base.records import dataclass
from pbem.trust.beacon.bls12381.fields import (
    FP,
    FP2,
    TWIST,
    Element,
    Field,
    Fp2,
    P,
    PointError,
    X,
    conjugate2,
    inverse2,
    mul2,
    power2,
)

Affine = tuple[Element, Element]

#: (x, y, z) stands for (x/z^2, y/z^3), which spares an inversion at every step; z = 0 is infinity.
Jacobian = tuple[Element, Element, Element]

#: Top bits of the first byte (the encoding all BLS12-381 libraries share).
COMPRESSED, INFINITE, UPPER = 0x80, 0x40, 0x20


@dataclass(frozen=True, slots=True)
class Curve(Generic[Element]):
    """One group. `in_subgroup` is the test of order R, which each group has its own fast way to make."""

    field: Field[Element]
    constant: Element
    generator: Affine[Element]
    in_subgroup: Callable[[Affine[Element]], bool]

    def negate(self, point: Affine[Element]) -> Affine[Element]:
        return point[0], self.field.sub(self.field.zero, point[1])

    def add(self, p: Affine[Element], q: Affine[Element]) -> Affine[Element]:
        """The sum, where it is not infinity."""
        return self.affine(self._add((*p, self.field.one), q))

    def multiply(self, point: Affine[Element], times: int) -> Affine[Element]:
        """The point taken `times` times (at least once), where that is not infinity."""
        return self.affine(self.multiply_jacobian(point, times))

    def multiply_jacobian(self, point: Affine[Element], times: int) -> Jacobian[Element]:
        """Double and add, from the highest bit."""
        total = (*point, self.field.one)
        for bit in f"{times:b}"[1:]:
            total = self._double(total)
            if bit == "1":
                total = self._add(total, point)
        return total

    def affine(self, point: Jacobian[Element]) -> Affine[Element]:
        """The point without its z."""
        f = self.field
        x, y, z = point
        if z == f.zero:
            raise PointError("is the point at infinity")
        inverse = f.inverse(z)
        square = f.square(inverse)
        return f.mul(x, square), f.mul(y, f.mul(square, inverse))

    def on_curve(self, point: Affine[Element]) -> bool:
        return self.field.square(point[1]) == self._right_side(point[0])

    def same(self, p: Jacobian[Element], q: Affine[Element]) -> bool:
        """Tells if a point with z equals an affine one, without an inversion."""
        f = self.field
        square = f.square(p[2])
        return p[2] != f.zero and p[0] == f.mul(q[0], square) and p[1] == f.mul(q[1], f.mul(square, p[2]))

    # ------------------------------------------------------------------------------------------------------ bytes
    def encode(self, point: Affine[Element]) -> bytes:
        """The compressed form: x and the half in which y lies."""
        raw = bytearray(self.field.to_bytes(point[0]))
        raw[0] |= COMPRESSED | (UPPER if self.field.upper(point[1]) else 0)
        return bytes(raw)

    def decode(self, raw: bytes) -> Affine[Element]:
        """The finite point of order R that these bytes spell; anything else is a PointError that says why."""
        x = self.field.from_bytes(self._coordinate(raw))
        y = self.field.root(self._right_side(x))
        if y is None:
            raise PointError("is not on the curve")
        if self.field.upper(y) != bool(raw[0] & UPPER):
            y = self.field.sub(self.field.zero, y)
        if not self.in_subgroup((x, y)):
            raise PointError("is on the curve but outside the subgroup")
        return x, y

    def check_form(self, raw: bytes) -> None:
        """Length, flags and range only: what an accelerator might be more lenient about than we are."""
        self.field.from_bytes(self._coordinate(raw))

    def _coordinate(self, raw: bytes) -> bytes:
        if len(raw) != self.field.size:
            raise PointError(f"has {len(raw)} bytes instead of {self.field.size}")
        if not raw[0] & COMPRESSED:
            raise PointError("is not in compressed form")
        if raw[0] & INFINITE:
            raise PointError("is the point at infinity")
        return bytes([raw[0] & 0x1F]) + raw[1:]

    def _right_side(self, x: Element) -> Element:
        f = self.field
        return f.add(f.mul(f.square(x), x), self.constant)

    # ------------------------------------------------------------------------------------------------- arithmetic
    def _double(self, point: Jacobian[Element]) -> Jacobian[Element]:
        f = self.field
        add, mul, square, sub = f.add, f.mul, f.square, f.sub
        x, y, z = point
        xx, yy = square(x), square(y)
        middle = mul(x, yy)
        middle = add(middle, middle)
        middle = add(middle, middle)
        slope = add(xx, add(xx, xx))
        yyyy = square(add(yy, yy))
        new_x = sub(square(slope), add(middle, middle))
        new_z = mul(y, z)
        return new_x, sub(mul(slope, sub(middle, new_x)), add(yyyy, yyyy)), add(new_z, new_z)

    def _add(self, point: Jacobian[Element], other: Affine[Element]) -> Jacobian[Element]:
        """A point with z plus an affine one."""
        f = self.field
        mul, square, sub = f.mul, f.square, f.sub
        x, y, z = point
        if z == f.zero:
            return (*other, f.one)
        zz = square(z)
        run = sub(mul(other[0], zz), x)
        rise = sub(mul(other[1], mul(zz, z)), y)
        if run == f.zero:
            return self._double(point) if rise == f.zero else (f.one, f.one, f.zero)
        run2 = square(run)
        run3 = mul(run2, run)
        middle = mul(x, run2)
        new_x = sub(sub(square(rise), run3), f.add(middle, middle))
        return new_x, sub(mul(rise, sub(middle, new_x)), mul(y, run3)), mul(z, run)


# ------------------------------------------------------------------------------------------------ order of a point
# M. Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves" (2021): a point has
# order R exactly when a cheap map agrees with a short multiple of it.

#: A cube root of one in Fp, the one for which (x, y) -> (CUBE_ROOT x, y) is multiplication by -X^2 in G1.
CUBE_ROOT = 0x5F19672FDF76CE51BA69C6076A0F77EADDB3A93BE6F89688DE17D813620A00022E01FFFFFFFEFFFE

#: The twist's Frobenius map on G2, (x, y) -> (conjugate(x) PSI_X, conjugate(y) PSI_Y), is multiplication by -X.
PSI_X = inverse2(power2(TWIST, 2))
PSI_Y = inverse2(power2(TWIST, 3))


def in_g1(point: tuple[int, int]) -> bool:
    """Tells if -X^2 times the point is its image under the cube root."""
    return G1.same(G1.multiply_jacobian(G1.negate(point), X * X), (point[0] * CUBE_ROOT % P, point[1]))


def in_g2(point: tuple[Fp2, Fp2]) -> bool:
    """Tells if -X times the point is its image under the twist's Frobenius map."""
    image = mul2(conjugate2(point[0]), PSI_X), mul2(conjugate2(point[1]), PSI_Y)
    return G2.same(G2.multiply_jacobian(G2.negate(point), X), image)


G1: Curve[int] = Curve(
    FP,
    4,
    (
        0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
        0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1,
    ),
    in_g1,
)

G2: Curve[Fp2] = Curve(
    FP2,
    (4, 4),
    (
        (
            0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
            0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
        ),
        (
            0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
            0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
        ),
    ),
    in_g2,
)
