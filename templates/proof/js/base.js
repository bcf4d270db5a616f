// Faults, bytes and whole numbers: what everything below is made of.

/** Somebody's bytes are at fault. A fault is a plain value: message, and where known file, line, column, hint. */
class Refused extends Error {
  constructor(faults) {
    super(faults.map((fault) => fault.message).join("; "));
    this.faults = faults;
  }
}

/** One fault, to be thrown. */
function bad(message, fields = {}) {
  return new Refused([{ message, ...fields }]);
}

/** The value of some work, or the Refused it ended in; any other error is our own and goes on. */
function attempted(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** The same for work that has to wait for WebCrypto. */
async function attemptedLater(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

// ------------------------------------------------------------------------------------------------------------ bytes

const utf8 = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** The text of bytes that must be UTF-8, or null. */
function strictText(bytes) {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One character for each byte, so that text functions can search in bytes. */
function latin(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

const bytesOfLatin = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOfHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);

/** Bytes behind one another. */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** The one repair allowed: CRLF to LF (PROTOCOL 3.13). */
function lfForm(bytes) {
  return bytes.includes(13) ? bytesOfLatin(latin(bytes).replaceAll("\r\n", "\n")) : bytes;
}

const base64Of = (bytes) => btoa(latin(bytes));

const isBase64 = (text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;

/** The bytes of base64 in its one canonical spelling, or null. */
function strictBase64(text) {
  if (!isBase64(text)) return null;
  const bytes = bytesOfLatin(atob(text));
  return base64Of(bytes) === text ? bytes : null;
}

/** The text in lines of so many columns, each ended by LF. */
function columns(text, width) {
  return (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).map((line) => `${line}\n`).join("");
}

// ---------------------------------------------------------------------------------------------------- whole numbers

const bigOf = (bytes) => BigInt(`0x${hexOf(bytes) || "0"}`);
const bigOfLittle = (bytes) => bigOf(Uint8Array.from(bytes).reverse());
const bytesOfBig = (number, size) => bytesOfHex(number.toString(16).padStart(2 * size, "0"));
const bytesOfNumber = (number, size) => bytesOfBig(BigInt(number), size);
const bitLength = (number) => (number > 0n ? number.toString(2).length : 0);

/** The remainder that is never negative. */
function modulo(number, modulus) {
  const rest = number % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** base to the exponent, by squaring. */
function power(base, exponent, modulus) {
  let result = 1n;
  let square = modulo(base, modulus);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** The inverse modulo a prime, by Euclid's algorithm. */
function inverse(number, modulus) {
  let [a, b, x, y] = [modulo(number, modulus), modulus, 1n, 0n];
  while (a) [a, b, x, y] = [b % a, a, y - (b / a) * x, x];
  return modulo(y, modulus);
}

/** The greatest common divisor. */
function commonDivisor(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}
