// Dice (PROTOCOL 3.7, 3.8): a roll is the value of a label under the phase's key, and nothing else moves it.

const LABEL = /^[a-z][a-z0-9-]{0,15}(?:\/[a-z0-9][a-z0-9.+_-]{0,39}){0,7}$/;
const DICE = /^([1-9][0-9]{0,2})d([1-9][0-9]{0,4})$/;
const DRAW = /^draw:([1-9][0-9]{0,4})of([1-9][0-9]{0,4})$/;
const LABEL_HINT =
  "a kind like 'combat', then up to 7 parts of a-z, 0-9, '.', '+', '_', '-' behind '/', 120 characters in all";
const SPEC_HINT = "dice like '2d6' (at most 999d65536) or a draw like 'draw:3of54'";
/** A word of the stream has at most two bytes, so nothing is drawn from more. */
const WIDEST = 65536;

/** A label of the grammar, or a fault (3.8). */
function checkLabel(text) {
  if (text.length > 120 || !LABEL.test(text)) {
    throw bad(`${quoted(text)} is no label`, { excerpt: text, hint: LABEL_HINT });
  }
}

/** What '2d6' or 'draw:3of54' means: how many, of how many, and whether without putting back. */
function readSpec(text) {
  const dice = DICE.exec(text);
  const draw = DRAW.exec(text);
  const [count, size] = (dice ?? draw ?? []).slice(1).map(Number);
  if (dice && size >= 2 && size <= WIDEST) return { text, count, size, draws: false };
  if (draw && count <= size && size <= WIDEST) return { text, count, size, draws: true };
  throw bad(`${quoted(text)} is nothing to roll`, { excerpt: text, hint: SPEC_HINT });
}

/** The byte stream of one roll: blocks are made as they are read, and kept for whoever wants to look (3.7). */
class Tape {
  constructor(keyed, label, spec) {
    this.keyed = keyed;
    this.message = `pbem-roll/1 ${label} ${spec} `;
    this.blocks = [];
    this.position = 0;
  }

  /** The next byte. */
  next() {
    const block = this.position >> 5;
    if (block === this.blocks.length) {
      const message = `${this.message}${block}`;
      this.blocks.push({ message, bytes: this.keyed.digest(utf8(message)) });
    }
    return this.blocks[block].bytes[this.position++ & 31];
  }
}

/** How many bytes one word has for a range of this size; the range of one needs no word. */
const wordBytes = (size) => (size === 1 ? 0 : size <= 256 ? 1 : 2);

/** Words from here on are skipped: with them some faces would come up more often than others. */
const wordLimit = (size) => Math.floor(256 ** wordBytes(size) / size) * size;

/** The next number in 0 .. size-1, with the words that were read for it (3.7, `below`). */
function below(size, tape) {
  const step = { size, limit: wordLimit(size), start: tape.position, skipped: [], kept: null, number: 0 };
  if (size === 1) return step;
  for (;;) {
    const word = size <= 256 ? tape.next() : (tape.next() << 8) | tape.next();
    if (word < step.limit) return { ...step, kept: word, number: word % size };
    step.skipped.push(word);
  }
}

/** Numbers from the stream to faces counted from 1, or by forward Fisher-Yates to positions from 0 (3.7). */
function arranged(spec, numbers) {
  if (!spec.draws) return numbers.map((drawn) => drawn + 1);
  const moved = new Map();
  return numbers.map((drawn, i) => {
    const position = moved.get(i + drawn) ?? i + drawn;
    moved.set(i + drawn, moved.get(i) ?? i);
    return position;
  });
}

/** One roll from its label to its values, every step kept: which blocks, which words, which skipped, what came. */
function laidOpen(keyed, label, text) {
  checkLabel(label);
  const spec = readSpec(text);
  const tape = new Tape(keyed, label, text);
  const steps = Array.from({ length: spec.count }, (_, i) => below(spec.draws ? spec.size - i : spec.size, tape));
  return { label, spec, steps, blocks: tape.blocks, values: arranged(spec, steps.map((step) => step.number)) };
}

/** Whether the values could come from such a roll at all. */
function possible(spec, values) {
  const first = spec.draws ? 0 : 1;
  const inRange = values.every((value) => first <= value && value < first + spec.size);
  return values.length === spec.count && inRange && !(spec.draws && new Set(values).size < spec.count);
}

/** One line of a log, given the line before it. */
function readRoll(line, before) {
  const words = line.split(" ");
  if (words.length !== 3) throw bad(`${quoted(line)} is no roll`, { hint: "it reads '<label> <spec> <v,v,...>'" });
  const [label, text, shown] = words;
  checkLabel(label);
  const spec = readSpec(text);
  const values = shown.split(",").slice(0, spec.count + 1).map((value) => numberOf(value, "value of a roll"));
  if (!possible(spec, values)) throw bad(`${quoted(shown)} is no result of '${text}'`, { excerpt: shown });
  const above = before.split(" ")[0];
  if (label === above) throw bad(`label '${label}' is rolled twice`, { excerpt: label });
  if (line < before) {
    throw bad(`'${label}' stands after '${above}'`, { excerpt: label, hint: "lines are sorted by bytes" });
  }
  return { label, spec: text, values, line };
}

/** The rolls of a log file: canonical lines, sorted by bytes, each label once; all faults are told. */
function parseLog(data, file = "") {
  const faults = [];
  const rolls = [];
  const lines = asciiLines(data, file);
  lines.forEach((line, at) => {
    const roll = attempted(() => readRoll(line, at ? lines[at - 1] : ""));
    if (!(roll instanceof Refused)) rolls.push(roll);
    else faults.push(...roll.faults.map((fault) => placed(fault, file, at + 1, line)));
  });
  if (faults.length) throw new Refused(faults.slice(0, MOST_FAULTS));
  return rolls;
}

/** The rolls of a log, each recomputed; the first line that the key does not give is named. */
function checkLog(key, data, file = "") {
  const keyed = new KeyedHash(key);
  const rolls = parseLog(data, file);
  rolls.forEach((roll, at) => {
    const right = laidOpen(keyed, roll.label, roll.spec).values.join(",");
    const shown = roll.values.join(",");
    if (shown === right) return;
    const words = `the log has ${quoted(shown)} for '${roll.label} ${roll.spec}', the key gives ${quoted(right)}`;
    throw bad(words, { file, line: at + 1, column: roll.line.length - shown.length + 1 });
  });
  return rolls;
}
