// The words every control text is made of (PROTOCOL 3.2): hex, numbers, names, lines of printable ASCII.

const HEX32 = /^[0-9a-f]{64}$/;
const NUMBER = /^(?:0|[1-9][0-9]{0,14})$/;
const SEAT = /^[a-z][a-z0-9-]{0,15}$/;
const PHASE = /^[a-z0-9][a-z0-9.-]{0,39}$/;
const LANE = /^(?:pub|mod|side:[a-z][a-z0-9-]{0,15})$/;
const GAME = /^[a-z0-9-]{1,40}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const MOST_FAULTS = 100;
const ATTACH = "ask for the file again as an attachment; do not paste it into a letter";

/** Somebody's words between quotes, cut short where they run on. */
const quoted = (text) => (text.length <= 160 ? `'${text}'` : `'${text.slice(0, 160)}...'`);

/** The text itself when the whole of it fits, else a fault that names what it should have been. */
function checkForm(pattern, text, what, hint = "") {
  if (!pattern.test(text)) throw bad(`${quoted(text)} is no ${what}`, { excerpt: text, hint });
  return text;
}

const checkHex32 = (text, what) => checkForm(HEX32, text, what, "write 64 digits of lower-case hex");
const checkSeat = (text) => checkForm(SEAT, text, "seat", "up to 16 of a-z, 0-9 and -, a letter first");
const checkPhase = (text) => checkForm(PHASE, text, "phase", "up to 40 of a-z, 0-9, . and -, a letter or digit first");
const numberOf = (text, what) => Number(checkForm(NUMBER, text, what, "write a decimal number without leading zeros"));

/** The first character of a line that is not printable ASCII, as a fault. */
function strangeCharacter(line, number, file) {
  const at = line.search(/[^ -~]/u);
  if (at < 0) return [];
  const message = `'${String.fromCodePoint(line.codePointAt(at))}' is no printable ASCII character`;
  return [{ message, file, line: number, column: at + 1 }];
}

/** The lines of a control text: printable ASCII, each ended by one LF; all else is a fault with its place. */
function asciiLines(data, file = "", most = 64 * 1024 * 1024) {
  if (data.length > most) throw bad(`the text is larger than ${most} bytes`, { file });
  const text = textOf(data);
  const faults = [];
  if (text.includes("\r\n")) {
    const line = text.slice(0, text.indexOf("\r\n")).split("\n").length;
    const hint = "a mail program did this; lines end in LF alone";
    faults.push({ message: "a line ends in CR LF", file, line, hint });
  }
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  lines.forEach((line, at) => faults.push(...strangeCharacter(line, at + 1, file)));
  if (lines.pop()) faults.push({ message: "the last line is not ended by a line feed", file, line: lines.length + 1 });
  if (faults.length) throw new Refused(faults.slice(0, MOST_FAULTS));
  return lines;
}

/** A fault found in a word of a line, given the line's place in the file. */
function placed(fault, file, row, line) {
  return { ...fault, file, line: row, column: Math.max(line.indexOf(fault.excerpt ?? ""), 0) + 1 };
}

/** A moment in milliseconds, from a UTC time written like 2026-11-18T20:00:00Z; null where it is none. */
function momentOf(text) {
  if (typeof text !== "string" || !TIME.test(text) || text.startsWith("0000")) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) || showTime(moment) !== text ? null : moment;
}

/** The same form, written. */
const showTime = (moment) => new Date(moment).toISOString().replace(".000Z", "Z");
