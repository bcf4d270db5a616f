// Ed25519 (RFC 8032): which points are keys that only one person can sign for, and signatures where the browser's
// WebCrypto does not know the curve yet. Public data only, so time does not matter.

const ED_P = 2n ** 255n - 19n;
const ED_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const ED_D = modulo(-121665n * inverse(121666n, ED_P), ED_P);
const ED_ROOT_OF_MINUS_ONE = power(2n, (ED_P - 1n) / 4n, ED_P);
const ED_IDENTITY = [0n, 1n, 1n, 0n];

/** The point of 32 bytes (5.1.3, every leniency closed), or a fault: x = X/Z, y = Y/Z, xy = T/Z. */
function edDecode(bytes) {
  if (bytes.length !== 32) throw bad(`has ${bytes.length} bytes where an Ed25519 key has 32`);
  const number = bigOfLittle(bytes);
  const y = number & (2n ** 255n - 1n);
  const odd = number >> 255n;
  if (y >= ED_P) throw bad("is not in canonical form");
  let x = edRoot(modulo((y * y - 1n) * inverse(ED_D * y * y + 1n, ED_P), ED_P));
  if (x === 0n && odd) throw bad("is not in canonical form");
  if ((x & 1n) !== odd) x = ED_P - x;
  return [x, y, 1n, (x * y) % ED_P];
}

/** Either root modulo P = 5 mod 8. */
function edRoot(square) {
  let root = power(square, (ED_P + 3n) / 8n, ED_P);
  if ((root * root - square) % ED_P) root = (root * ED_ROOT_OF_MINUS_ONE) % ED_P;
  if ((root * root - square) % ED_P) throw bad("is no point of the curve");
  return root;
}

/** The complete addition of the twisted curve: no exceptional cases. */
function edAdd([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = (y1 - x1) * (y2 - x2);
  const b = (y1 + x1) * (y2 + x2);
  const c = 2n * t1 * t2 * ED_D;
  const d = 2n * z1 * z2;
  const [e, f, g, h] = [b - a, d - c, d + c, b + a].map((value) => modulo(value, ED_P));
  return [(e * f) % ED_P, (g * h) % ED_P, (f * g) % ED_P, (e * h) % ED_P];
}

/** [times]point, by doubling and adding. */
function edMultiply(times, point) {
  let result = ED_IDENTITY;
  for (; times; times >>= 1n, point = edAdd(point, point)) if (times & 1n) result = edAdd(result, point);
  return result;
}

const edIsIdentity = ([x, y, z]) => x === 0n && y === z;

/** A fault unless this is a canonical encoding of a point, not of small order, of the prime-order subgroup. */
function checkEdPoint(bytes) {
  const point = edDecode(bytes);
  if (edIsIdentity(edMultiply(8n, point))) throw bad("is a point of small order: anybody could sign for it");
  if (!edIsIdentity(edMultiply(ED_ORDER, point))) throw bad("is a point outside the prime-order subgroup");
}

/** The encoding of a point. */
function edEncode([x, y, z]) {
  const scale = inverse(z, ED_P);
  const number = ((y * scale) % ED_P) | (((x * scale) % ED_P & 1n) << 255n);
  return bytesOfBig(number, 32).reverse();
}

const ED_BASE = edDecode(bytesOfHex("5866666666666666666666666666666666666666666666666666666666666666"));

/** SHA-512 by the browser. */
const sha512 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-512", data));

/** RFC 8032, 5.1.7, without cofactor: [S]B = R + [k]A, compared as bytes. */
async function edHoldsByHand(key, signature, data) {
  const scalar = bigOfLittle(signature.subarray(32));
  const point = attempted(() => edDecode(key));
  if (scalar >= ED_ORDER || point instanceof Refused) return false;
  const k = bigOfLittle(await sha512(joined(signature.subarray(0, 32), key, data))) % ED_ORDER;
  const minus = [modulo(-point[0], ED_P), point[1], point[2], modulo(-point[3], ED_P)];
  return same(edEncode(edAdd(edMultiply(scalar, ED_BASE), edMultiply(k, minus))), signature.subarray(0, 32));
}

/** Whether these 64 bytes are the key's signature over the data: by WebCrypto, by hand where that cannot. */
async function edHolds(key, signature, data) {
  if (signature.length !== 64) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, data);
  } catch {
    return edHoldsByHand(key, signature, data);
  }
}
