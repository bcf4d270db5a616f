// What a letter of grammar 2 says of the ledger: how much its sender saw, when, and what is amiss. And two texts of
// grammar 2: a seat's word about what it has seen, and the paper of a return (docs/protocol.md, 6 and 13).

const SEEN_FORM = new RegExp(
  "^pbem: seen/1\ngame: (?<game>[a-z0-9-]{0,34}[0-9a-f]{6})\ncharter: (?<charter>[0-9a-f]{64})\n" +
    `seat: (?<seat>[a-z][a-z0-9-]{0,15})\n${ACCOUNT_LINES}$`,
);
const LATE_LINE = /^(0|[1-9][0-9]{0,5}) (\S+)$/;

/** The account that the lines of a letter give; every line is numbered in its turn, `missing` before `late`. */
function accountOf({ size, root, at, amiss }, file) {
  if (!sized(root, 32)) throw bad(`'${root}' is no root of a ledger`, { file });
  if (momentOf(at) === null) throw bad(`'${at}' is no time of the calendar`, { file });
  const account = { size: Number(size), root, at, missing: [], late: [] };
  for (const line of amiss.split("\n").slice(0, -1)) {
    const [, kind, number, words] = /^([a-z]+)([1-8]): (.*)$/.exec(line);
    const list = account[["missing", "late"].find((known) => known === kind)];
    const isNext = list && Number(number) === list.length + 1 && !(kind === "missing" && account.late.length);
    if (!isNext) throw bad("letter is written in another way than ours", { file, hint: LETTER_HINT });
    list.push(kind === "missing" ? checkHex32(words, "hash of a missing letter") : lateLine(words, file));
  }
  return account;
}

/** A line of the ledger that came too late, and when it came. */
function lateLine(words, file) {
  const [, line, moment] = LATE_LINE.exec(words) ?? [];
  if (line === undefined || momentOf(moment) === null) throw bad(`${quoted(words)} is no line and its time`, { file });
  return [Number(line), moment];
}

/** A seat's word that it has seen the ledger. */
function parseSeen(data, file = "") {
  if (data.length > MOST_LETTER) {
    throw bad(`is no word about what was seen: larger than ${MOST_LETTER} bytes`, { file });
  }
  const found = SEEN_FORM.exec(latin(lfForm(data)))?.groups;
  if (!found) throw bad("word is written in another way than ours", { file, hint: LETTER_HINT });
  return { ...found, account: accountOf(found, file) };
}

/** The word, if it is of this game and signed by its seat. */
async function checkSeenWord(data, armour, charter) {
  const word = parseSeen(data);
  if (word.game !== charter.game || word.charter !== charter.sha256) {
    throw bad(`word is for another game or charter: '${word.game}'`);
  }
  if (!charter.seatNames.includes(word.seat)) throw bad(`'${word.seat}' has no seat in this game`);
  await verifyBySeat(keysOf(charter, word.seat), lfForm(data), "seen", armour);
  return word;
}

// ---------------------------------------------------------------------------------------------------------- returns

const REOPEN_ORDER = ["game", "charter", "phase", "withdraws", "dice", "lines", "root", "round", "deadline", "reason"];

/** The paper by which play goes back, if these are exactly the bytes of one. */
function parseReopening(data, file = "") {
  const text = lfForm(data);
  const made = readShaped(REOPEN_2_SHAPE, text, file);
  const { phase, withdraws, dice, round, deadline } = made;
  if (withdraws[0] !== phase) throw bad("a return withdraws the phase it goes back to, as the first", { file });
  if (new Set(withdraws).size < withdraws.length) throw bad("a return withdraws a phase twice", { file });
  if ((round === undefined) !== (deadline === undefined)) throw bad("'round' and 'deadline' go together", { file });
  if (round !== undefined && dice !== FRESH_DICE) throw bad("dice that stay need no round", { file });
  const told = REOPEN_ORDER.filter((key) => made[key] !== undefined).map((key) => keyedLine(key, made[key]));
  if (`pbem: reopen/2\n${told.join("")}` !== strictText(text)) {
    throw bad("return is written in another way than ours", { file });
  }
  return made;
}

// What pbem writes as strict YAML, as far as such a paper needs it: texts, whole numbers, lists of texts.

const YAML_WIDTH = 76;
const SAFE_TEXT = /^(?:[\p{L}\p{N}]|[/(])(?:[^:#\s]|:(?=\S)|(?<! )#| (?=[^\s#]))*$/u;
const FLOW_SIGNS = /[,[\]{}:?]/;
/** Words and numbers that some YAML reader makes into something other than text. */
const AMBIGUOUS = new RegExp(
  "^(?:(?:y|n|yes|no|on|off|true|false|null|nan|inf)|[-+.]?[0-9][0-9_.,:]*(?:[eE][-+]?[0-9_]+)?" +
    "|0[xXoObB][0-9a-fA-F_]+|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?)$",
  "i",
);

/** `key: value`, a list below where it takes lines of its own. */
function keyedLine(key, value) {
  if (!Array.isArray(value)) return `${key}: ${scalarText(value)}\n`;
  const line = `${key}: [${value.map(flowText).join(", ")}]`;
  if (line.length <= YAML_WIDTH) return `${line}\n`;
  return [`${key}:\n`, ...value.map((item) => `  - ${scalarText(item)}\n`)].join("");
}

/** A text plain if no reader can misread it, else between quotes. */
function scalarText(value) {
  if (typeof value === "number") return String(value);
  const isClean = !FORBIDDEN.test(value) && value.normalize("NFC") === value;
  return SAFE_TEXT.test(value) && !AMBIGUOUS.test(value) && isClean ? value : quotedText(value);
}

/** The same between brackets, where commas and brackets need quotes as well. */
function flowText(value) {
  const text = scalarText(value);
  return !text.startsWith('"') && FLOW_SIGNS.test(text) ? quotedText(value) : text;
}

/** A text in double quotes, with an escape for each character that may not stand in a file. */
function quotedText(text) {
  const signs = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r" };
  const isComposed = text.normalize("NFC") === text;
  const escaped = Array.from(text, (letter) => {
    if (letter in signs) return signs[letter];
    if (!FORBIDDEN.test(letter) && (isComposed || isAscii(letter))) return letter;
    const code = letter.codePointAt(0).toString(16).toUpperCase();
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  return `"${escaped.join("")}"`;
}
