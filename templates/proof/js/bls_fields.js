// The fields of BLS12-381: Fp, Fp2 = Fp[u]/(u^2 + 1), and the tower Fp6 = Fp2[v]/(v^3 - (1 + u)),
// Fp12 = Fp6[w]/(w^2 - v) where pairings land. An element of Fp is a BigInt, of Fp2 a pair of those, of Fp6 six flat,
// of Fp12 a pair of sixes. Products are formed without reduction (`wide`) and reduced once at the end.

const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
/** The order of both groups; the absolute value of the curve's (negative) parameter, and its bits after the first. */
const GROUP_ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const BLS_X = 0xd201000000010000n;
const BLS_X_BITS = BLS_X.toString(2).slice(1);

const inP = (value) => modulo(value, P);

/** A square root in Fp, or null; P is 3 modulo 4, so one power finds it. */
function root1(a) {
  const root = power(a, (P + 1n) / 4n, P);
  return (root * root - a) % P ? null : root;
}

/** What curve formulas ask of Fp. */
const FP = {
  zero: 0n, one: 1n, bytes: 48,
  add: (a, b) => inP(a + b), sub: (a, b) => inP(a - b), mul: (a, b) => (a * b) % P,
  inverse: (a) => inverse(a, P), root: root1, isZero: (a) => a === 0n, same: (a, b) => a === b,
  /** Whether the element lies in the upper half; the one bit that tells a root from its negative. */
  upper: (a) => a > (P - 1n) / 2n,
  encode: (a) => bytesOfBig(a, 48),
  decode: fromBytes1,
};

/** The element; a number not below P is refused, so that each element has one spelling. */
function fromBytes1(bytes) {
  const value = bigOf(bytes);
  if (value >= P) throw bad("is not canonical: a coordinate is not below the field's prime");
  return value;
}

// -------------------------------------------------------------------------------------------------------------- Fp2

const add2 = (a, b) => [inP(a[0] + b[0]), inP(a[1] + b[1])];
const sub2 = (a, b) => [inP(a[0] - b[0]), inP(a[1] - b[1])];
const scale2 = (a, factor) => [inP(a[0] * factor), inP(a[1] * factor)];
const square2 = (a) => [inP((a[0] + a[1]) * (a[0] - a[1])), inP(2n * a[0] * a[1])];
const conjugate2 = (a) => [a[0], inP(-a[1])];
const inverse2 = (a) => scale2(conjugate2(a), inverse(a[0] * a[0] + a[1] * a[1], P));
const byOnePlusU = (a) => [inP(a[0] - a[1]), inP(a[0] + a[1])];

/** (a + bu)(c + du), not reduced. */
function wide2(a, b, c, d) {
  const real = a * c;
  const imaginary = b * d;
  return [real - imaginary, (a + b) * (c + d) - real - imaginary];
}

const reduce = (values) => values.map(inP);
const mul2 = (a, b) => reduce(wide2(a[0], a[1], b[0], b[1]));

function power2(a, exponent) {
  let result = [1n, 0n];
  for (const bit of exponent.toString(2)) {
    result = square2(result);
    if (bit === "1") result = mul2(result, a);
  }
  return result;
}

/** A square root by the norm: if a = (x + yu)^2 then x^2 is half of (real part plus or minus root of the norm). */
function root2(a) {
  const norm = root1(inP(a[0] * a[0] + a[1] * a[1]));
  if (norm === null) return null;
  for (const candidate of [norm, -norm]) {
    const real = root1(inP((a[0] + candidate) * ((P + 1n) / 2n)));
    if (real) return [real, inP(a[1] * inverse(2n * real, P))];
  }
  const imaginary = root1(inP(-a[0]));
  return imaginary === null || a[1] ? null : [0n, imaginary];
}

/** The same in Fp2. */
const FP2 = {
  zero: [0n, 0n], one: [1n, 0n], bytes: 96,
  add: add2, sub: sub2, mul: mul2, inverse: inverse2, root: root2,
  isZero: (a) => !a[0] && !a[1], same: (a, b) => a[0] === b[0] && a[1] === b[1],
  upper: (a) => (a[1] ? FP.upper(a[1]) : FP.upper(a[0])),
  encode: (a) => joined(bytesOfBig(a[1], 48), bytesOfBig(a[0], 48)),
  decode: (bytes) => [fromBytes1(bytes.subarray(48)), fromBytes1(bytes.subarray(0, 48))],
};

/** (1 + u) to the (P - 1)/6; the Frobenius maps of the tower and of the twisted curve are made of its powers. */
const TWIST = power2([1n, 1n], (P - 1n) / 6n);
const FROBENIUS = [0n, 1n, 2n, 3n, 4n, 5n].map((i) => power2(TWIST, i));

// -------------------------------------------------------------------------------------------------------------- Fp6

