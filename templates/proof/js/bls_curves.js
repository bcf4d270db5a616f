// The two groups of BLS12-381 and the pairing between them. G1 is y^2 = x^3 + 4 over Fp, G2 is y^2 = x^3 + 4(1 + u)
// over Fp2. Points are affine pairs; the point at infinity stands in no honest key, signature or sealed file.

const [COMPRESSED, INFINITE, UPPER] = [0x80, 0x40, 0x20];

/** One group: its formulas are written once, over FP or FP2. `inSubgroup` is its own test of order. */
class Curve {
  constructor(field, constant, generator, inSubgroup) {
    Object.assign(this, { f: field, constant, generator, inSubgroup });
  }

  negate([x, y]) {
    return [x, this.f.sub(this.f.zero, y)];
  }

  /** (x, y, z) stands for (x/z^2, y/z^3), which spares an inversion at every step; z = 0 is infinity. */
  double([x, y, z]) {
    const { add, mul, sub } = this.f;
    const [xx, yy] = [mul(x, x), mul(y, y)];
    const half = mul(x, yy);
    const middle = add(add(half, half), add(half, half));
    const slope = add(xx, add(xx, xx));
    const yyyy = mul(add(yy, yy), add(yy, yy));
    const newX = sub(mul(slope, slope), add(middle, middle));
    const yz = mul(y, z);
    return [newX, sub(mul(slope, sub(middle, newX)), add(yyyy, yyyy)), add(yz, yz)];
  }

  /** A point with z plus an affine one. */
  addAffine(point, other) {
    const { add, mul, sub, isZero, one, zero } = this.f;
    const [x, y, z] = point;
    if (isZero(z)) return [...other, one];
    const zz = mul(z, z);
    const run = sub(mul(other[0], zz), x);
    const rise = sub(mul(other[1], mul(zz, z)), y);
    if (isZero(run)) return isZero(rise) ? this.double(point) : [one, one, zero];
    const run2 = mul(run, run);
    const run3 = mul(run2, run);
    const middle = mul(x, run2);
    const newX = sub(sub(mul(rise, rise), run3), add(middle, middle));
    return [newX, sub(mul(rise, sub(middle, newX)), mul(y, run3)), mul(z, run)];
  }

  /** The point taken so many times, with its z. */
  times(point, count) {
    let total = [...point, this.f.one];
    for (const bit of count.toString(2).slice(1)) {
      total = this.double(total);
      if (bit === "1") total = this.addAffine(total, point);
    }
    return total;
  }

  /** The point without its z. */
  affine([x, y, z]) {
    const { mul, isZero } = this.f;
    if (isZero(z)) throw bad("is the point at infinity");
    const turn = this.f.inverse(z);
    const square = mul(turn, turn);
    return [mul(x, square), mul(y, mul(square, turn))];
  }

  multiply(point, count) {
    return this.affine(this.times(point, count));
  }

  /** Whether a point with z and an affine one are equal, without an inversion. */
  equal([x, y, z], other) {
    const { mul } = this.f;
    const square = mul(z, z);
    const [dueX, dueY] = [mul(other[0], square), mul(other[1], mul(square, z))];
    return !this.f.isZero(z) && this.f.same(x, dueX) && this.f.same(y, dueY);
  }

  /** The compressed form: x and the half in which y lies. */
  encode([x, y]) {
    const bytes = this.f.encode(x);
    bytes[0] |= COMPRESSED | (this.f.upper(y) ? UPPER : 0);
    return bytes;
  }

  /** The finite point of the right order that these bytes spell; anything else is a fault that says why. */
  decode(bytes) {
    const { add, mul, sub, root, zero } = this.f;
    if (bytes.length !== this.f.bytes) throw bad(`has ${bytes.length} bytes instead of ${this.f.bytes}`);
    if (!(bytes[0] & COMPRESSED)) throw bad("is not in compressed form");
    if (bytes[0] & INFINITE) throw bad("is the point at infinity");
    const x = this.f.decode(joined(Uint8Array.of(bytes[0] & 0x1f), bytes.subarray(1)));
    let y = root(add(mul(mul(x, x), x), this.constant));
    if (y === null) throw bad("is not on the curve");
    if (this.f.upper(y) !== Boolean(bytes[0] & UPPER)) y = sub(zero, y);
    if (!this.inSubgroup([x, y])) throw bad("is on the curve but outside the subgroup");
    return [x, y];
  }
}

