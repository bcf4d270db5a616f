// The map one orders on: a mark that keys or the mouse move, what stands under it, who may go from there and how far.

const SVG = "http://www.w3.org/2000/svg";
const CELLS = new Map(FORM.cells.map(([id, x, y]) => [id, { id, x, y }]));
const MAP = { at: "", view: null, act: null, pick: null, dragged: false, shop: "", scrolled: 0 };

/** A part of the drawing. */
function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.map((child) => (child instanceof Node ? child : visible(child))));
  return made;
}

/** Announced to those who listen, and shown to those who look. */
const say = (text) => void (byId("said").textContent = visible(text));

// ------------------------------------------------------------------------------------------------------- the window

/** A number between two others; in their middle, where they leave no room. */
const within = (number, least, most) => (least > most ? (least + most) / 2 : Math.min(Math.max(number, least), most));

/** The part of the sheet that is shown; as broad and high as there is room for. */
function look(left, top, width) {
  const [box, whole] = [byId("chart").getBoundingClientRect(), FORM.bounds];
  const broad = Math.min(Math.max(width, 240), whole[2] - whole[0]);
  const high = broad * (box.height / Math.max(box.width, 1));
  const x = within(left, whole[0], whole[2] - broad);
  const y = within(top, whole[1], whole[3] - high);
  MAP.view = { x, y, broad, high };
  byId("sheet-view").setAttribute("viewBox", [x, y, broad, high].map(Math.round).join(" "));
}

/** Closer (below 1) or farther (above 1), around a place, or the mark, or the middle. */
function zoom(by, around = null) {
  const { x, y, broad, high } = MAP.view;
  const at = CELLS.get(MAP.at);
  const seen = at && at.x > x && at.x < x + broad && at.y > y && at.y < y + high;
  const middle = around ?? (seen ? at : { x: x + broad / 2, y: y + high / 2 });
  const width = Math.min(Math.max(broad * by, 240), FORM.bounds[2] - FORM.bounds[0]);
  const [across, down] = around ? [(middle.x - x) / broad, (middle.y - y) / high] : [0.5, 0.5];
  look(middle.x - width * across, middle.y - ((width * high) / broad) * down, width);
}

/** A part of the sheet, whole. */
function show([left, top, right, bottom]) {
  const box = byId("chart").getBoundingClientRect();
  const width = Math.max(right - left, ((bottom - top) * box.width) / Math.max(box.height, 1));
  look((left + right - width) / 2, (top + bottom - (width * box.height) / Math.max(box.width, 1)) / 2, width);
}

/** Move the window so that the mark is well within it. */
function follow() {
  const { x, y, broad, high } = MAP.view;
  const at = CELLS.get(MAP.at);
  const [aside, down] = [broad / 8, high / 8];
  const left = at.x < x + aside ? at.x - broad / 3 : at.x > x + broad - aside ? at.x - (broad * 2) / 3 : x;
  const top = at.y < y + down ? at.y - high / 3 : at.y > y + high - down ? at.y - (high * 2) / 3 : y;
  if (left !== x || top !== y) look(left, top, broad);
}

// --------------------------------------------------------------------------------------------------------- the mark

/** The nearest cell to a place of the sheet. */
function cellAt(x, y) {
  let [best, least] = ["", Infinity];
  for (const cell of CELLS.values()) {
    const far = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (far < least) [best, least] = [cell.id, far];
  }
  return best;
}

/** The next cell that way: the nearest within half a right angle of it. */
function cellTowards(across, down) {
  const from = CELLS.get(MAP.at);
  let [best, least] = [MAP.at, Infinity];
  for (const cell of CELLS.values()) {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const far = Math.hypot(x, y);
    const ahead = x * across + y * down;
    if (!far || ahead < far * 0.7) continue;
    const cost = far + (far - ahead);
    if (cost < least) [best, least] = [cell.id, cost];
  }
  return best;
}

/** What is to be seen in a cell besides one's own: what the game tells of it, and what else is drawn there. */
function toldOf(cell) {
  const told = FORM.told[cell] ?? [];
  const known = [calledOf(cell), ...told].join("; ").toLowerCase();
  const lying = (FORM.lying[cell] ?? []).filter((line) => !known.includes(line.split(",")[0].toLowerCase()));
  return [...told, ...lying.map(capital)];
}

