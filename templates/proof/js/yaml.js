// Strict YAML (PROTOCOL 3.14), as far as charters are written in it: block mappings and lists, plain and quoted texts,
// texts of several lines, flow lists and mappings, comments. Every scalar is a text. What this reader does not know it
// refuses; it never takes a file for another than the normative parser does.

const MOST_YAML = 256 * 1024;
const MOST_NODES = 20000;
const YAML_DEPTH = 16;
const YAML_KEY = /^[a-z][a-z0-9_]{0,39}$/;
/** Controls with tab, DEL, U+2028/9, zero-width, bidi and other invisible characters, BOM, non-characters. */
const FORBIDDEN = new RegExp(
  "[\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f" +
    "\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e007f}]",
  "u",
);
const YAML_ESCAPES = { 0: "\0", a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b" };
Object.assign(YAML_ESCAPES, { " ": " ", '"': '"', "/": "/", "\\": "\\" });
Object.assign(YAML_ESCAPES, { N: "\x85", _: "\xa0", L: "\u2028", P: "\u2029" });

/** A plain text between brackets. */
const FLOW_PLAIN =
  /(?:[^\s,[\]{}:#'"&*!|>%@`?-]|-(?=[^\s,[\]{}]))(?:[^,[\]{}:#\n?]|:(?=[^ \n,[\]{}])|(?<! )#)*/y;

/** The text of a file, its characters judged before anything is parsed. */
function yamlText(data, file) {
  if (data.length > MOST_YAML) throw bad("is larger than 256 KiB", { file });
  const text = strictText(data);
  if (text === null) throw bad("holds bytes that are no UTF-8", { file });
  const at = text.search(FORBIDDEN);
  if (at >= 0) {
    const code = text.codePointAt(at).toString(16).toUpperCase().padStart(4, "0");
    throw bad(`forbidden character U+${code} at offset ${at}`, { file, line: text.slice(0, at).split("\n").length });
  }
  const marker = text.split("\n").findIndex((line) => /^(?:---|\.\.\.)(?: |$)/.test(line));
  if (marker >= 0) throw bad("one plain document only", { file, line: marker + 1 });
  const loose = text.split("\n").findIndex((line) => line.normalize("NFC") !== line);
  if (loose >= 0) throw bad("text is not in composed form (NFC)", { file, line: loose + 1 });
  if (!text.endsWith("\n")) {
    throw bad("the last line does not end in a line feed", { file, line: text.split("\n").length });
  }
  return text;
}

/** Reads one document. A node is { text } or { items } or { entries: Map of key -> { node, line } }, with its line. */
class YamlReader {
  constructor(text, file) {
    Object.assign(this, { text, file, at: 0, nodes: 0 });
  }

  get line() {
    return this.text.slice(0, this.at).split("\n").length;
  }

  get column() {
    return this.at - (this.text.lastIndexOf("\n", this.at - 1) + 1);
  }

  refuse(message) {
    throw bad(message, { file: this.file, line: this.line });
  }

  /** Whether the text goes on like this; `take` moves behind it and gives the match. */
  looksLike(pattern) {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  get done() {
    return this.at >= this.text.length;
  }

  /** Blanks, comments and empty lines; a comment has a blank or a line end before it. */
  blanks() {
    this.take(/ */y);
    const free = this.column === 0 || this.text[this.at - 1] === " ";
    if (free) this.take(/#[^\n]*/y);
    while (this.take(/\n *(?:#[^\n]*)?/y));
  }

  /** The one document. */
  document() {
    this.blanks();
    if (this.done) this.refuse("holds no text");
    const node = this.block(0, 1);
    if (node.text !== undefined) this.refuse("holds one text where a mapping belongs");
    this.blanks();
    if (!this.done) this.refuse("a line does not belong where it stands");
    return node;
  }

  /** Limits, counted at every node. */
  enter(depth) {
    if (++this.nodes > MOST_NODES) this.refuse(`holds more than ${MOST_NODES} values`);
    if (depth > YAML_DEPTH) this.refuse(`lists and mappings are nested deeper than ${YAML_DEPTH}`);
  }

  /** A node that begins here, at this column, in block style or on one line. */
  block(least, depth) {
    const indent = this.column;
    if (this.done || indent < least) this.refuse("an empty value needs quotes");
    if (indent === 0 && this.looksLike(/%/y)) this.refuse("one plain document only");
    if (this.looksLike(/-(?=[ \n])/y)) return this.list(indent, depth);
    if (this.looksLike(/(?:[^\s#&*!|>'"%@`[\]{},?:-][^:#\n]*|"[^"\n]*"|'[^'\n]*') *:(?=[ \n])/y)) {
      return this.mapping(indent, depth);
    }
    return this.inline(least - 1, depth);
  }

  /** `- value` lines at one column. */
  list(indent, depth) {
    this.enter(depth);
    const [items, line] = [[], this.line];
    while (!this.done && this.column === indent && this.take(/-(?=[ \n])/y)) {
      this.take(/ */y);
      if (this.looksLike(/\n|#/y)) this.blanks();
      items.push(this.block(indent + 1, depth + 1));
      this.blanks();
    }
    return { items, line };
  }

  /** `key: value` lines at one column. */
  mapping(indent, depth) {
    this.enter(depth);
    const [entries, line] = [new Map(), this.line];
    while (!this.done && this.column === indent && !this.looksLike(/-(?=[ \n])/y)) {
      const at = this.line;
      const key = this.key(entries);
      if (!this.take(/ *:(?=[ \n])/y)) this.refuse(`'${key}' is not followed by ': '`);
      entries.set(key, { node: this.valueOf(indent, depth), line: at });
      this.blanks();
    }
    return { entries, line };
  }

  /** A key: a small word, once in its mapping. */
  key(entries) {
    const found = this.take(/"([a-z0-9_]*)"|'([a-z0-9_]*)'|([^\s:,[\]{}]+)/y);
    const key = found?.[1] ?? found?.[2] ?? found?.[3] ?? "";
    if (!YAML_KEY.test(key)) this.refuse(`bad key '${key.slice(0, 60)}'`);
    if (entries.has(key)) this.refuse(`duplicate key '${key}'`);
    return key;
  }

  /** What stands behind a key: on its line, or below and further in (a list also at the key's own column). */
  valueOf(indent, depth) {
    this.take(/ */y);
    if (!this.looksLike(/\n|#/y)) return this.inline(indent, depth + 1);
    this.blanks();
    const listHere = this.column === indent && this.looksLike(/-(?=[ \n])/y);
    return listHere ? this.list(indent, depth + 1) : this.block(indent + 1, depth + 1);
  }

  /** A value that begins on this line, whose further lines stand further in than `indent`. */
  inline(indent, depth) {
    const line = this.line;
    const node = this.looksLike(/[[{]/y) ? this.flow(depth) : this.scalar(indent, depth);
    const rest = node.folded ? "" : this.take(/ +#[^\n]*| */y);
    if (rest !== "" && !this.done && !this.looksLike(/\n/y)) this.refuse("the line goes on behind its value");
    return { ...node, line };
  }

  /** A text in one of its five styles. */
  scalar(indent, depth) {
    this.enter(depth);
    if (this.looksLike(/[&*!]/y)) this.refuse("anchors, aliases and tags are not allowed");
    if (this.looksLike(/"/y)) return { text: this.doubleQuoted() };
    if (this.looksLike(/'/y)) return { text: this.singleQuoted() };
    if (this.looksLike(/[|>]/y)) return { text: this.blockText(indent), folded: true };
    return { text: this.plain(indent) };
  }

  /** A plain text, which may go on in lines further in. */
  plain(indent) {
    const line = /(?:[^\s:#'"&*!|>%@`[\]{},?-]|[?:-](?=[^\s]))(?:[^\n:#]|:(?=[^ \n])|(?<! )#)*/y;
    const more = /(?:[^\s:#]|:(?=[^ \n]))(?:[^\n:#]|:(?=[^ \n])|(?<! )#)*/y;
    const first = this.take(line);
    if (!first) this.refuse("a value begins with a sign that needs quotes");
    let text = first[0].trimEnd();
    this.at -= first[0].length - text.length;
    for (;;) {
      const back = this.at;
      const gap = this.take(/ *(\n+ *)+(?=[^ \n])/y);
      if (!gap || this.column <= indent || this.looksLike(/#/y)) {
        this.at = back;
        break;
      }
      const next = this.take(more);
      if (!next) this.refuse("a value goes on with a sign that needs quotes");
      if (this.looksLike(/:(?=[ \n])/y)) this.refuse("a mapping cannot begin inside a text");
      text += folded(gap[0]) + next[0].trimEnd();
      this.at -= next[0].length - next[0].trimEnd().length;
    }
    if (["~", "<<", "="].includes(text)) this.refuse(`'${text}' needs quotes`);
    return text;
  }

  /** 'text', two quotes standing for one. */
  singleQuoted() {
    const found = this.take(/'((?:[^']|'')*)'/y);
    if (!found) this.refuse("a quote is not closed");
    return foldedLines(found[1]).replaceAll("''", "'");
  }

  /** "text" with escapes. */
  doubleQuoted() {
    const found = this.take(/"((?:[^"\\]|\\[^])*)"/y);
    if (!found) this.refuse("a quote is not closed");
    const [, inside] = found;
    if (/\\[^]*\n|\n[^]*\\/.test(inside)) this.refuse("a text of several lines with escapes is not read here");
    const lines = foldedLines(inside);
    return lines.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/g, (_, word) => this.escape(word));
  }

  /** What an escape stands for. */
  escape(word) {
    if (word.length === 1 && Object.hasOwn(YAML_ESCAPES, word)) return YAML_ESCAPES[word];
    const code = word.length > 1 ? parseInt(word.slice(1), 16) : NaN;
    if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) this.refuse("an escape names no character");
    return String.fromCodePoint(code);
  }

  /** `|` and `>`: the lines further in, kept or folded, with their last line end kept, stripped or all. */
  blockText(indent) {
    const found = this.take(/([|>])([+-]?) *(?:#[^\n]*)?(?=\n)/y);
    const [, style, sign] = found ?? this.refuse("'|' or '>' needs its own line");
    this.at += 1;
    const lines = [];
    let own = -1;
    while (!this.done) {
      const end = this.text.indexOf("\n", this.at);
      const line = this.text.slice(this.at, end);
      const depth = line.search(/[^ ]/);
      if (depth >= 0 && depth <= Math.max(indent, own - 1)) break;
      if (own < 0 && depth >= 0) own = depth;
      lines.push(line);
      this.at = end + 1;
    }
    const body = lines.map((line) => line.slice(Math.max(own, 0))).join("\n") + "\n";
    const bare = body.replace(/\n+$/, "");
    const ending = sign === "-" || !bare ? "" : sign === "+" ? body.slice(bare.length) : "\n";
    if (style === ">" && /(?:^|\n)[ \n]/.test(bare)) {
      this.refuse("a folded text with empty or indented lines is not read here");
    }
    if (lines.some((line) => /^ +$/.test(line))) this.refuse("a line of blanks stands in a text of several lines");
    this.at -= 1;
    return (style === ">" ? bare.replaceAll("\n", " ") : bare) + ending;
  }

  /** [a, b] or {key: value}, over as many lines as it takes. */
  flow(depth) {
    this.enter(depth);
    const isList = this.take(/[[{]/y)[0] === "[";
    const closing = isList ? /\]/y : /\}/y;
    const [items, entries] = [[], new Map()];
    for (this.blanks(); !this.take(closing); this.blanks()) {
      if (this.done) this.refuse("a bracket is not closed");
      if (items.length + entries.size && !this.take(/,/y)) this.refuse("a ',' is missing between brackets");
      this.blanks();
      if (this.take(closing)) break;
      if (isList) items.push(this.flowItem(depth));
      else this.flowPair(entries, depth);
    }
    return isList ? { items } : { entries };
  }

  /** `key: value` between braces. */
  flowPair(entries, depth) {
    const line = this.line;
    const key = this.key(entries);
    if (!this.take(/ *:(?=[ \n]) */y)) this.refuse(`'${key}' is not followed by ': '`);
    this.blanks();
    entries.set(key, { node: this.flowItem(depth), line });
  }

  /** A value between brackets. */
  flowItem(depth) {
    const line = this.line;
    if (this.looksLike(/[[{]/y)) return { ...this.flow(depth + 1), line };
    this.enter(depth);
    if (this.looksLike(/"/y)) return { text: this.doubleQuoted(), line };
    if (this.looksLike(/'/y)) return { text: this.singleQuoted(), line };
    const text = this.take(FLOW_PLAIN)?.[0].trimEnd() ?? "";
    if (["", "~", "<<", "="].includes(text)) this.refuse(`'${text}' needs quotes`);
    return { text, line };
  }
}

/** The blanks between two lines of a text: one line end is a blank, more are one fewer. */
function folded(gap) {
  const count = gap.split("\n").length - 1;
  return count === 1 ? " " : "\n".repeat(count - 1);
}

/** The inside of quotes with its line ends folded. */
const foldedLines = (text) => text.replace(/ *(?:\n *)+/g, (gap) => (gap.includes("\n") ? folded(gap) : gap));

// ------------------------------------------------------------------------------------------------- held to a schema

/** A quotation that does not fill the screen. */
const short = (text) => (text.length <= 40 ? text : `${text.slice(0, 37)}...`);

/** The value of a node held to a shape of the schema; each misfit is pushed to `faults`. */
function shaped(shape, node, file, faults, label = "the file") {
  const blame = (message, at = node) => void faults.push({ message, file, line: at.line });
  const kind = node.entries ? "object" : node.items ? "array" : "scalar";
  if (shape === true) return plainOf(node);
  if (kind === "scalar" ? ["object", "array"].includes(shape.kind) : kind !== shape.kind) {
    const form = node.entries ? "a mapping" : node.items ? "a list" : `the text '${short(node.text)}'`;
    return blame(`${label} is ${form}`);
  }
  if (node.entries) return shapedMapping(shape, node, file, faults, label, blame);
  return node.items ? shapedList(shape, node, file, faults, label, blame) : shapedText(shape, node, label, blame);
}

/** Known keys by their shapes, unknown ones refused or kept plain, missing ones named. */
function shapedMapping(shape, node, file, faults, label, blame) {
  const found = {};
  for (const [key, { node: inner, line }] of node.entries) {
    const wanted = shape.properties[key] ?? shape.rest;
    if (wanted) found[key] = shaped(wanted, inner, file, faults, `'${key}'`);
    else blame(`'${key}' is no key here`, { line });
  }
  for (const key of shape.required.filter((key) => !node.entries.has(key))) {
    blame(`'${key}' is missing${label === "the file" ? "" : ` in ${label}`}`);
  }
  return found;
}

/** Every entry, then how many, then none twice. */
function shapedList(shape, node, file, faults, label, blame) {
  const values = node.items.map((item) => shaped(shape.items, item, file, faults, `an entry of ${label}`));
  if (values.length < (shape.least ?? 0)) blame(`${label} has too few entries: ${values.length}`);
  if (values.length > (shape.most ?? Infinity)) blame(`${label} has too many entries: ${values.length}`);
  const told = values.map((value) => (shape.uniqueBy ? value?.[shape.uniqueBy] : shape.unique ? value : undefined));
  told.forEach((word, at) => {
    if (word !== undefined && told.indexOf(word) < at) blame(`'${word}' stands twice in ${label}`, node.items[at]);
  });
  return values;
}

/** Text to number, truth or text, then its limits. */
function shapedText(shape, node, label, blame) {
  const { text } = node;
  const shown = `'${short(text)}'`;
  if (shape.kind === "integer" && !/^-?(?:0|[1-9][0-9]{0,8})$/.test(text)) return blame(`${shown} is no whole number`);
  if (shape.kind === "boolean" && !/^(?:true|false)$/.test(text)) return blame(`${shown} is neither true nor false`);
  const value = shape.kind === "integer" ? Number(text) : shape.kind === "boolean" ? text === "true" : text;
  const fits = (shape.choices ?? [value]).includes(value) && new RegExp(shape.pattern ?? "").test(text);
  const size = typeof value === "number" ? value : [...text].length;
  const [under, over] = value === size ? ["low", "high"] : ["short", "long"];
  if (!fits) blame(`${shown} is ${shape.title ? `no ${shape.title}` : `not allowed for ${label}`}`);
  else if (size < (shape.least ?? -Infinity)) blame(`${shown} is too ${under} for ${label}`);
  else if (size > (shape.most ?? Infinity)) blame(`${shown} is too ${over} for ${label}`);
  return value;
}

/** The nodes as plain values. */
function plainOf(node) {
  if (node.items) return node.items.map(plainOf);
  if (!node.entries) return node.text;
  return Object.fromEntries(Array.from(node.entries, ([key, { node: inner }]) => [key, plainOf(inner)]));
}
