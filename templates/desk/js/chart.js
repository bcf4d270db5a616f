// The map one orders on: a mark that keys or the mouse move, what stands under it, who may go from there and how far.

const SVG = "http://www.w3.org/2000/svg";
const CELLS = new Map(FORM.cells.map(([id, x, y]) => [id, { id, x, y }]));
const MAP = { at: "", view: null, act: null, pick: null, dragged: false };

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

/** Closer (below 1) or farther (above 1), around the mark or the middle. */
function zoom(by) {
  const { x, y, broad, high } = MAP.view;
  const at = CELLS.get(MAP.at);
  const seen = at && at.x > x && at.x < x + broad && at.y > y && at.y < y + high;
  const middle = seen ? at : { x: x + broad / 2, y: y + high / 2 };
  const width = broad * by;
  look(middle.x - width / 2, middle.y - (width * high) / broad / 2, width);
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

/** What is in a cell, in words. */
function wordsOf(cell) {
  const own = FORM.pieces.filter(([, , at]) => at === cell).map(([, label]) => label);
  const parts = [calledOf(cell), ...(FORM.told[cell] ?? []), own.length ? `yours: ${own.join(", ")}` : ""];
  const far = MAP.act?.reach?.get(cell)?.far;
  if (MAP.act) parts.push(far === undefined ? "out of reach" : steps(far));
  return parts.filter(Boolean).join("; ");
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

// ------------------------------------------------------------------------------------------------------------- acts

/** What stands under the mark, and what can be done with it. */
function showHere() {
  const own = FORM.pieces.filter(([, , at]) => at === MAP.at);
  const told = (FORM.told[MAP.at] ?? []).map((line) => element("li", {}, line));
  const parts = [element("h3", { id: "here-title" }, MAP.at ? `At ${calledOf(MAP.at)}` : "The map")];
  if (told.length) parts.push(element("ul", {}, ...told));
  if (own.length) parts.push(element("fieldset", {}, element("legend", {}, "Yours"), ...own.map(pieceBox)));
  parts.push(...actButtons(own));
  byId("here").replaceChildren(...parts);
}

/** A piece to be chosen, or only named where it can be told nothing. */
function pieceBox([id, label, , note, acts], at) {
  const named = `${label}${note ? ` — ${note}` : ""}`;
  const able = FORM.acts.filter((act) => acts.includes(act.name));
  if (!able.length) return element("p", { class: "second piece" }, named);
  const alone = able.some((act) => act.graph && !act.many);
  const box = element("input", { type: alone ? "radio" : "checkbox", id: `piece-${id}`, value: id, name: "piece" });
  box.checked = alone ? at === 0 : !ordered(id);
  const points = pointsOf(id);
  const done = ordered(id) ? [element("span", { class: "tag" }, points ? `ordered, ${points} points` : "ordered")] : [];
  return element("div", { class: "piece" }, box, element("label", { for: box.id }, named, " ", ...done));
}

/** Whether some row of the orders already tells this piece where to go. */
function ordered(id) {
  const named = (act) => (valueAt([act.section]) ?? []).some((row) => [row[act.movers]].flat().some((one) => isNamed(one, id)));
  return FORM.acts.filter((act) => act.graph).some(named);
}

/** How many points the steps of a piece spend. */
function pointsOf(id) {
  const costs = new Map(FORM.acts.filter((act) => act.cost).map((act) => [`${act.movers} ${act.inside}`, act]));
  let sum = 0;
  for (const act of costs.values()) {
    for (const row of (valueAt([act.section]) ?? []).filter((each) => isNamed(each[act.movers], id))) {
      for (const step of row[act.within] ?? []) if (step?.[act.inside] !== undefined) sum += act.cost * Number(step[act.inside]?.times ?? 1);
    }
  }
  return sum;
}

/** A button for each thing that pieces here can be told. */
function actButtons(own) {
  const able = (act) => own.filter(([, , , , acts]) => acts.includes(act.name)).map(([id]) => id);
  return FORM.acts.filter((act) => able(act).length).map((act) =>
    button(act.graph ? `${act.title}…` : act.title, () => begin(act, able(act)), { id: `act-${act.name}`, kind: act.graph ? "chief" : "" }),
  );
}

/** Begin an act with the pieces that are ticked. */
function begin(act, able) {
  const ticked = able.filter((id) => byId(`piece-${id}`)?.checked);
  if (!ticked.length) return say(`${act.title}: choose who first`);
  const who = act.many || !act.graph ? ticked : ticked.slice(0, 1);
  if (!act.graph) return (act.many ? [who] : who.map((one) => [one])).forEach((each) => addRow(act, each, {}));
  MAP.act = { act, who, row: null, from: lastStop(act, who[0]) };
  MAP.act.reach = reach(act.graph, MAP.act.from);
  showReach();
  showAct();
  byId("chart").focus();
  return say(`${act.title}: ${who.map(labelOf).join(", ")}. Choose where to: arrow keys and Enter, or a click. ${FORM.travel}`);
}

/** Where a piece will be when the steps are done that it has been given; where it is, if an act makes a row of its own. */
function lastStop(act, id) {
  const row = act.inside ? (valueAt([act.section]) ?? []).find((each) => isNamed(each[act.movers], id)) : null;
  const goals = (row?.[act.within] ?? []).map((step) => step?.[act.inside]?.[act.goal]).filter(Boolean);
  return goals.length ? cellNamed(String(goals.at(-1))) : MAP.at;
}

const labelOf = (id) => PIECES.get(id)?.label ?? id;

/** A row of its own for an act. */
function addRow(act, who, more) {
  if (act.within) return addWithin(act, who[0], { ...act.gives, ...more });
  const at = (valueAt([act.section]) ?? []).length;
  const place = act.at ? { [act.at]: placeWord(MAP.at) } : {};
  append([act.section], { ...place, [act.movers]: act.many ? who.map(writtenOf) : writtenOf(who[0]), ...more }, "chart");
  say(`${act.title}: ${who.map(labelOf).join(", ")}, entry ${at + 1} of ${words(act.section)}.`);
  return at;
}

/** An entry of the list that a piece's row holds; the row itself where the piece has none. */
function addWithin(act, who, gifts) {
  const rows = valueAt([act.section]) ?? [];
  const row = rows.findIndex((each) => isNamed(each[act.movers], who));
  const entry = act.inside ? { [act.inside]: gifts } : gifts;
  if (row < 0) append([act.section], { [act.movers]: writtenOf(who), [act.within]: [entry] }, "chart");
  else append([act.section, row, act.within], entry, "chart");
  if (!MAP.act) showHere();
  say(`${act.title}: ${labelOf(who)}.`);
  return row < 0 ? rows.length : row;
}

/** The next stop of the move that is being laid. */
function onward(cell) {
  const { act, who, row, from, reach: known } = MAP.act;
  const far = known.get(cell)?.far;
  if (!far) return say(cell === from ? "That is where they are." : `${calledOf(cell)} cannot be reached from ${calledOf(from)}`);
  if (act.goal) {
    const stops = act.each ? way(act.graph, from, cell).slice(1) : [cell];
    for (const stop of stops) addRow(act, who, { [act.goal]: placeWord(stop) });
    return endAct("chart");
  }
  const total = (MAP.act.far ?? 0) + far;
  if (row === null) MAP.act.row = addRow(act, who, { path: [placeWord(cell)] });
  else append([act.section, row, "path"], placeWord(cell), "chart");
  Object.assign(MAP.act, { from: cell, far: total, reach: reach(act.graph, cell) });
  showReach();
  showAct();
  return say(`${who.map(labelOf).join(", ")} to ${cell}: ${steps(total)}. Choose further places, or Escape when that is all.`);
}

/** The panel while a move is being laid. */
function showAct() {
  const { act, who, row, from, far } = MAP.act;
  byId("here").replaceChildren(
    element("h3", { id: "here-title" }, `${act.title}: ${who.map(labelOf).join(", ")}`),
    element("p", {}, row === null ? "Choose where to on the map." : `As far as ${from}: ${steps(far)}. Choose further, or leave it at that.`),
    element("p", { class: "second" }, FORM.travel),
    button(row === null ? "Never mind" : "That is all", () => endAct("chart"), { id: "act-end" }),
  );
}

/** Leave off laying a move, or choosing a place. */
function endAct(focus = "") {
  const was = MAP.act ?? MAP.pick;
  Object.assign(MAP, { act: null, pick: null });
  byId("reach").replaceChildren();
  showHere();
  if (was && focus) byId(focus)?.focus();
  if (was) say("Done.");
}

// ------------------------------------------------------------------------------------------------- drawn on the sheet

/** How far it is to every cell in reach. */
function showReach() {
  const marks = [];
  for (const [id, { far }] of MAP.act.reach) {
    const cell = CELLS.get(id);
    if (far && cell) marks.push(drawn("text", { class: STOPS.has(id) ? "far stop" : "far", x: cell.x, y: cell.y + 5 }, String(far)));
  }
  byId("reach").replaceChildren(...marks);
}

/** The moves that are ordered, each by the way its pieces would take. */
function showPlans() {
  const lines = [];
  for (const act of FORM.acts.filter((each) => each.graph)) {
    for (const row of [valueAt([act.section]) ?? []].flat()) {
      const mover = [...PIECES.keys()].find((id) => isNamed([row?.[act.movers]].flat()[0], id));
      let start = PIECES.get(mover)?.at;
      for (const plan of act.within ? [row?.[act.within] ?? []].flat() : [row]) {
        const step = act.inside ? plan?.[act.inside] : plan;
        const stops = [step?.[act.goal || "path"] ?? []].flat().map((word) => cellNamed(String(word)));
        if (start && stops.length) lines.push(planned(act, start, stops));
        if (act.inside && stops.length) start = stops.at(-1);
      }
    }
  }
  byId("plans").replaceChildren(...lines.filter(Boolean));
}

/** One move as a line. */
function planned(act, start, stops) {
  const cells = [start];
  for (const stop of stops) cells.push(...way(act.graph, cells.at(-1), stop).slice(1));
  const points = cells.map((id) => CELLS.get(id)).filter(Boolean);
  if (points.length < 2) return null;
  return drawn("polyline", { class: "plan", points: points.map(({ x, y }) => `${x},${y}`).join(" "), "marker-end": "url(#plan-head)" });
}

// ------------------------------------------------------------------------------------------------------ keys, mouse

const TOWARDS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const CHART_KEYS = {
  Enter: () => choose(MAP.at), " ": () => choose(MAP.at), Escape: () => endAct("chart"), "+": () => zoom(0.7), "-": () => zoom(1.4),
  n: () => nextOwn(1), p: () => nextOwn(-1),
};

/** To the next cell with pieces of one's own. */
function nextOwn(by) {
  const cells = [...new Set(FORM.pieces.map(([, , at]) => at))].filter((cell) => CELLS.has(cell));
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

/** A click chooses; a drag moves the window. */
function startDrag(down) {
  const { x, y, broad } = MAP.view;
  const box = byId("chart").getBoundingClientRect();
  MAP.dragged = false;
  const move = (event) => {
    const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
    MAP.dragged ||= Math.hypot(across, along) > 6;
    if (MAP.dragged) look(x - (across * broad) / box.width, y - (along * broad) / box.width, broad);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
}

/** Everything about the map, once. */
function startChart() {
  if (!CELLS.size) return;
  const chart = byId("chart");
  chart.addEventListener("keydown", keyOnChart);
  chart.addEventListener("pointerdown", startDrag);
  chart.addEventListener("click", (event) => {
    if (MAP.dragged) return;
    const { x, y } = pointOf(event);
    choose(cellAt(x, y));
  });
  byId("closer").addEventListener("click", () => zoom(0.7));
  byId("farther").addEventListener("click", () => zoom(1.4));
  byId("whole").addEventListener("click", () => show(FORM.bounds));
  byId("next-own").addEventListener("click", () => nextOwn(1));
  byId("focus").addEventListener("click", () => show(FORM.focus));
  show(FORM.focus);
  const first = FORM.pieces.find(([, , at]) => CELLS.has(at))?.[2];
  mark(first ?? cellAt((FORM.focus[0] + FORM.focus[2]) / 2, (FORM.focus[1] + FORM.focus[3]) / 2), { tell: false });
}
