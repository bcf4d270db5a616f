// Checkpoints (C2SP signed-note, tlog-checkpoint) and receipts (C2SP tlog-proof) of a game's ledger (PROTOCOL 3.10).

/** No white space, no '+': the name is one word of a signature line and one part of a verifier key. */
const LOG_NAME = /^[!-*,-~]{1,120}$/;
const SIZE = /^(?:0|[1-9][0-9]{0,8})$/;
const DASH = "— ";
const MOST_NOTE = 16 * 1024;
const MOST_SIGNATURES = 16;
const RECEIPT_HEADER = "c2sp.org/tlog-proof@v1";
const RECEIPT_INDEX = /^index (0|[1-9][0-9]{0,8})$/;
const MOST_RECEIPT = 32 * 1024;
const MOST_PATH = 32;

/** The bytes of base64 if they are so many, else null. */
function sized(text, size) {
  const bytes = strictBase64(text ?? "");
  return bytes?.length === size ? bytes : null;
}

/** A log's public key `name+id+base64`; its id must be the one that name and key give. */
function parseVkey(line) {
  const [name, id, ...rest] = line.split("+");
  const data = sized(rest.join("+"), 33);
  if (!LOG_NAME.test(name) || !data || data[0] !== 1) throw bad(`'${line.slice(0, 120)}' is no log key`);
  const key = { name, public: data.subarray(1), line };
  key.id = hexOf(sha256(joined(utf8(`${name}\n`), data)).subarray(0, 4));
  if (key.id !== id) throw bad(`log key of '${name}' has a wrong id`, { hint: `name and key give ${key.id}` });
  const weakness = faultOf(() => checkEdPoint(key.public));
  if (weakness) throw bad(`log key of '${name}' ${weakness}`);
  return key;
}

// ------------------------------------------------------------------------------------------------------ checkpoints

/** One signature line, or null. */
function readNoteSignature(line) {
  const [, name, coded] = /^— ([^ ]*) (.*)$/su.exec(line) ?? [];
  const blob = coded === undefined ? null : strictBase64(coded);
  if (!blob || blob.length < 5 || !LOG_NAME.test(name)) return null;
  return { name, id: hexOf(blob.subarray(0, 4)), bytes: blob.subarray(4) };
}

/** A checkpoint's parts, signatures unchecked; exactly as written. */
function parseCheckpoint(data, file = "") {
  if (data.length > MOST_NOTE) throw bad(`is no checkpoint: larger than ${MOST_NOTE} bytes`, { file });
  const text = strictText(lfForm(data)) ?? "";
  const gap = text.indexOf("\n\n");
  const lines = text.slice(0, Math.max(gap, 0)).split("\n");
  const tail = text.slice(gap + 2).split("\n");
  const wrong = gap < 0 ? noteOutline(text) : noteFault(lines, tail);
  if (wrong) throw bad(wrong.message, { file, line: wrong.line, hint: ATTACH });
  const [origin, size, root] = lines;
  const signatures = tail.slice(0, -1).map(readNoteSignature);
  const body = utf8(`${lines.join("\n")}\n`);
  return { origin, size: Number(size), root: strictBase64(root), rootText: root, signatures, body };
}

/** What is wrong with a text that has no empty line in it. */
function noteOutline(text) {
  const gapless = { message: "checkpoint has no empty line after its three lines", line: 4 };
  return noteFault(text.split("\n"), [""]) ?? gapless;
}

/** The first part of a checkpoint that is not as it should be. */
function noteFault(lines, tail) {
  if (!LOG_NAME.test(lines[0])) return { message: "checkpoint names no origin", line: 1 };
  if (!SIZE.test(lines[1] ?? "")) return { message: "checkpoint states no size", line: 2 };
  if (!sized(lines[2], 32)) return { message: "checkpoint states no root", line: 3 };
  if (lines.length > 3) return { message: "checkpoint has no empty line after its three lines", line: 4 };
  const stranger = tail.slice(0, -1).findIndex((line) => !readNoteSignature(line));
  if (stranger >= 0) return { message: "checkpoint has a line that is no signature", line: 5 + stranger };
  if (tail.at(-1)) return { message: "checkpoint is cut off: its last line has no end", line: 4 + tail.length };
  const count = tail.length - 1;
  if (count > 0 && count <= MOST_SIGNATURES) return null;
  return { message: `checkpoint has ${count} signatures; it needs 1 to ${MOST_SIGNATURES}`, line: 5 };
}

/** The checkpoint, signed once and rightly by the log key; lines of unknown keys are let stand. */
async function verifyCheckpoint(data, key, file = "") {
  const note = parseCheckpoint(data, file);
  if (note.origin !== key.name) throw bad(`checkpoint is of '${note.origin}', not of '${key.name}'`, { file });
  const isOwn = (signature) => signature.name === key.name && signature.id === key.id;
  const own = note.signatures.filter(isOwn);
  if (own.length !== 1) {
    const count = own.length ? `is signed ${own.length} times` : "is not signed";
    throw bad(`checkpoint of ${note.size} lines ${count} by the log key ${key.id}`, { file });
  }
  if (!(await edHolds(key.public, own[0].bytes, note.body))) {
    throw bad(`checkpoint of ${note.size} lines has a bad signature of the log key`, { file });
  }
  note.others = note.signatures.filter((signature) => !isOwn(signature)).map((signature) => signature.name);
  return note;
}

// --------------------------------------------------------------------------------------------------------- receipts

/** The receipt's parts, nothing proved yet; exactly as written. */
function parseReceipt(data, file = "") {
  if (data.length > MOST_RECEIPT) throw bad(`is no receipt: larger than ${MOST_RECEIPT} bytes`, { file });
  const text = strictText(lfForm(data)) ?? "";
  const gap = text.indexOf("\n\n");
  const lines = text.slice(0, gap < 0 ? undefined : gap).split("\n");
  const index = RECEIPT_INDEX.exec(lines[1] ?? "");
  const wrong = receiptFault(lines, index, gap);
  if (wrong) throw bad(wrong.message, { file, line: wrong.line, hint: ATTACH });
  const note = utf8(text.slice(gap + 2));
  parseCheckpoint(note, file);
  return { index: Number(index[1]), path: lines.slice(2).map(strictBase64), note };
}

/** The first part of a receipt that is not as it should be. */
function receiptFault(lines, index, gap) {
  if (lines[0] !== RECEIPT_HEADER) return { message: "this is no receipt", line: 1 };
  if (!index) return { message: "receipt names no line of the ledger", line: 2 };
  const stranger = lines.slice(2).findIndex((line) => !sized(line, 32));
  if (stranger >= 0) return { message: "receipt holds a line that is no hash", line: 3 + stranger };
  if (lines.length - 2 > MOST_PATH) {
    return { message: `receipt has more than ${MOST_PATH} hashes`, line: 3 + MOST_PATH };
  }
  return gap < 0 ? { message: "receipt is cut off before its checkpoint", line: lines.length } : null;
}
