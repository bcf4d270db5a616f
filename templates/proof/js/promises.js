// What is promised first and shown later: chains (PROTOCOL 3.3), commitments (3.5), secret lanes (3.9).

/** No chain is longer: two readers agree on the last value, and a wild index costs a checker no time. */
const LONGEST_CHAIN = 1024;
const COMMIT_HEADER = "pbem-commit/1";
const PURPOSE = /^[!-~]{1,200}$/;
/** A secret log never looks shorter than this, so that one hidden roll and eight look the same (3.9). */
const FEWEST_LEAVES = 8;

/** The value one link nearer to the anchor (3.3). */
const chainStep = (value) => sha256OfText(`pbem-chain/1 ${value}`);

/** Anchor -> the furthest value that was found to lead to it: the next one is a step from there. */
const FURTHEST_LINKS = new Map();

/** Whether a value opened at this index hashes down to the anchor, or to a later value that does. */
function leadsTo(link, anchor) {
  const { index, value } = link;
  if (!HEX32.test(value) || index < 0 || index > LONGEST_CHAIN) return false;
  const known = FURTHEST_LINKS.get(anchor);
  const sure = known && known.index <= index ? known : { index: 0, value: anchor };
  let last = value;
  for (let left = index - sure.index; left > 0; left--) last = chainStep(last);
  if (last === sure.value && index > sure.index) FURTHEST_LINKS.set(anchor, link);
  return last === sure.value;
}

/** An opened value of somebody's chain. */
function linkOf(index, value) {
  checkHex32(value, "chain value");
  if (index < 0 || index > LONGEST_CHAIN) throw bad(`${index} is no chain index`, { hint: `0 to ${LONGEST_CHAIN}` });
  return { index, value };
}

const linkText = (link) => `${link.index} ${link.value}`;

// ------------------------------------------------------------------------------------------------------ commitments

/** The purpose of sealed orders: never the same for two seats, phases, attempts or letters (3.5). */
const ordersPurpose = (game, seat, phase, attempt, seq) => `${game}/orders/${seat}/${phase}/${attempt}/${seq}`;

/** The bytes that are hashed: purpose line, salt line, content. */
const preimage = (purpose, salt, content) => joined(utf8(`${COMMIT_HEADER} ${purpose}\n${hexOf(salt)}\n`), content);

/** What a shown commitment says it is: two control lines, then the content, byte for byte. */
function parsePreimage(data, file = "") {
  const first = data.indexOf(10);
  const second = first < 0 ? -1 : data.indexOf(10, first + 1);
  const head = latin(data.subarray(0, Math.max(first, 0)));
  const salt = latin(data.subarray(first + 1, Math.max(second, 0)));
  if (second < 0 || !isAscii(head + salt)) {
    const hint = `it begins with '${COMMIT_HEADER} <purpose>' and a salt`;
    throw bad("the opened text is no commitment", { file, hint });
  }
  const gap = head.indexOf(" ");
  const keyword = gap < 0 ? head : head.slice(0, gap);
  if (keyword !== COMMIT_HEADER) throw bad(`${quoted(keyword)} opens no commitment`, { file, line: 1 });
  checkHex32(salt, "salt");
  const purpose = gap < 0 ? "" : head.slice(gap + 1);
  checkForm(PURPOSE, purpose, "purpose", "1 to 200 printable ASCII characters without a space");
  return { purpose, salt, content: data.subarray(second + 1) };
}

// ------------------------------------------------------------------------------------------------------------ lanes

/** What the charter holds of a lane. */
const secretCommitment = (lane, secret) => sha256OfText(`pbem-lanesecret/1 ${lane} ${hexOf(secret)}`);

/** The key of the lane's dice in the phase whose public key this is. */
const laneKey = (secret, publicKey, lane) => hmac(secret, utf8(`pbem-lane/1 ${hexOf(publicKey)} ${lane}`));

/** What the ledger holds of a lane's key, from the phase on. */
const keyCommitment = (lane, key) => sha256OfText(`pbem-lanekey/1 ${lane} ${hexOf(key)}`);

/** The leaf of one log line: a salted commitment, so that a few likely results cannot be tried out. */
const rollLeaf = (lane, salt, line) => sha256(preimage(`roll/${lane}`, salt, utf8(`${line}\n`)));

/** The root over a lane's log, filled up to a power of two with leaves only the key's holder can tell from rolls. */
function secretRoot(lane, key, lines) {
  const keyed = new KeyedHash(key);
  const leaves = lines.map((line) => rollLeaf(lane, keyed.digest(utf8(`pbem-salt/1 ${line.split(" ")[0]}`)), line));
  let size = FEWEST_LEAVES;
  while (size < leaves.length) size *= 2;
  for (let i = leaves.length; i < size; i++) leaves.push(keyed.digest(utf8(`pbem-pad/1 ${i}`)));
  return hexOf(new Tree(leaves).rootAt(size));
}
