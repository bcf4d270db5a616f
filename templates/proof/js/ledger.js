// The ledger: one canonical JSON object a line, the same file for every seat (PROTOCOL 3.10).

const KINDS = (
  "charter ack phase lock locked open stray seen seed rolls srolls report state reveal ruling protest amend reopen " +
  "timeout escrow rotate final"
).split(" ");
/** Those that only a game of grammar 2 has. */
const SINCE_GRAMMAR_2 = ["stray", "seen"];
const MOST_LINE = 64 * 1024;
const MOST_LINES = 100000;
const MOST_DEPTH = 8;
/** Where an entry keeps its bytes, beside its fields and under none of their names. */
const LEAF = Symbol("leaf");
const FIELD = /^[a-z][a-z0-9_]{0,39}$/;

/** Texts, whole numbers below 2^53, lists, and objects with plain ASCII keys; nothing else, nothing deep. */
function checkValue(value, depth) {
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) throw bad("a text of the ledger holds half a surrogate pair");
  } else if (typeof value === "number") {
    if (!Number.isInteger(value)) {
      throw bad(`holds the number ${value}`, { hint: "a ledger holds whole numbers only" });
    }
    if (!Number.isSafeInteger(value)) throw bad(`number ${value} is too large for a ledger`);
  } else if (value === null || typeof value !== "object") {
    throw bad(`a ledger holds texts, whole numbers, lists and objects, but no ${value}`);
  } else if (depth === 0) {
    throw bad(`values are nested deeper than ${MOST_DEPTH}`);
  } else {
    if (!Array.isArray(value)) Object.keys(value).forEach(checkAsciiKey);
    Object.values(value).forEach((inner) => checkValue(inner, depth - 1));
  }
}

/** Keys sort the same in every language only while they are ASCII. */
function checkAsciiKey(key) {
  if (!isAscii(key)) throw bad(`key '${key}' is not ASCII text`);
}

/** The one spelling of a value: RFC 8785, narrowed to what a ledger may hold. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** The JSON object of a line. */
function readObject(line) {
  if (line.length > MOST_LINE) throw bad(`is longer than ${MOST_LINE} bytes`);
  const text = strictText(line);
  if (text === null) throw bad("is not UTF-8");
  let fields = null;
  try {
    fields = JSON.parse(text);
  } catch {
    throw bad("is no JSON object");
  }
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) throw bad("is no JSON object");
  checkValue(fields, MOST_DEPTH);
  if (canonical(fields) !== text) {
    throw bad("is not in canonical form", { hint: "keys sorted, no blanks, shortest escapes (RFC 8785)" });
  }
  return fields;
}

/** One line, which has to be the canonical form of an object with the common fields k, n and t. */
function readEntry(line, number) {
  const fields = readObject(line);
  for (const key of Object.keys(fields)) {
    if (!FIELD.test(key)) throw bad(`has a field named '${key}'`);
  }
  if (fields.n !== number) throw bad(`states the number ${fields.n ?? "nothing"} where ${number} is due`);
  if (!KINDS.includes(fields.k)) throw bad(`is of unknown kind '${fields.k ?? ""}'`);
  if ((fields.k === KINDS[0]) !== (number === 0)) {
    throw bad(`is of kind '${fields.k}'`, { hint: "a ledger begins with its charter, and has no other" });
  }
  if (typeof fields.t !== "string" || !TIME.test(fields.t)) throw bad(`has no time 't': '${fields.t}'`);
  if (momentOf(fields.t) === null) throw bad(`'${fields.t}' is no time of the calendar`);
  return { ...fields, [LEAF]: line };
}

/** The entries, if every line is as its writer had to write it; else the first bad line and why. */
function parseLedger(data, file = "") {
  const entries = [];
  let start = 0;
  if (data.length && data.at(-1) !== 10) {
    const line = latin(data).split("\n").length;
    throw bad("the last line is cut off: it has no line end", { file, line });
  }
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
    const number = entries.length;
    if (number === MOST_LINES) throw bad(`has more lines than ${MOST_LINES}`, { file });
    const entry = attempted(() => readEntry(data.subarray(start, end), number));
    if (entry instanceof Refused) {
      const [{ message, hint }] = entry.faults;
      throw bad(`line ${number}: ${message}`, { file, line: number + 1, hint });
    }
    entries.push(entry);
    start = end + 1;
  }
  return entries;
}
