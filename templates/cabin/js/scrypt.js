// The memory-hard part of scrypt (RFC 7914, 5) for r = 8: a passphrase takes about a second and 128 MiB.

/** Salsa20/8 on sixteen words, added to themselves (RFC 7914, 3). */
function salsa(x, w) {
  w.set(x);
  for (let round = 0; round < 8; round += 2) {
    let t;
    t = w[0] + w[12]; w[4] ^= (t << 7) | (t >>> 25);
    t = w[4] + w[0]; w[8] ^= (t << 9) | (t >>> 23);
    t = w[8] + w[4]; w[12] ^= (t << 13) | (t >>> 19);
    t = w[12] + w[8]; w[0] ^= (t << 18) | (t >>> 14);
    t = w[5] + w[1]; w[9] ^= (t << 7) | (t >>> 25);
    t = w[9] + w[5]; w[13] ^= (t << 9) | (t >>> 23);
    t = w[13] + w[9]; w[1] ^= (t << 13) | (t >>> 19);
    t = w[1] + w[13]; w[5] ^= (t << 18) | (t >>> 14);
    t = w[10] + w[6]; w[14] ^= (t << 7) | (t >>> 25);
    t = w[14] + w[10]; w[2] ^= (t << 9) | (t >>> 23);
    t = w[2] + w[14]; w[6] ^= (t << 13) | (t >>> 19);
    t = w[6] + w[2]; w[10] ^= (t << 18) | (t >>> 14);
    t = w[15] + w[11]; w[3] ^= (t << 7) | (t >>> 25);
    t = w[3] + w[15]; w[7] ^= (t << 9) | (t >>> 23);
    t = w[7] + w[3]; w[11] ^= (t << 13) | (t >>> 19);
    t = w[11] + w[7]; w[15] ^= (t << 18) | (t >>> 14);
    t = w[0] + w[3]; w[1] ^= (t << 7) | (t >>> 25);
    t = w[1] + w[0]; w[2] ^= (t << 9) | (t >>> 23);
    t = w[2] + w[1]; w[3] ^= (t << 13) | (t >>> 19);
    t = w[3] + w[2]; w[0] ^= (t << 18) | (t >>> 14);
    t = w[5] + w[4]; w[6] ^= (t << 7) | (t >>> 25);
    t = w[6] + w[5]; w[7] ^= (t << 9) | (t >>> 23);
    t = w[7] + w[6]; w[4] ^= (t << 13) | (t >>> 19);
    t = w[4] + w[7]; w[5] ^= (t << 18) | (t >>> 14);
    t = w[10] + w[9]; w[11] ^= (t << 7) | (t >>> 25);
    t = w[11] + w[10]; w[8] ^= (t << 9) | (t >>> 23);
    t = w[8] + w[11]; w[9] ^= (t << 13) | (t >>> 19);
    t = w[9] + w[8]; w[10] ^= (t << 18) | (t >>> 14);
    t = w[15] + w[14]; w[12] ^= (t << 7) | (t >>> 25);
    t = w[12] + w[15]; w[13] ^= (t << 9) | (t >>> 23);
    t = w[13] + w[12]; w[14] ^= (t << 13) | (t >>> 19);
    t = w[14] + w[13]; w[15] ^= (t << 18) | (t >>> 14);
  }
  for (let i = 0; i < 16; i++) x[i] += w[i];
}

const SCRYPT_WORDS = 256;

/** BlockMix (RFC 7914, 4): sixteen blocks hashed in a row, the even ones first. */
function blockMix(block, mixed, x, w) {
  x.set(block.subarray(SCRYPT_WORDS - 16));
  for (let i = 0; i < 16; i++) {
    for (let j = 0; j < 16; j++) x[j] ^= block[16 * i + j];
    salsa(x, w);
    mixed.set(x, 16 * (i >> 1) + (i & 1 ? 128 : 0));
  }
}

/** ROMix (RFC 7914, 5) of 1024 bytes. */
function scryptMix(bytes, rounds) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let block = Int32Array.from({ length: SCRYPT_WORDS }, (_, i) => view.getInt32(4 * i, true));
  let mixed = new Int32Array(SCRYPT_WORDS);
  const [x, w] = [new Int32Array(16), new Int32Array(16)];
  const memory = new Int32Array(SCRYPT_WORDS * rounds);
  for (let i = 0; i < rounds; i++) {
    memory.set(block, SCRYPT_WORDS * i);
    blockMix(block, mixed, x, w);
    [block, mixed] = [mixed, block];
  }
  for (let i = 0; i < rounds; i++) {
    const at = SCRYPT_WORDS * ((block[SCRYPT_WORDS - 16] >>> 0) % rounds);
    for (let j = 0; j < SCRYPT_WORDS; j++) block[j] ^= memory[at + j];
    blockMix(block, mixed, x, w);
    [block, mixed] = [mixed, block];
  }
  const made = new DataView(new ArrayBuffer(bytes.length));
  block.forEach((word, i) => made.setInt32(4 * i, word, true));
  return new Uint8Array(made.buffer);
}