/** What is in a cell, in words. */
function wordsOf(cell) {
  const own = piecesAt(cell).map(({ label }) => label);
  const parts = [calledOf(cell), ...toldOf(cell), own.length ? `yours: ${own.join(", ")}` : ""];
  const far = MAP.act?.reach?.get(cell)?.far;
  if (MAP.act) parts.push(far === undefined || !isLit(cell) ? "out of reach" : farWords(cell, far));
  return parts.filter(Boolean).join("; ");
}

/** How far a goal is, and what dice decide on the way. */
function farWords(cell, far) {
  const { act, trail, reach: known, far: before = 0 } = MAP.act;
  const told = outlook(act.graph, { way: [...trail, ...wayIn(known, cell).slice(1)], far: before + far }, withThem());
  return [steps(far), told.words, against(cell, withThem())].filter(Boolean).join(", ");
}

/** Put the mark on a cell. */
function mark(cell, { tell: aloud = true } = {}) {
  if (!CELLS.has(cell)) return;
  MAP.at = cell;
  const { x, y } = CELLS.get(cell);
  byId("mark").setAttribute("transform", `translate(${x} ${y})`);
  follow();
  if (aloud) say(wordsOf(cell));
  if (!MAP.act) showHere();
}

/** What choosing a cell does: it is the place that was asked for, the next stop of a move, or just looked at. */
function choose(cell) {
  mark(cell);
  if (MAP.pick) return picked(cell);
  if (MAP.act) return onward(cell);
  byId("here").querySelector("input, button")?.focus();
  return undefined;
}

/** A field wants a place: the next cell that is chosen. */
function pickPlace(id, write) {
  endAct();
  MAP.pick = { id, write };
  byId("chart").focus();
  say("Choose a place: arrow keys and Enter, or a click. Escape to leave it.");
}

function picked(cell) {
  const { id, write } = MAP.pick;
  MAP.pick = null;
  write(placeWord(cell));
  focusOn(id);
}

// ------------------------------------------------------------------------------------------------------ keys, mouse

const TOWARDS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const CHART_KEYS = {
  Enter: () => choose(MAP.at), " ": () => choose(MAP.at), Escape: () => endAct("chart"), "+": () => zoom(0.7), "-": () => zoom(1.4),
  n: () => nextOwn(1), p: () => nextOwn(-1),
};

/** To the next cell with pieces of one's own. */
function nextOwn(by) {
  const cells = [...new Set(pieces().map(({ at }) => at))].filter((cell) => CELLS.has(cell));
  if (cells.length) mark(cells[(cells.indexOf(MAP.at) + by + cells.length) % cells.length]);
}

