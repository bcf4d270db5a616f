// The digits of pi behind the point, in words of 32 bits: Blowfish takes its tables from them.

/** arctan(1/n) times 2 to the given power, by its series. */
function arctanOfInverse(n, bits) {
  const square = BigInt(n * n);
  let term = (1n << BigInt(bits)) / BigInt(n);
  let sum = term;
  for (let divisor = 3n, sign = -1n; term; divisor += 2n, sign = -sign) {
    term /= square;
    sum += (sign * term) / divisor;
  }
  return sum;
}

/** So many words of pi's fraction (Machin's formula, with bits to spare). */
function wordsOfPi(count) {
  const spare = 64;
  const bits = 32 * count + spare;
  const pi = 4n * (4n * arctanOfInverse(5, bits) - arctanOfInverse(239, bits));
  const text = ((pi & ((1n << BigInt(bits)) - 1n)) >> BigInt(spare)).toString(16).padStart(8 * count, "0");
  return Int32Array.from({ length: count }, (_, i) => Number.parseInt(text.slice(8 * i, 8 * i + 8), 16) | 0);
}
