// SHA-256 (FIPS 180-4) and what is built on it, without waiting: a roll, a chain or a tree takes thousands of hashes of
// a few bytes. The browser's own SHA-256 hashes every file as well, and the page holds the two against each other.

/** The first primes, of whose roots the standard takes the digits. */
const PRIMES = (() => {
  const found = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();

/** The first 32 bits behind the point of a prime's root of this degree (FIPS 180-4, 4.2.2 and 5.3.3). */
function rootDigits(prime, degree) {
  const scaled = BigInt(prime) << BigInt(32 * degree);
  let root = 0n;
  for (let bit = 1n << 36n; bit; bit >>= 1n) if ((root | bit) ** BigInt(degree) <= scaled) root |= bit;
  return Number(root & 0xffffffffn) | 0;
}

const ROUNDS = Int32Array.from(PRIMES, (prime) => rootDigits(prime, 3));
const FIRST_STATE = Int32Array.from(PRIMES.slice(0, 8), (prime) => rootDigits(prime, 2));
const SCHEDULE = new Int32Array(64);
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The 64 words of a block (FIPS 180-4, 6.2.2, step 1). */
function schedule(data, at) {
  const w = SCHEDULE;
  for (let i = 0; i < 16; i++, at += 4) {
    w[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15];
    const b = w[i - 2];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
  }
  return w;
}

/** One block of 64 bytes taken into the state (steps 2 to 4). */
function compress(state, data, at) {
  const w = schedule(data, at);
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g, g = f, f = e, e = (d + one) | 0, d = c, c = b, b = a, a = (one + two) | 0;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

/** What stands behind the data: a bit, zeros, and the length in bits (FIPS 180-4, 5.1.1). */
function tailOf(rest, length) {
  const tail = new Uint8Array(rest.length < 56 ? 64 : 128);
  tail.set(rest);
  tail[rest.length] = 0x80;
  new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(length) * 8n);
  return tail;
}

/** The state as 32 bytes. */
function stateBytes(state) {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  state.forEach((word, i) => view.setInt32(4 * i, word));
  return bytes;
}

/** SHA-256 of the data that follows `before` bytes, a whole number of blocks, which led to `state`. */
function finished(state, data, before = 0) {
  const own = Int32Array.from(state);
  const whole = data.length - (data.length % 64);
  for (let at = 0; at < whole; at += 64) compress(own, data, at);
  const tail = tailOf(data.subarray(whole), before + data.length);
  for (let at = 0; at < tail.length; at += 64) compress(own, tail, at);
  return stateBytes(own);
}

const sha256 = (data) => finished(FIRST_STATE, data);
const sha256Hex = (data) => hexOf(sha256(data));
const sha256OfText = (text) => sha256Hex(utf8(text));

/** Hashes of whole files, by the array that holds the file: it is hashed once, however many checks ask. */
const KNOWN_HASHES = new WeakMap();

/** SHA-256 of a file, as the ledger writes it. */
function hashHex(data) {
  if (!KNOWN_HASHES.has(data)) KNOWN_HASHES.set(data, sha256Hex(data));
  return KNOWN_HASHES.get(data);
}

/** HMAC-SHA-256 (RFC 2104) under one key, both pads hashed beforehand. */
class KeyedHash {
  constructor(key) {
    const padded = new Uint8Array(64);
    padded.set(key.length > 64 ? sha256(key) : key);
    this.inner = Int32Array.from(FIRST_STATE);
    this.outer = Int32Array.from(FIRST_STATE);
    compress(this.inner, padded.map((byte) => byte ^ 0x36), 0);
    compress(this.outer, padded.map((byte) => byte ^ 0x5c), 0);
  }

  /** The authenticator of a message. */
  digest(message) {
    return finished(this.outer, finished(this.inner, message, 64), 64);
  }
}

const hmac = (key, message) => new KeyedHash(key).digest(message);

/** HKDF-SHA-256 (RFC 5869) for one block of 32 bytes. */
function hkdf(key, salt, info) {
  return hmac(hmac(salt.length ? salt : new Uint8Array(32), key), joined(info, Uint8Array.of(1)));
}
