// drand networks of the scheme bls-unchained-g1-rfc9380 (PROTOCOL 3.6): their key, when each round is due, and whether
// a signature is the network's for a round.

const MOST_ROUND = 10 ** 11;
const BEACON_SIGNATURE = /^[0-9a-f]{96}(?:[0-9a-f]{96})?$/;

const QUICKNET = {
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  genesis: 1692803367, period: 3, name: "quicknet", demo: false,
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
};

/** A chain whose secret is public: fine for a demonstration, worthless for a game. */
const DEMO_NETWORK = {
  chain: "b8d8ecf221fdd29c5eebe644fa1ad9224868e1cf4804441b2dd0023d5bc19149",
  genesis: 1577836800, period: 3, name: "pbem-demo", demo: true,
  publicKey:
    "b93d4d4ffe59fe8e1506cf1dc34e6dba8e9c229b8c582f31c5e132d648bfe1b75bc49cbc159ee8403810dbe2183f8ef8" +
    "02313e7cd08f40856c955c2fb1d5536f6cea1287ca448607c110d49d59fdacfb7947c556e2d3bed174af38239e3dd19b",
};

/** When a round is due, in milliseconds. */
function timeOfRound(network, round) {
  if (!(round >= 1 && round <= MOST_ROUND)) throw bad(`round ${round} is not between 1 and ${MOST_ROUND}`);
  const moment = (network.genesis + (round - 1) * network.period) * 1000;
  if (moment > Date.UTC(9999, 11, 31, 23, 59, 59)) throw bad(`round ${round} is due after the end of the calendar`);
  return moment;
}

/** The first round that is due at a moment or after it. */
const roundAt = ({ genesis, period }, moment) =>
  Math.max(1, Math.ceil((moment - genesis * 1000) / (period * 1000)) + 1);

/** What the network signs for a round: the hash of its number, nothing else (the chain is not linked). */
const roundMessage = (round) => sha256(bytesOfNumber(round, 8));

/** Key in hex -> the lines of its Miller loop; a network's key comes back with every beacon. */
const KEY_LINES = new Map();

/** The lines of a key's point, or of the generator's. */
function linesOf(keyHex) {
  if (!KEY_LINES.has(keyHex)) {
    KEY_LINES.set(keyHex, millerLines(keyHex ? G2.decode(bytesOfHex(keyHex)) : G2.generator));
  }
  return KEY_LINES.get(keyHex);
}

/** Refused unless the network signed this round: e(signature, G2) = e(H(message), key). */
function verifyBeacon(network, round, signature) {
  const before = `beacon of round ${round}: signature`;
  if (!(round >= 1 && round <= MOST_ROUND)) throw bad(`round ${round} is not between 1 and ${MOST_ROUND}`);
  if (!/^(?:[0-9a-f]{2})*$/.test(signature)) throw bad(`${before} is not written in lower-case hex`);
  const point = attempted(() => G1.decode(bytesOfHex(signature)));
  if (point instanceof Refused) throw bad(`${before} ${point.message}`);
  const pairs = [[G1.negate(point), linesOf("")], [hashToG1(roundMessage(round)), linesOf(network.publicKey)]];
  if (!productIsOne(pairs)) throw bad(`${before} is not the network's for this round`);
}
