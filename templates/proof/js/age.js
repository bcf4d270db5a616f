// age files (C2SP age-encryption.org/v1): armour, header, payload, and the two ways in that a verifier has: a one-time
// X25519 key that was published, and the beacon of a time-lock (PROTOCOL 3.5, 3.6).

const AGE_VERSION = "age-encryption.org/v1\n";
const AGE_BEGIN = "-----BEGIN AGE ENCRYPTED FILE-----\n";
const AGE_END = "-----END AGE ENCRYPTED FILE-----\n";
const AGE_CHUNK = 64 * 1024;
const MOST_AGE_HEADER = 64 * 1024;

/** The bytes of an armoured age file in its one spelling: 64 columns, LF. */
function dearmour(text, file = "") {
  const coded = text.slice(AGE_BEGIN.length, -AGE_END.length).replaceAll("\n", "");
  const data = strictBase64(coded);
  if (data?.length && AGE_BEGIN + columns(coded, 64) + AGE_END === text) return data;
  throw bad("the sealed part has been cut, re-wrapped or altered on its way", { file, hint: ATTACH });
}

/** Base64 without padding, in its one spelling. */
function unpadded(text) {
  const data = strictBase64(text.padEnd(Math.ceil(text.length / 4) * 4, "="));
  if (!data) throw bad("has base64 in its header that is not canonical");
  return data;
}

/** A binary file taken apart: its recipients, what its MAC covers, the MAC, the payload. */
function parseAge(data) {
  const head = latin(data.subarray(0, MOST_AGE_HEADER));
  if (!head.startsWith(AGE_VERSION)) throw bad("is no age file: its first line is not 'age-encryption.org/v1'");
  const stanzas = [];
  let place = AGE_VERSION.length;
  const line = () => {
    const end = head.indexOf("\n", place);
    if (end < 0) throw bad("ends within its header, or the header is longer than any honest one");
    const text = head.slice(place, end);
    place = end + 1;
    return text;
  };
  while (head.startsWith("-> ", place)) stanzas.push(readStanza(line));
  const covered = data.subarray(0, place + 3);
  const [, coded] = /^--- (.*)$/.exec(line()) ?? [];
  const mac = coded === undefined ? [] : unpadded(coded);
  if (mac.length !== 32) throw bad("has no MAC of 32 bytes at the end of its header");
  if (!stanzas.length) throw bad("names no recipient in its header");
  return { stanzas, covered, mac, payload: data.subarray(place) };
}

/** One recipient: its words, and the file key wrapped for him; a line shorter than 64 ends the body. */
function readStanza(line) {
  const words = line().slice(3).split(" ");
  if (!words.every((word) => /^[!-~]+$/.test(word))) {
    throw bad("has a recipient line that is not printable words with single blanks between them");
  }
  let text = "";
  for (;;) {
    const part = line();
    text += part;
    if (part.length > 64) throw bad("has a header line of more than 64 columns");
    if (part.length < 64) return { words, body: unpadded(text) };
  }
}

/** The plain text, once header and payload prove to be made with this file key. */
function decryptAge(file, fileKey) {
  const none = new Uint8Array();
  if (!same(hmac(hkdf(fileKey, none, utf8("header")), file.covered), file.mac)) {
    throw bad("header was changed: its MAC is not right");
  }
  const [nonce, sealed] = [file.payload.subarray(0, 16), file.payload.subarray(16)];
  if (!sealed.length) throw bad("ends before its payload");
  const key = hkdf(fileKey, nonce, utf8("payload"));
  const chunks = [];
  for (let at = 0; at < sealed.length; at += AGE_CHUNK + 16) {
    const last = at + AGE_CHUNK + 16 >= sealed.length;
    const counter = joined(bytesOfNumber(chunks.length, 11), Uint8Array.of(last ? 1 : 0));
    const plain = chachaOpen(key, counter, sealed.subarray(at, at + AGE_CHUNK + 16));
    if (!plain) throw bad("payload was changed or cut short");
    chunks.push(plain);
  }
  if (chunks.length > 1 && !chunks.at(-1).length) throw bad("ends in an empty chunk, which no honest program writes");
  return joined(...chunks);
}

// --------------------------------------------------------------------------------- ChaCha20-Poly1305 (RFC 8439)

/** A quarter round on four words of the state (2.1). */
function quarterRound(s, a, b, c, d) {
  const turn = (word, bits) => (word << bits) | (word >>> (32 - bits));
  s[a] += s[b], s[d] = turn(s[d] ^ s[a], 16);
  s[c] += s[d], s[b] = turn(s[b] ^ s[c], 12);
  s[a] += s[b], s[d] = turn(s[d] ^ s[a], 8);
  s[c] += s[d], s[b] = turn(s[b] ^ s[c], 7);
}