function keyOnChart(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const towards = TOWARDS[event.key];
  const act = towards ? () => mark(cellTowards(...towards)) : CHART_KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Where on the sheet the pointer is. */
function pointOf(event) {
  const sheet = byId("sheet-view");
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(sheet.getScreenCTM().inverse());
}

/** The fingers or the button that are down: pointer -> where it is. */
const DOWN = new Map();

/** A click chooses; a drag moves the window; two fingers move it and come closer. */
function startDrag(down) {
  DOWN.set(down.pointerId, { x: down.clientX, y: down.clientY });
  if (DOWN.size > 1) return;
  MAP.dragged = false;
  const [start, begun] = [{ ...MAP.view }, { x: down.clientX, y: down.clientY }];
  const box = byId("chart").getBoundingClientRect();
  const move = (event) => {
    if (!DOWN.has(event.pointerId)) return;
    const before = [...DOWN.values()];
    DOWN.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (before.length > 1) return pinched(before, [...DOWN.values()]);
    const [across, along] = [event.clientX - begun.x, event.clientY - begun.y];
    MAP.dragged ||= Math.hypot(across, along) > 6;
    if (MAP.dragged) look(start.x - (across * start.broad) / box.width, start.y - (along * start.broad) / box.width, start.broad);
  };
  const end = (event) => {
    DOWN.delete(event.pointerId);
    if (DOWN.size) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** Two fingers have moved: what lies between them stays there. */
function pinched(before, after) {
  MAP.dragged = true;
  const apart = ([one, other]) => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);
  const middle = ([one, other]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
  const [was, is, box] = [middle(before), middle(after), byId("chart").getBoundingClientRect()];
  const unit = MAP.view.broad / box.width;
  look(MAP.view.x - (is.x - was.x) * unit, MAP.view.y - (is.y - was.y) * unit, MAP.view.broad);
  zoom(apart(before) / apart(after), pointOf({ clientX: is.x, clientY: is.y }));
}

/** The wheel comes closer and goes farther; where that can go no farther, the page scrolls. */
function wheel(event) {
  const by = Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 200) * 0.002);
  const before = MAP.view.broad;
  zoom(by, pointOf(event));
  if (Math.round(MAP.view.broad) !== Math.round(before)) event.preventDefault();
}

/** How near to the middle of a cell a mouse points at it, in units of the sheet. */
const POINTED = 40;

/** Beside the mouse: what lies under it. A finger gets the same in the panel, by a tap. */
function showTip(event) {
  const tip = byId("tip");
  const { x, y } = pointOf(event);
  const cell = event.pointerType === "mouse" && !DOWN.size ? cellAt(x, y) : "";
  const near = cell && Math.hypot(CELLS.get(cell).x - x, CELLS.get(cell).y - y) < POINTED;
  const worth = near && (toldOf(cell).length || piecesAt(cell).length || MAP.act);
  tip.hidden = !worth;
  if (!worth) return;
  tip.textContent = visible(shortened(wordsOf(cell)));
  const box = byId("chart").getBoundingClientRect();
  const [left, top] = [event.clientX - box.left, event.clientY - box.top];
  tip.style.left = `${Math.max(4, Math.min(left + 16, box.width - tip.offsetWidth - 6))}px`;
  tip.style.top = `${top + 22 + tip.offsetHeight > box.height ? top - tip.offsetHeight - 12 : top + 22}px`;
}

/** A text that fits beside a mouse. */
const shortened = (words) => (words.length > 260 ? `${words.slice(0, 250)}…` : words);

/** Everything about the map, once. */
function startChart() {
  if (!CELLS.size) return;
  const chart = byId("chart");
  chart.addEventListener("keydown", keyOnChart);
  chart.addEventListener("pointerdown", startDrag);
  chart.addEventListener("pointermove", showTip);
  chart.addEventListener("pointerleave", () => (byId("tip").hidden = true));
  chart.addEventListener("wheel", wheel, { passive: false });
  chart.addEventListener("click", (event) => {
    if (MAP.dragged) return;
    const { x, y } = pointOf(event);
    choose(cellAt(x, y));
  });
  byId("here").addEventListener("scroll", () => (MAP.scrolled = byId("here").scrollTop), { passive: true });
  byId("closer").addEventListener("click", () => zoom(0.7));
  byId("farther").addEventListener("click", () => zoom(1.4));
  byId("whole").addEventListener("click", () => show(FORM.bounds));
  byId("next-own").addEventListener("click", () => nextOwn(1));
  byId("focus").addEventListener("click", () => show(FORM.focus));
  addEventListener("resize", () => look(MAP.view.x, MAP.view.y, MAP.view.broad));
  show(FORM.focus);
  mark(beginAt(), { tell: false });
  show(FORM.focus);
  if (chart.getBoundingClientRect().width >= 480) return;
  zoom(0.6, CELLS.get(MAP.at)); // on a phone names would be too small to read
  follow();
}

/** The cell where the mark begins: the one of most pieces within the window, else any with pieces, else the middle. */
function beginAt() {
  const [left, top, right, bottom] = FORM.focus;
  const inside = (id) => CELLS.get(id).x > left && CELLS.get(id).x < right && CELLS.get(id).y > top && CELLS.get(id).y < bottom;
  const counts = new Map();
  for (const { at } of pieces()) if (CELLS.has(at)) counts.set(at, (counts.get(at) ?? 0) + 1);
  const most = [...counts.keys()].sort((one, other) => inside(other) - inside(one) || counts.get(other) - counts.get(one))[0];
  return most ?? cellAt((left + right) / 2, (top + bottom) / 2);
}
