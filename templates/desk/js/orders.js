// The orders as they grow: one plain value, one text made of it, and everybody who shows either.

const DESK = { orders: {}, text: "", faults: [], past: [], listeners: [], touched: "" };

/** Something to call after every change; it is given the id of what should have the focus, if anything. */
const whenChanged = (listener) => void DESK.listeners.push(listener);

/** The value at a path, or undefined. */
const valueAt = (path) => path.reduce((value, step) => value?.[step], DESK.orders);

/** A value that was typed or chosen: the form stands as it is, so that nobody's next click is lost. */
function settle(path, value) {
  for (const end of path.keys()) ROWS.delete(idOf(path.slice(0, end + 1))); // its frame shows more than it was drawn from
  change(path, value, "", false);
}

/** Put a value at a path, making what has to be there first; undefined takes away what is there. */
function change(path, value, focus = "", rebuild = true) {
  remember();
  let holder = DESK.orders;
  path.slice(0, -1).forEach((step, at) => {
    holder[step] ??= typeof path[at + 1] === "number" ? [] : {};
    holder = holder[step];
  });
  const last = path.at(-1);
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(last, 1);
  else delete holder[last];
  if (path.length > 1 && isEmpty(valueAt([path[0]]) ?? [])) delete DESK.orders[path[0]];
  tell(focus, rebuild, path[0]);
}

/** A new entry at the end of a list. */
function append(path, value, focus = "") {
  change([...path, (valueAt(path) ?? []).length], value, focus);
}

/** An entry of a list one place up or down. */
function shift(path, by, focus = "") {
  const [list, at] = [valueAt(path.slice(0, -1)), path.at(-1)];
  const to = at + by;
  if (to < 0 || to >= list.length) return;
  remember();
  [list[at], list[to]] = [list[to], list[at]];
  tell(focus, true, path[0]);
}

/** Keep what was, so that it can be had back. */
function remember() {
  if (DESK.past.at(-1) !== DESK.text) DESK.past.push(DESK.text);
  if (DESK.past.length > 200) DESK.past.shift();
}

/** Write the text anew, judge it, and say so; `touched` is the one section that changed, where it is one. */
function tell(focus = "", rebuild = true, touched = "") {
  DESK.touched = touched;
  DESK.text = orderFile(DESK.orders);
  DESK.faults = readOrders(utf8(DESK.text)).faults;
  DESK.listeners.forEach((listener) => listener(focus, rebuild));
}

/** Take a text as it is: a file, or what somebody typed. What cannot be read leaves the orders as they were. */
function takeText(text, { typed = false } = {}) {
  const { orders, faults } = readOrders(utf8(text));
  if (!typed) remember();
  Object.assign(DESK, { text, faults, orders: orders ?? DESK.orders, touched: "" });
  DESK.listeners.forEach((listener) => listener("", !typed));
  return orders !== null;
}

/** Back to what was before the last change. */
function undo() {
  const before = DESK.past.pop();
  if (before === undefined) return false;
  const { orders, faults } = readOrders(utf8(before));
  Object.assign(DESK, { text: before, faults, orders: orders ?? DESK.orders, touched: "" });
  DESK.listeners.forEach((listener) => listener("undo", true));
  return true;
}

// ------------------------------------------------------------------------------------------------- what may be chosen

/** A path as the form's fields are named: `moves[].ships[]`. */
const pattern = (path) => path.map((step, at) => (typeof step === "number" ? "[]" : `${at ? "." : ""}${step}`)).join("");

/** The list that serves a field: by the longest end of its path that is known, else by what its schema refers to. */
function listFor(path, schema) {
  if (path[0] === "answers" && path[2] === "answer") {
    const asked = `answer ${valueAt(["answers", path[1], "key"])}`;
    return Object.hasOwn(FORM.offers, asked) ? asked : "";
  }
  const words = pattern(path).split(".");
  for (let from = 0; from < words.length; from += 1) {
    const found = FORM.fields[words.slice(from).join(".")];
    if (found) return found;
  }
  return (schema.def && FORM.fields[`$${schema.def}`]) || "";
}

/** The list itself, without the words that stand before it. */
const listOf = (list) => list.split("|").at(-1);

/** The offers of a list: { value, label, note, at }, those that are where the row's pieces are first. */
function offersFor(list, path) {
  const near = cellOfRow(path);
  const named = ([value, label = "", note = "", at = ""]) => ({ value, label: label || value, note, at });
  const known = (FORM.offers[list] ?? []).map(named);
  const come = path.length ? pieces().filter((piece) => piece.fresh && piece.lists.includes(listOf(list))) : [];
  const fresh = come.filter(({ id }) => !known.some((offer) => offer.value === id));
  const offers = [...known, ...fresh.map(({ id, label, note, at }) => ({ value: id, label: `${label}${note ? `: ${note}` : ""}`, note: `in this file, ${calledOf(at)}`, at }))];
  const here = offers.filter((offer) => near && offer.at === near);
  return listOf(list) === "places" || !here.length ? offers : [...here, ...offers.filter((offer) => offer.at !== near)];
}

/** What a cell is called. */
const calledOf = (cell) => FORM.names?.[cell] ?? cell;
/** What a player may call a place -> its cell. */
const PLACES = new Map(Object.entries(FORM.places));
const cellNamed = (word) => PLACES.get(word) ?? word;

/** The cell where the pieces of a row stand; empty where it names none yet. */
function cellOfRow(path) {
  const row = typeof path[1] === "number" ? valueAt(path.slice(0, 2)) : null;
  const named = FORM.acts.flatMap((act) => (act.section === path[0] ? [row?.[act.movers]].flat() : []));
  const first = named.find((word) => pieceBy(word));
  return first ? pieceBy(first).at : row?.hex ? cellNamed(row.hex) : "";
}

/** How a place is written: a seaport by its id, any other cell by its own name. */
function placeWord(cell) {
  return (FORM.offers.places ?? []).find((offer) => offer[3] === cell)?.[0] ?? cell;
}

/** What is spent of each of the form's purses: { spent, points, word, section }; none where nothing is bought. */
function spending() {
  return [FORM.purse, ...(FORM.purses ?? [])].filter(Boolean).map((purse) => {
    const rows = valueAt(purse.section);
    const price = (row) => purse.prices[row[purse.key] ?? row[purse.other]] ?? 0;
    const cost = (row) => price(row) * (purse.number ? Number(row[purse.number] ?? 1) : 1);
    const spent = Array.isArray(rows) ? rows.reduce((sum, row) => sum + cost(row), 0) : 0;
    const part = purse.halves ? 2 : 1;
    return { spent: spent / part, points: purse.points / part, word: purse.word, section: purse.section[0], path: purse.section.join() };
  });
}