/** One block of the key stream (2.3). */
function chachaBlock(key, nonce, counter) {
  const first = new Int32Array(16);
  const view = new DataView(joined(utf8("expand 32-byte k"), key, new Uint8Array(4), nonce).buffer);
  for (let i = 0; i < 16; i++) first[i] = view.getInt32(4 * i, true);
  first[12] = counter;
  const s = Int32Array.from(first);
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarterRound(s, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarterRound(s, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  const block = new Uint8Array(64);
  const shown = new DataView(block.buffer);
  for (let i = 0; i < 16; i++) shown.setInt32(4 * i, s[i] + first[i], true);
  return block;
}

/** The authenticator of a message under a key for this message alone (2.5). */
function poly1305(key, message) {
  const prime = 2n ** 130n - 5n;
  const r = bigOfLittle(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    const block = joined(message.subarray(at, at + 16), Uint8Array.of(1));
    sum = ((sum + bigOfLittle(block)) * r) % prime;
  }
  return bytesOfBig((sum + bigOfLittle(key.subarray(16))) % 2n ** 128n, 16).reverse();
}

/** The plain text of a sealed one without associated data, or null (2.8). */
function chachaOpen(key, nonce, sealed) {
  if (sealed.length < 16) return null;
  const cipher = sealed.subarray(0, -16);
  const lengths = joined(new Uint8Array(8), bytesOfNumber(cipher.length, 8).reverse());
  const padded = joined(cipher, new Uint8Array((16 - (cipher.length % 16)) % 16), lengths);
  const tag = poly1305(chachaBlock(key, nonce, 0).subarray(0, 32), padded);
  if (!same(tag, sealed.subarray(-16))) return null;
  const plain = Uint8Array.from(cipher);
  for (let at = 0; at < plain.length; at += 64) {
    const pad = chachaBlock(key, nonce, 1 + at / 64);
    for (let i = 0; i < 64 && at + i < plain.length; i++) plain[at + i] ^= pad[i];
  }
  return plain;
}

// ------------------------------------------------------------------------------------------- native age keys

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BECH32_GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const AGE_RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;
const AGE_IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;
/** The points that give every sender the same, known secret (RFC 7748, 6.1). */
const X25519_SMALL = [
  0n, 1n, 325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n, ED_P - 1n,
];

/** The 32 bytes of a bech32 string (BIP 173), or null where a slip is in it. */
function bech32Bytes(text) {
  const [, prefix, coded] = /^(.*)1(.*)$/.exec(text.toLowerCase());
  const values = Array.from(coded, (character) => BECH32.indexOf(character));
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  let rest = 1;
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) {
    const top = rest >>> 25;
    rest = ((rest & 0x1ffffff) << 5) ^ value;
    BECH32_GENERATORS.forEach((generator, bit) => (rest ^= (top >> bit) & 1 ? generator : 0));
  }
  const number = values.slice(0, -6).reduce((sum, value) => (sum << 5n) | BigInt(value), 0n);
  return rest >>> 0 === 1 && !(number & 15n) ? bytesOfBig(number >> 4n, 32) : null;
}

/** A native age key that only its owner can open, or a fault. */
function checkRecipient(text) {
  if (!AGE_RECIPIENT.test(text)) throw bad(`'${text.slice(0, 80)}' is no native age key`);
  const bytes = bech32Bytes(text);
  if (!bytes) throw bad(`age key '${text}' has a wrong checksum`, { hint: "copy the whole key again" });
  const point = bigOfLittle(bytes);
  if (point >= ED_P || X25519_SMALL.includes(point)) {
    throw bad(`age key '${text}' is weak: anybody could open what is sealed to it`);
  }
}

/** A secret age key, never quoted in a fault. */
function readIdentity(text) {
  const bytes = AGE_IDENTITY.test(text) ? bech32Bytes(text) : null;
  if (!bytes) throw bad("this is no secret age key", { hint: "it begins with AGE-SECRET-KEY-1" });
  return bytes;
}

/** X25519 (RFC 7748, 5) by the Montgomery ladder. */
function x25519(scalarBytes, pointBytes) {
  const p = ED_P;
  const scalar = (bigOfLittle(scalarBytes) & ~7n & (2n ** 254n - 1n)) | 2n ** 254n;
  const u = (bigOfLittle(pointBytes) & (2n ** 255n - 1n)) % p;
  let [x2, z2, x3, z3] = [1n, 0n, u, 1n];
  for (let bit = 254n; bit >= 0n; bit--) {
    const set = (scalar >> bit) & 1n;
    if (set) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    const [a, b, c, d] = [x2 + z2, x2 - z2, x3 + z3, x3 - z3].map((value) => modulo(value, p));
    const [aa, bb, da, cb] = [a * a, b * b, d * a, c * b].map((value) => value % p);
    const e = modulo(aa - bb, p);
    [x3, z3] = [(da + cb) ** 2n % p, (u * (da - cb) ** 2n) % p];
    [x2, z2] = [(aa * bb) % p, (e * (aa + 121665n * e)) % p];
    if (set) [x2, z2, x3, z3] = [x3, z3, x2, z2];
  }
  return bytesOfBig((x2 * inverse(z2, p)) % p, 32).reverse();
}

/** Whether a secret key is the one that opens what is sealed to this recipient. */
function isKeyOf(identity, recipient) {
  const base = joined(Uint8Array.of(9), new Uint8Array(31));
  return same(x25519(readIdentity(identity), base), bech32Bytes(recipient));
}

/** The plain text of a file sealed to a native key. */
function unsealByKey(identity, sealed) {
  const scalar = readIdentity(identity);
  const file = attempted(() => parseAge(sealed));
  if (file instanceof Refused) throw bad("the seal is broken: it was cut or altered after it was made");
  const own = x25519(scalar, joined(Uint8Array.of(9), new Uint8Array(31)));
  for (const { words, body } of file.stanzas) {
    if (words[0] !== "X25519" || words.length !== 2 || body.length !== 32) continue;
    const share = unpadded(words[1]);
    if (share.length !== 32) throw bad("the seal is broken: it was cut or altered after it was made");
    const secret = x25519(scalar, share);
    const key = hkdf(secret, joined(share, own), utf8("age-encryption.org/v1/X25519"));
    const fileKey = chachaOpen(key, new Uint8Array(12), body);
    const plain = fileKey && attempted(() => decryptAge(file, fileKey));
    if (plain instanceof Refused) throw bad("the seal is broken: it was cut or altered after it was made");
    if (plain) return plain;
  }
  throw bad("the seal does not open with this key", { hint: "it was sealed to another key, or was altered" });
}

// ----------------------------------------------------------------------------------------------------- time-locks

/** For which round of which chain the file waits: its one recipient must be `tlock <round> <chain>`. */
function roundOfSeal(file) {
  if (file.stanzas.length !== 1) {
    throw bad(`has ${file.stanzas.length} recipients; a time-locked file has one, its round`);
  }
  const [kind, round, chain, ...more] = file.stanzas[0].words;
  if (kind !== "tlock") throw bad(`is not time-locked: its recipient is of the kind '${kind.slice(0, 40)}'`);
  if (more.length || !/^[1-9][0-9]{0,11}$/.test(round ?? "") || !HEX32.test(chain ?? "")) {
    throw bad("does not say its round and chain as 'tlock <round> <64 hex digits>'");
  }
  return { round: Number(round), chain };
}

/** The plain text, by the round's signature: the identity-based encryption of drand's tle. */
function unsealByBeacon(network, sealed, signature) {
  const file = parseAge(sealed);
  const { round, chain } = roundOfSeal(file);
  if (chain !== network.chain) throw bad(`is sealed to the beacon chain '${chain}'`);
  verifyBeacon(network, round, signature);
  return decryptAge(file, timeLockedKey(file.stanzas[0].body, bytesOfHex(signature)));
}

/** The file key, if the wrapping was made for this signature's round and nobody touched it since. */
function timeLockedKey(body, signature) {
  if (body.length !== 128) throw bad(`wraps its key in ${body.length} bytes instead of 128`);
  const point = body.subarray(0, 96);
  const q = attempted(() => G2.decode(point));
  if (q instanceof Refused) {
    throw bad(`is not sealed properly: the point in its recipient line ${q.message}`);
  }
  const shared = pairingBytes(G1.decode(signature), q);
  const sigma = masked(body.subarray(96, 112), "IBE-H2", shared);
  const fileKey = masked(body.subarray(112), "IBE-H4", sigma);
  if (!same(G2.encode(G2.multiply(G2.generator, blinding(sigma, fileKey))), point)) {
    throw bad("is not sealed to the round it names, or was changed since");
  }
  return fileKey;
}

/** The block xored with a hash; doing it twice undoes it. */
function masked(block, tag, source) {
  const pad = sha256(joined(utf8(tag), source));
  return block.map((byte, at) => byte ^ pad[at]);
}

/** The scalar both sides derive from what is wrapped: the first of a row of hashes that lies below the order. */
function blinding(sigma, fileKey) {
  const start = sha256(joined(utf8("IBE-H3"), sigma, fileKey));
  for (let counter = 1; ; counter++) {
    const drawn = sha256(joined(Uint8Array.of(counter & 255, counter >> 8), start));
    drawn[0] >>= 1;
    const number = bigOf(drawn);
    if (number > 0n && number < GROUP_ORDER) return number;
  }
}
