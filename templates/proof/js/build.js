// How the page is built: elements and texts, never markup. Whatever a file says goes through `visible` and a text node,
// so that no file can dress itself in the page's words, colours or scripts.

const byId = (id) => document.getElementById(id);

/** The text with every control, bidi or zero-width character spelt out. */
function visible(text) {
  return String(text).replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    return `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** An element with attributes and children; texts among them are made visible. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.map((child) => (child instanceof Node ? child : visible(child))));
  return made;
}

const code = (text) => element("code", {}, text);
const hash = (text) => element("code", { class: "hash" }, text);
const paragraph = (...children) => element("p", {}, ...children);

/** A table with a caption; the first cell of a row is its head. Broad ones scroll by themselves. */
function tableOf(caption, heads, rows, attributes = {}) {
  const headed = (at) => (at ? { "data-head": `${heads[at]}:` } : { scope: "row" });
  const cells = (row) => row.map((cell, at) => element(at ? "td" : "th", headed(at), cell));
  const table = element(
    "table", attributes, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
  );
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, table);
}

/** Names and what they stand for. */
function factsOf(pairs) {
  const items = pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return element("dl", { class: "facts" }, ...items);
}

/** Lines to copy into a shell. */
const shellBlock = (lines) => element("pre", { tabindex: "0" }, ...ended(lines));

/** Texts with a line end behind each. */
const ended = (lines) => lines.flatMap((line) => [line, document.createTextNode("\n")]);