const ZERO6 = [0n, 0n, 0n, 0n, 0n, 0n];
const add6 = (x, y) => x.map((value, i) => value + y[i]);
const sub6 = (x, y) => x.map((value, i) => value - y[i]);
const negate6 = (x) => reduce(sub6(ZERO6, x));
/** The product with v: the coefficients move up, the last comes round multiplied by 1 + u. */
const byV = (x) => [x[4] - x[5], x[4] + x[5], x[0], x[1], x[2], x[3]];

/** The product, not reduced; six products in Fp2 instead of nine (Karatsuba). */
function wide6([a, b, c, d, e, f], [k, l, m, n, o, p]) {
  const [r0, i0] = wide2(a, b, k, l);
  const [r1, i1] = wide2(c, d, m, n);
  const [r2, i2] = wide2(e, f, o, p);
  const [r01, i01] = wide2(a + c, b + d, k + m, l + n);
  const [r02, i02] = wide2(a + e, b + f, k + o, l + p);
  const both = wide2(c + e, d + f, m + o, n + p);
  const [r12, i12] = [both[0] - r1 - r2, both[1] - i1 - i2];
  return [
    r0 + r12 - i12, i0 + r12 + i12,
    r01 - r0 - r1 + r2 - i2, i01 - i0 - i1 + r2 + i2,
    r02 - r0 - r2 + r1, i02 - i0 - i2 + i1,
  ];
}

/** By the adjoint: (c0, c1, c2) / norm, where x (c0 + c1 v + c2 v^2) = norm lies in Fp2. */
function inverse6(x) {
  const [x0, x1, x2] = [x.slice(0, 2), x.slice(2, 4), x.slice(4)];
  const c0 = sub2(square2(x0), byOnePlusU(mul2(x1, x2)));
  const c1 = sub2(byOnePlusU(square2(x2)), mul2(x0, x1));
  const c2 = sub2(square2(x1), mul2(x0, x2));
  const scale = inverse2(reduce(wide6([...c0, ...c1, ...c2], x).slice(0, 2)));
  return [c0, c1, c2].flatMap((part) => mul2(part, scale));
}

// ------------------------------------------------------------------------------------------------------------- Fp12

const ONE12 = [[1n, 0n, 0n, 0n, 0n, 0n], ZERO6];

function mul12(x, y) {
  const low = wide6(x[0], y[0]);
  const high = wide6(x[1], y[1]);
  const cross = wide6(add6(x[0], x[1]), add6(y[0], y[1]));
  return [reduce(add6(low, byV(high))), reduce(sub6(sub6(cross, low), high))];
}

function square12(x) {
  const cross = wide6(x[0], x[1]);
  const both = wide6(add6(x[0], x[1]), add6(x[0], byV(x[1])));
  return [reduce(sub6(sub6(both, cross), byV(cross))), reduce(add6(cross, cross))];
}

/** x to the P^6; in the cyclotomic subgroup, where pairings live, the inverse. */
const conjugate12 = (x) => [x[0], negate6(x[1])];

function inverse12(x) {
  const norm = reduce(sub6(wide6(x[0], x[0]), byV(wide6(x[1], x[1]))));
  const scale = inverse6(norm);
  return [reduce(wide6(x[0], scale)), negate6(wide6(x[1], scale))];
}

/** x to the P: each coefficient of w^i conjugated and multiplied by its constant. */
function frobenius12(x) {
  return x.map((half, odd) =>
    [0, 2, 4].flatMap((at) => mul2(conjugate2([half[at], half[at + 1]]), FROBENIUS[at + odd])));
}

/** The square of (a + bu) + (c + du) s with s^2 = 1 + u, not reduced. */
function square4(a, b, c, d) {
  const [r0, i0, r1, i1] = [(a + b) * (a - b), 2n * a * b, (c + d) * (c - d), 2n * c * d];
  const [e, f] = [a + c, b + d];
  return [r0 + r1 - i1, i0 + r1 + i1, (e + f) * (e - f) - r0 - r1, 2n * e * f - i0 - i1];
}

/** The square of an element of the cyclotomic subgroup, by three squares in Fp4 (Granger and Scott, 2010). */
function cyclotomicSquare([[a, b, c, d, e, f], [k, l, m, n, o, p]]) {
  const [p0, p1, p2, p3] = square4(a, b, m, n);
  const [q0, q1, q2, q3] = square4(k, l, e, f);
  const [s0, s1, s2, s3] = square4(c, d, o, p);
  const [even, odd] = [(s, x) => inP(3n * s - 2n * x), (s, x) => inP(3n * s + 2n * x)];
  return [
    [even(p0, a), even(p1, b), even(q0, c), even(q1, d), even(s0, e), even(s1, f)],
    [odd(s2 - s3, k), odd(s2 + s3, l), odd(p2, m), odd(p3, n), odd(q2, o), odd(q3, p)],
  ];
}

/** x to the curve's (negative) parameter, for x in the cyclotomic subgroup. */
function powerX(x) {
  let result = x;
  for (const bit of BLS_X_BITS) {
    result = cyclotomicSquare(result);
    if (bit === "1") result = mul12(result, x);
  }
  return conjugate12(result);
}
