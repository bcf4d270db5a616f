// Hashing a message to G1: the suite BLS12381G1_XMD:SHA-256_SSWU_RO_ of RFC 9380.

/** The tag of drand's scheme bls-unchained-g1-rfc9380. */
const HASH_TAG = utf8("BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_");
/** The curve y^2 = x^3 + A x + B the hash lands on first, and the constant Z of its map (RFC 9380, 8.8.1). */
const SSWU_A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
const SSWU_B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;
const SSWU_Z = 11n;

/** Numerator N and root D of the denominator of the isogeny of degree 11, from the constant upwards (appendix E.2): the
 * map of x is N(x) / D(x)^2, that of y a constant times y times the derivative of the map of x. */
const ISOGENY_TOP = [
  0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7n,
  0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bbn,
  0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0n,
  0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861n,
  0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9n,
  0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983n,
  0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84n,
  0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88en,
  0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317n,
  0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9en,
  0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7bn,
  0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229n,
];
const ISOGENY_BELOW = [
  0x133341fb0962a34cb0504a9c4fada0a5090d38679b4c040d5d1c3afb023a3409fcc0815fea66d8b02bbef9c8b5a66e07n,
  0x264908af037bcede00d054cf5d4775e83eb6cf63c76b969f8ed174fb59fcff78d201f46f6cfc4ed6552e59ce75177b0n,
  0x1335c502c1f54c49aceea65e87fd7203ba0f626f305fc0cfd606a5dae9f3c8e81a4b3b69600129fabd307c69bf319d39n,
  0x94440f65f408a6e930e16e3e92dd17bf60d6e9679a8d3d58593de55ac23703042d609537eb3549aac234d896ca82944n,
  0x4afe09d5cf4956a23b6b71f59d2b3407b415a774b7be81bbb6fa99cbc798e0ac98ba725a5bc328016b1c268b4766e85n,
  0x1n,
];
const ISOGENY_SCALE =
  0x17a3e1bda8a2d1a38a19241a0ea1e2f25b552d6197903f96bae690ef6be6b1381be22e8a72a9745cd7a1ffffffffb26dn;

const slopeOf = (coefficients) => coefficients.map((value, at) => (BigInt(at) * value) % P).slice(1);
const valueAt = (coefficients, x) => coefficients.reduceRight((total, value) => (total * x + value) % P, 0n);

/** The point of the group that the message falls on. */
function hashToG1(message) {
  const drawn = expanded(message, HASH_TAG, 128);
  const [first, second] = [drawn.subarray(0, 64), drawn.subarray(64)].map((part) => mapToCurve(bigOf(part) % P));
  const sum = G1.affine(G1.addAffine([...first, 1n], second));
  return G1.multiply(sum, BLS_X + 1n); // 8.8.1: h_eff = 1 - x
}

/** As many bytes as asked for (5.3.1). */
function expanded(message, tag, length) {
  const ended = joined(tag, Uint8Array.of(tag.length));
  const start = sha256(joined(new Uint8Array(64), message, bytesOfNumber(length, 2), Uint8Array.of(0), ended));
  const blocks = [sha256(joined(start, Uint8Array.of(1), ended))];
  while (blocks.length * 32 < length) {
    const mixed = start.map((byte, at) => byte ^ blocks.at(-1)[at]);
    blocks.push(sha256(joined(mixed, Uint8Array.of(blocks.length + 1), ended)));
  }
  return joined(...blocks).subarray(0, length);
}

/** The simplified map of Shallue, van de Woestijne and Ulas (6.6.2, 6.6.3), then the isogeny. */
function mapToCurve(u) {
  const t = (SSWU_Z * u * u) % P;
  const d = (t * t + t) % P;
  const start = inP(-SSWU_B * inverse(SSWU_A, P));
  let x = d ? (start * (1n + inverse(d, P))) % P : inP(-start * inverse(SSWU_Z, P));
  let y = root1(sswuRight(x));
  if (y === null) {
    x = (t * x) % P; // then the second candidate's right side is a square
    y = root1(sswuRight(x));
  }
  return isogenyOf(x, (y & 1n) === (u & 1n) ? y : P - y);
}

const sswuRight = (x) => (x * x * x + SSWU_A * x + SSWU_B) % P;

/** The image of a point on BLS12-381 itself. */
function isogenyOf(x, y) {
  const [n, d] = [valueAt(ISOGENY_TOP, x), valueAt(ISOGENY_BELOW, x)];
  if (d === 0n) throw bad("is the point at infinity");
  const turn = inverse(d, P);
  const square = (turn * turn) % P;
  // (N / D^2)' = (N' D - 2 N D') / D^3
  const [topSlope, belowSlope] = [slopeOf(ISOGENY_TOP), slopeOf(ISOGENY_BELOW)].map((slope) => valueAt(slope, x));
  const slope = inP((topSlope * d - 2n * n * belowSlope) * square * turn);
  return [(n * square) % P, (((ISOGENY_SCALE * y) % P) * slope) % P];
}
