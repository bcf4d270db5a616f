// Strict YAML written, as pbem itself writes it: block style, short lists and small mappings on one line, quotes only
// where a reader could take a text for something else.

const LINE_WIDTH = 76;
const PLAIN_TEXT = /^(?:[\p{L}\p{N}]|[/(])(?:[^:#\s]|:(?=\S)|(?<! )#| (?=[^\s#]))*$/u;
const FLOW_SIGNS = /[,[\]{}:?]/;
/** Words and numbers that some YAML reader makes into something other than text. */
const TAKEN_FOR_ELSE = new RegExp(
  "^(?:(?:y|n|yes|no|on|off|true|false|null|nan|inf)|[-+.]?[0-9][0-9_.,:]*(?:e[-+]?[0-9_]+)?|0[xob][0-9a-f_]+|" +
    "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[t ].*)?)$",
  "i",
);

const isSimple = (value) => kindOfValue(value) === "text";
const isWords = (value) => Array.isArray(value) && value.every(isSimple);
const isEmpty = (value) => !isSimple(value) && !Object.keys(value).length;

/** The lines of a mapping or list that is not empty. */
function blockLines(value) {
  if (Array.isArray(value)) return value.flatMap(itemLines);
  return Object.entries(value).flatMap(([key, entry]) => keyLines(key, entry));
}

/** `key: value`, the value below where it takes lines of its own. */
function keyLines(key, entry) {
  const line = `${key}: ${oneLine(entry)}`;
  if (isSimple(entry) || isEmpty(entry) || (isWords(entry) && line.length <= LINE_WIDTH)) return [line];
  return [`${key}:`, ...blockLines(entry).map((each) => `  ${each}`)];
}

/** `- value`; what reads well on one line stands on one. */
function itemLines(entry) {
  if (isSimple(entry) || isEmpty(entry)) return [`- ${oneLine(entry)}`];
  const keys = Array.isArray(entry) ? [] : Object.keys(entry);
  const line = keys.length === 1 ? `- ${keys[0]}: ${oneLine(entry[keys[0]])}` : `- ${oneLine(entry)}`;
  if (isSmall(entry) && line.length <= LINE_WIDTH) return [line];
  return blockLines(entry).map((each, at) => (at ? `  ${each}` : `- ${each}`));
}

/** What reads well on one line. */
function isSmall(entry) {
  if (isSimple(entry) || isWords(entry)) return true;
  if (Array.isArray(entry)) return false;
  const inner = Object.values(entry);
  return inner.length === 1 ? isSmall(inner[0]) : inner.every((each) => isSimple(each) || isWords(each));
}

/** A value in flow style. */
function oneLine(value) {
  if (Array.isArray(value)) return `[${value.map(inFlow).join(", ")}]`;
  if (!isSimple(value)) return `{${Object.entries(value).map(([key, entry]) => `${key}: ${inFlow(entry)}`).join(", ")}}`;
  return typeof value === "string" ? scalarText(value) : String(value);
}

/** The same between brackets, where some signs need quotes. */
function inFlow(value) {
  const text = oneLine(value);
  const bare = typeof value === "string" && !text.startsWith('"');
  return bare && FLOW_SIGNS.test(value) ? quoted(value) : text;
}

/** A text, quoted only where it has to be. */
function scalarText(text) {
  const clean = PLAIN_TEXT.test(text) && !TAKEN_FOR_ELSE.test(text) && !FORBIDDEN.test(text);
  return clean && text.normalize("NFC") === text ? text : quoted(text);
}

/** A text in double quotes; whatever may not stand in a file becomes an escape, and so does what is not composed. */
function quoted(text) {
  const composed = text.normalize("NFC") === text;
  const inside = Array.from(text.toWellFormed?.() ?? text, (letter) => {
    if (letter === "\\" || letter === '"') return `\\${letter}`;
    if (letter === "\n") return "\\n";
    const number = letter.codePointAt(0);
    const hidden = FORBIDDEN.test(letter) || (!composed && number > 127);
    if (!hidden) return letter;
    const digits = number.toString(16).toUpperCase();
    return number < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  });
  return `"${inside.join("")}"`;
}

/** The whole order file: its head, then sections in the order of the form; empty ones are left out. */
function orderFile(orders) {
  const names = [...Object.keys(FORM.schema.properties), ...Object.keys(orders)];
  const kept = [...new Set(names)].filter((name) => name in orders && !isEmpty(orders[name]) && orders[name] !== "");
  const whole = { ...FORM.head, ...Object.fromEntries(kept.map((name) => [name, orders[name]])) };
  return `${blockLines(whole).join("\n")}\n`;
}