// Order of a point: M. Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves"
// (2021): a point has the group's order exactly when a cheap map agrees with a short multiple of it.

/** A cube root of one in Fp, the one for which (x, y) -> (CUBE_ROOT x, y) is multiplication by -X^2 in G1. */
const CUBE_ROOT = 0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffen;
/** The twist's Frobenius map on G2, (x, y) -> (conjugate(x) PSI_X, conjugate(y) PSI_Y), is multiplication by -X. */
const [PSI_X, PSI_Y] = [inverse2(power2(TWIST, 2n)), inverse2(power2(TWIST, 3n))];

const G1 = new Curve(FP, 4n, [
  0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
  0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
], (point) => G1.equal(G1.times(G1.negate(point), BLS_X * BLS_X), [(point[0] * CUBE_ROOT) % P, point[1]]));

const G2 = new Curve(FP2, [4n, 4n], [
  [
    0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
    0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
  ],
  [
    0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
    0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
  ],
], (point) => G2.equal(G2.times(G2.negate(point), BLS_X), [
  mul2(conjugate2(point[0]), PSI_X), mul2(conjugate2(point[1]), PSI_Y),
]));

// ---------------------------------------------------------------------------------------------------------- pairing

/** The line through two points of the twist, as (slope, constant), and their sum. */
function lineAndSum([x, y], other, slope) {
  const newX = sub2(sub2(square2(slope), x), other[0]);
  return [[slope, sub2(mul2(slope, x), y)], [newX, sub2(mul2(slope, sub2(x, newX)), y)]];
}

/** Every line of the Miller loop for a point of G2: for each bit the tangent, where it is set also the chord. */
function millerLines(q) {
  let point = q;
  return Array.from(BLS_X_BITS, (bit) => {
    const tangent = mul2(scale2(square2(point[0]), 3n), inverse2(scale2(point[1], 2n)));
    const [line, sum] = lineAndSum(point, point, tangent);
    point = sum;
    if (bit === "0") return [line];
    const chord = mul2(sub2(point[1], q[1]), inverse2(sub2(point[0], q[0])));
    const [second, next] = lineAndSum(point, q, chord);
    point = next;
    return [line, second];
  });
}

/** The product of the Miller loops of pairs (point of G1, lines of a point of G2), sharing their squarings. */
function miller(pairs) {
  let value = ONE12;
  for (let step = 0; step < BLS_X_BITS.length; step++) {
    value = square12(value);
    for (const [[x, y], lines] of pairs) {
      for (const [slope, constant] of lines[step]) {
        value = mul12(value, [[...constant, ...scale2(slope, P - x), 0n, 0n], [0n, 0n, y, 0n, 0n, 0n]]);
      }
    }
  }
  return conjugate12(value);
}

/** Into the group of order R: the power 3(P^12 - 1)/R (Hayashida, Hayasaka, Teruya, 2020). */
function finalExponentiation(miller) {
  let value = mul12(conjugate12(miller), inverse12(miller));
  value = mul12(frobenius12(frobenius12(value)), value);
  let part = mul12(powerX(value), conjugate12(value));
  part = mul12(powerX(part), conjugate12(part));
  part = mul12(powerX(part), frobenius12(part));
  const twice = mul12(powerX(powerX(part)), frobenius12(frobenius12(part)));
  part = mul12(twice, conjugate12(part));
  return mul12(part, mul12(cyclotomicSquare(value), value));
}

/** The pairing's value as drand's libraries hash it: twelve numbers of 48 bytes, the highest coefficient first. */
function pairingBytes(p, q) {
  const value = finalExponentiation(miller([[p, millerLines(q)]]));
  return joined(...value.flat().reverse().map((number) => bytesOfBig(number, 48)));
}

/** Whether the pairings of these pairs multiply to one. */
function productIsOne(pairs) {
  const value = finalExponentiation(miller(pairs)).flat();
  return value.every((number, at) => number === (at ? 0n : 1n));
}
