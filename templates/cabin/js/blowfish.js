// The hash inside bcrypt_pbkdf, with which OpenSSH locks private keys. What is around it stands in Python.

const BLOWFISH = { rounds: 16, keys: 18, boxes: 1024 };
const MAGIC_WORDS = "OxychromaticBlowfishSwatDynamite";
let blowfishTables = null;

/** Blowfish's state: eighteen round keys and four boxes, at first the digits of pi. */
function freshBlowfish() {
  blowfishTables ??= wordsOfPi(BLOWFISH.keys + BLOWFISH.boxes);
  return { p: blowfishTables.slice(0, BLOWFISH.keys), s: blowfishTables.slice(BLOWFISH.keys) };
}

/** One block of two words encrypted in place. */
function blowfishBlock({ p, s }, block) {
  let [left, right] = block;
  for (let i = 0; i < BLOWFISH.rounds; i += 2) {
    left ^= p[i];
    right ^= ((((s[left >>> 24] + s[256 + ((left >>> 16) & 255)]) | 0) ^ s[512 + ((left >>> 8) & 255)]) + s[768 + (left & 255)]) | 0;
    right ^= p[i + 1];
    left ^= ((((s[right >>> 24] + s[256 + ((right >>> 16) & 255)]) | 0) ^ s[512 + ((right >>> 8) & 255)]) + s[768 + (right & 255)]) | 0;
  }
  block[0] = right ^ p[17];
  block[1] = left ^ p[16];
}

/** The state stirred with a key, and with a salt where there is one. */
function stir(state, key, salt) {
  const { p, s } = state;
  for (let i = 0; i < BLOWFISH.keys; i++) p[i] ^= key[i % key.length];
  const block = new Int32Array(2);
  let at = 0;
  for (const table of [p, s]) {
    for (let i = 0; i < table.length; i += 2) {
      if (salt) {
        block[0] ^= salt[at % salt.length];
        block[1] ^= salt[(at + 1) % salt.length];
        at += 2;
      }
      blowfishBlock(state, block);
      table[i] = block[0];
      table[i + 1] = block[1];
    }
  }
}

/** Bytes as words, the highest byte first. */
function bigWords(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) => view.getInt32(4 * i));
}

/** The 32 bytes that two hashes of 64 make. */
function blowfishHash(hiddenBytes, saltBytes) {
  const [hidden, salt] = [bigWords(hiddenBytes), bigWords(saltBytes)];
  const state = freshBlowfish();
  stir(state, hidden, salt);
  for (let i = 0; i < 64; i++) {
    stir(state, salt, null);
    stir(state, hidden, null);
  }
  const text = bigWords(new TextEncoder().encode(MAGIC_WORDS));
  for (let i = 0; i < text.length; i += 2) for (let n = 0; n < 64; n++) blowfishBlock(state, text.subarray(i, i + 2));
  const made = new DataView(new ArrayBuffer(32));
  text.forEach((word, i) => made.setInt32(4 * i, word, true));
  return new Uint8Array(made.buffer);
}
