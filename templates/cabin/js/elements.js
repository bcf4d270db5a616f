// Elements made of text alone: nothing that came by letter can become markup.

const byId = (id) => document.getElementById(id);

/** An element with attributes and children; what is no element is text. */
function el(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

const heading = (level, text) => el(`h${level}`, {}, text);
const para = (...children) => el("p", {}, ...children);
const slip = (kind, ...children) => el("div", { class: `slip ${kind}` }, ...children);

/** A button that works: it waits for what it began, and shows faults where they belong. */
function button(text, work, given = {}) {
  const made = el("button", { type: "button", ...given }, text);
  made.addEventListener("click", () => working(made, work));
  return made;
}

/** A field with its label. */
function field(label, given = {}, hint = "") {
  const id = `field-${(field.count = (field.count ?? 0) + 1)}`;
  const area = given.type === "textarea";
  const input = el(area ? "textarea" : "input", { id, ...(area ? { ...given, type: null } : given), "aria-describedby": hint ? `${id}-hint` : null });
  const told = hint ? el("span", { id: `${id}-hint`, class: "second" }, hint) : null;
  return { box: el("p", { class: "field" }, el("label", { for: id }, label), input, told), input };
}

/** Words with the lines that they have. */
const lines = (text) => el("pre", { class: "words", tabindex: "0" }, text);

/** A list, or nothing where it would be empty. */
const list = (items, given = {}) => (items.length ? el("ul", given, ...items.map((item) => el("li", {}, item))) : null);

/** Seconds and zones are for programs: a time as the reader's calendar has it. */
function timeInWords(text) {
  const moment = new Date(text);
  if (!text || Number.isNaN(moment.getTime())) return text;
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" }).format(moment);
}
