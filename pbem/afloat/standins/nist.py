"""ECDSA on the three NIST curves, checked in plain Python (FIPS 186-5).

Nothing is signed here. The one secret that is used is that of a key whose public point has to be found.
"""

from __future__ import annotations

from pbem.base.records import dataclass

#: x, y and z of y^2 = x^3 - 3x + b, each over z; z is 0 for the neutral point.
Point = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve by its field, its constant, its base point and its order (SEC 2)."""

    name: str
    key_size: int
    p: int
    b: int
    x: int
    y: int
    order: int

    def has(self, x: int, y: int) -> bool:
        """Tells if a point lies on the curve."""
        return max(x, y) < self.p and (y * y - x * x * x + 3 * x - self.b) % self.p == 0

    def double(self, point: Point) -> Point:
        """A point twice (a = -3, Jacobian)."""
        x, y, z = point
        if not y or not z:
            return 1, 1, 0
        p, delta, gamma = self.p, z * z % self.p, y * y % self.p
        beta, alpha = x * gamma % p, 3 * (x - delta) * (x + delta) % p
        third = (alpha * alpha - 8 * beta) % p
        return third, (alpha * (4 * beta - third) - 8 * gamma * gamma) % p, ((y + z) ** 2 - gamma - delta) % p

    def add(self, one: Point, other: Point) -> Point:
        """The sum of two points."""
        if not one[2] or not other[2]:
            return other if not one[2] else one
        p, z1, z2 = self.p, one[2] ** 2 % self.p, other[2] ** 2 % self.p
        u1, u2 = one[0] * z2 % p, other[0] * z1 % p
        s1, s2 = one[1] * other[2] * z2 % p, other[1] * one[2] * z1 % p
        if u1 == u2:
            return self.double(one) if s1 == s2 else (1, 1, 0)
        h, r = u2 - u1, s2 - s1
        h2 = h * h % p
        h3, v = h * h2 % p, u1 * h2 % p
        x = (r * r - h3 - 2 * v) % p
        return x, (r * (v - x) - s1 * h3) % p, h * one[2] * other[2] % p

    def both(self, one: int, first: Point, other: int, second: Point) -> Point:
        """[one]first + [other]second."""
        sums = (None, first, second, self.add(first, second))
        result: Point = (1, 1, 0)
        for place in reversed(range(max(one.bit_length(), other.bit_length()))):
            result = self.double(result)
            term = sums[one >> place & 1 | (other >> place & 1) << 1]
            result = self.add(result, term) if term else result
        return result

    def holds(self, public: tuple[int, int], r: int, s: int, digest: bytes) -> bool:
        """Tells if the numbers are a signature of the digest (FIPS 186-5, 6.4.2)."""
        n = self.order
        if not (0 < r < n and 0 < s < n):
            return False
        e = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - n.bit_length())
        w = pow(s, -1, n)
        x, _, z = self.both(e * w % n, (self.x, self.y, 1), r * w % n, (*public, 1))
        return bool(z) and x * pow(z * z, -1, self.p) % self.p % n == r

    def public_of(self, secret: int) -> tuple[int, int]:
        """The public point of a secret number."""
        base = (self.x, self.y, 1)
        x, y, z = self.both(secret, base, 0, base)
        back = pow(z, -1, self.p)
        return x * back * back % self.p, y * back * back * back % self.p


def number(*parts: str) -> int:
    """A number in hex, in parts that fit on a line."""
    return int("".join(parts), 16)


P256 = Curve(
    "secp256r1", 256, 2**256 - 2**224 + 2**192 + 2**96 - 1,
    0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
)  # fmt: skip
P384 = Curve(
    "secp384r1", 384, 2**384 - 2**128 - 2**96 + 2**32 - 1,
    0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF,
    0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
    0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F,
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973,
)  # fmt: skip
P521 = Curve(
    "secp521r1", 521, 2**521 - 1,
    number("0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef1",
           "09e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"),
    number("00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1d",
           "c127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66"),
    number("011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550",
           "b9013fad0761353c7086a272c24088be94769fd16650"),
    2**521 - 6 * 2**256 + number("51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
)  # fmt: skip
