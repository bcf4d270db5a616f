// What pieces are told on the map: who goes, where to and with what odds, who sails with them and who lands.

/** What stands under the mark, and what can be done with it. */
function showHere() {
  const own = piecesAt(MAP.at);
  const told = toldOf(MAP.at).map((line) => element("li", {}, line));
  const parts = [element("h3", { id: "here-title" }, MAP.at ? `At ${calledOf(MAP.at)}` : "The map")];
  if (told.length) parts.push(element("ul", {}, ...told));
  if (own.length) parts.push(element("fieldset", {}, element("legend", {}, "Yours"), ...own.map(pieceBox)));
  parts.push(element("div", { class: "acts" }, ...actButtons(own), ...shopButtons()));
  parts.push(...(MAP.shop === MAP.at ? shopShelf() : []));
  byId("here").replaceChildren(...parts);
  if (MAP.scrolled) byId("here").scrollTop = MAP.scrolled; // to ask for it here would have the whole page laid out
}

/** A piece to be chosen, or only named where it can be told nothing. */
function pieceBox({ id, label, note, acts, fresh }, at) {
  const named = `${label}${note ? ` — ${note}` : ""}`;
  const able = FORM.acts.filter((act) => acts.includes(act.name));
  const beside = able.filter((act) => isBeside(act, able));
  const quick = beside.map((act) => small(`${act.title}${act.graph ? "…" : ""}`, () => quickly(act, id), `${act.title}: ${label}`, `${act.name}-${id}`));
  const points = pointsOf(id);
  const done = ordered(id) ? [element("span", { class: "tag" }, points ? `ordered, ${points} points` : "ordered")] : [];
  if (able.length === quick.length) return element("p", { class: "second piece" }, named, " ", ...done, ...quick);
  const alone = able.some((act) => act.graph && !act.many) && !quick.length;
  const box = element("input", { type: alone ? "radio" : "checkbox", id: `piece-${id}`, value: id, name: "piece" });
  box.checked = alone ? at === 0 : !ordered(id) && !fresh && !able.some((act) => act.number);
  const bought = fresh ? [element("span", { class: "tag" }, "in this file")] : [];
  return element("div", { class: "piece" }, box, element("label", { for: box.id }, named, " ", ...bought, ...done), ...quick);
}

/** Whether an act has a button beside each piece: where one click does it, or where others go together and this does not. */
const isBeside = (act, able) => act.quick || (act.graph && !act.many && able.some((each) => each.many));

/** Whether some row of the orders already tells this piece where to go. */
function ordered(id) {
  const named = (act) => entriesOf(act).some((one) => isNamed(one, id));
  return FORM.acts.filter((act) => act.graph || act.once).some(named);
}

/** Everybody whom the rows of an act name; of a list of plain names, the names. */
function entriesOf(act) {
  if (act.bare) return [valueAt(sectionOf(act)) ?? []].flat();
  return rowsAt(sectionOf(act)).flatMap((row) => [row[act.movers] ?? []].flat());
}

/** How many points the steps of a piece spend. */
function pointsOf(id) {
  const costs = new Map(FORM.acts.filter((act) => act.cost).map((act) => [`${act.movers} ${act.inside}`, act]));
  let sum = 0;
  for (const act of costs.values()) {
    for (const row of rowsAt(sectionOf(act)).filter((each) => isNamed(each[act.movers], id))) {
      for (const step of row[act.within] ?? []) if (step?.[act.inside] !== undefined) sum += act.cost * Number(step[act.inside]?.times ?? 1);
    }
  }
  return sum;
}

/** A button for each thing that pieces here can be told; acts that are called alike are one to whoever clicks. */
function actButtons(own) {
  const acts = (piece) => FORM.acts.filter((act) => piece.acts.includes(act.name));
  const able = (act) => own.filter((piece) => piece.acts.includes(act.name) && !isBeside(act, acts(piece))).map(({ id }) => id);
  const offered = FORM.acts.filter((act) => able(act).length);
  const isTicked = (id) => byId(`piece-${id}`)?.checked;
  return [...new Set(offered.map(({ title }) => title))].map((title) => {
    const alike = offered.filter((act) => act.title === title);
    const start = () => {
      const act = alike.find((each) => able(each).some(isTicked)) ?? alike[0];
      return begin(act, able(act));
    };
    return button(alike[0].graph ? `${title}…` : title, start, { id: `act-${alike[0].name}`, kind: alike[0].graph ? "chief" : "" });
  });
}

/** Begin an act with the pieces that are ticked. */
function begin(act, able) {
  const ticked = able.filter((id) => byId(`piece-${id}`)?.checked);
  if (!ticked.length) return say(`${act.title}: choose who first`);
  const who = act.many || !act.graph ? ticked : ticked.slice(0, 1);
  if (!act.graph) return (act.many ? [who] : who.map((one) => [one])).forEach((each) => addRow(act, each, {}));
  return layMove(act, who);
}

/** Begin to lay a move on the map. */
function layMove(act, who) {
  const from = lastStop(act, who[0]);
  MAP.act = { act, who, row: null, start: from, from, trail: [from], load: {}, points: 0, leaders: [], land: true, chosen: new Set() };
  MAP.act.reach = reach(act.graph, from);
  showReach();
  showAct();
  byId("chart").focus();
  return say(`${act.title}: ${who.map(labelOf).join(", ")}. Choose where to: arrow keys and Enter, or a click. ${FORM.travel}`);
}

/** Where a piece will be when the steps are done that it has been given; where it is, if an act makes a row of its own. */
function lastStop(act, id) {
  const row = act.inside ? rowsAt(sectionOf(act)).find((each) => isNamed(each[act.movers], id)) : null;
  const goals = (row?.[act.within] ?? []).map((step) => step?.[act.inside]?.[act.goal]).filter(Boolean);
  return goals.length ? cellNamed(String(goals.at(-1))) : MAP.at;
}

/** A row of its own for an act; where it has a number, the first that nobody has. */
function addRow(act, who, more) {
  if (act.within) return addWithin(act, who[0], { ...act.gives, ...more });
  const path = sectionOf(act);
  if (act.bare) return addName(act, who);
  const at = rowsAt(path).length;
  const place = act.at ? { [act.at]: placeWord(MAP.at) } : {};
  const free = act.number ? freeNumber(act) : "";
  const number = act.number ? { [act.number]: /^\d+$/.test(free) ? Number(free) : free } : {};
  append(path, { ...number, ...place, [act.movers]: act.many ? who.map(writtenOf) : writtenOf(who[0]), ...act.gives, ...more }, "chart");
  say(`${act.title}: ${who.map(labelOf).join(", ")}, entry ${at + 1} of ${sectionTitle(path[0])}.`);
  return at;
}

/** Names at the end of a list of plain names; one that stands there comes out again. */
function addName(act, who) {
  const path = sectionOf(act);
  for (const id of who) {
    const at = (valueAt(path) ?? []).findIndex((each) => isNamed(each, id));
    if (at < 0) append(path, writtenOf(id), "chart");
    else change([...path, at], undefined, "chart");
  }
  return say(`${act.title}: ${who.map(labelOf).join(", ")}.`);
}

/** The first number or name that no piece and no row has. */
function freeNumber(act) {
  const numbers = act.names ?? Object.keys(FORM.arrivals.find(({ section }) => section.join(".") === act.section)?.stock ?? {});
  const used = new Set(rowsAt(sectionOf(act)).map((row) => String(row[act.number])));
  return numbers.find((number) => !used.has(number) && !pieceBy(number)) ?? numbers.find((number) => !used.has(number)) ?? "1";
}

/** An act that one button beside a piece does; a list of a row about this cell takes the piece at its head. */
function quickly(act, id) {
  if (act.graph) return layMove(act, [id]);
  const path = sectionOf(act);
  const here = act.many && act.at ? rowsAt(path).findIndex((row) => cellNamed(String(row[act.at])) === MAP.at) : -1;
  if (here < 0) return addRow(act, [id], {});
  const list = [...path, here, act.movers];
  change(list, [writtenOf(id), ...(valueAt(list) ?? []).filter((each) => !isNamed(each, id))], "chart");
  return say(`${act.title}: ${labelOf(id)}.`);
}

/** An entry of the list that a piece's row holds; the row itself where the piece has none. */
function addWithin(act, who, gifts) {
  const path = sectionOf(act);
  const rows = valueAt(path) ?? [];
  const row = rows.findIndex((each) => isNamed(each[act.movers], who));
  const entry = act.inside ? { [act.inside]: gifts } : gifts;
  if (row < 0) append(path, { [act.movers]: writtenOf(who), [act.within]: [entry] }, "chart");
  else append([...path, row, act.within], entry, "chart");
  if (!MAP.act) showHere();
  say(`${act.title}: ${labelOf(who)}.`);
  return row < 0 ? rows.length : row;
}

/** The next stop of the move that is being laid. */
function onward(cell) {
  const { act, who, row, from, reach: known, trail } = MAP.act;
  if (!known.get(cell)?.far || !isLit(cell)) {
    return say(cell === from ? "That is where they are." : `${calledOf(cell)} cannot be reached from ${calledOf(from)}`);
  }
  if (act.goal) {
    const stops = act.each ? way(act.graph, from, cell).slice(1) : [cell];
    for (const stop of stops) addRow(act, who, { [act.goal]: placeWord(stop) });
    return endAct("chart");
  }
  const total = (MAP.act.far ?? 0) + known.get(cell).far;
  Object.assign(MAP.act, { from: cell, far: total, trail: [...trail, ...way(act.graph, from, cell).slice(1)], reach: reach(act.graph, cell) });
  if (row === null) MAP.act.row = addRow(act, who, { path: [placeWord(cell)] });
  else append([...sectionOf(act), row, "path"], placeWord(cell), "chart");
  writeLading();
  showReach();
  showAct();
  return say(`${who.map(labelOf).join(", ")} to ${calledOf(cell)}: ${wayWords()}. Choose further places, or Escape when that is all.`);
}

/** How far the voyage is that is being laid, and what dice decide on it. */
function wayWords() {
  const { act, trail, far } = MAP.act;
  return [steps(far), outlook(act.graph, { way: trail, far }, withThem()).words, against(trail.at(-1), withThem())].filter(Boolean).join(", ");
}

/** Everybody who goes: the movers, who is aboard them, and who is to come aboard. */
function withThem() {
  const { who, load, leaders } = MAP.act;
  return [...who, ...who.flatMap((id) => aboardOf(id)), ...Object.keys(load), ...leaders];
}

/** The panel while a move is being laid. */
function showAct() {
  const { act, who, row, from } = MAP.act;
  byId("here").replaceChildren(
    element("h3", { id: "here-title" }, `${act.title}: ${who.map(labelOf).join(", ")}`),
    element("p", {}, row === null ? "Choose where to on the map." : `As far as ${calledOf(from)}: ${wayWords()}. Choose further, or leave it at that.`),
    ...ladingParts(), ...optionParts(),
    button(row === null ? "Never mind" : "That is all", () => endAct("chart"), { id: "act-end", kind: row === null ? "" : "chief" }),
    element("p", { class: "second" }, FORM.travel),
  );
}

/** Leave off laying a move, or choosing a place. */
function endAct(focus = "") {
  const was = MAP.act ?? MAP.pick;
  Object.assign(MAP, { act: null, pick: null });
  byId("reach").replaceChildren();
  showHere();
  if (was && focus) byId(focus)?.focus({ preventScroll: true });
  if (was) say("Done.");
}

// --------------------------------------------------------------------------------------------------- bought on the map

/** What is for sale under the mark. */
function shopButtons() {
  const open = FORM.arrivals.some((arrival) => arrival.shop && arrival.places.includes(MAP.at));
  const shown = MAP.shop === MAP.at;
  const toggle = () => ((MAP.shop = shown ? "" : MAP.at), showHere(), byId("act-buy")?.focus());
  return open ? [button(shown ? "Close the shop" : "Buy here…", toggle, { id: "act-buy" })] : [];
}

/** Everything for sale here: a click buys it, and for what there is once another takes it back. */
function shopShelf() {
  return FORM.arrivals.filter((arrival) => arrival.shop && arrival.places.includes(MAP.at)).map((arrival) => {
    const wares = offersFor(arrival.shop, []).filter((offer) => onOffer(arrival, offer.value));
    const purse = spending().filter((spent) => spent.path === arrival.section.join()).map((spent) => element("p", { class: purseClass(spent) }, purseWords(spent)));
    return element("div", { class: "shelf" }, ...purse, ...wares.map((offer) => ware(arrival, offer)));
  });
}

/** Whether a ware may come to the cell under the mark: it is not sold out, or it was bought here. */
function onOffer(arrival, name) {
  if (Object.keys(arrival.only).length && !arrival.only[name]?.includes(MAP.at)) return false;
  const rows = bought(arrival, name);
  return rows.length < (arrival.stock[name]?.length ?? Infinity) || rows.some(isHere(arrival));
}

/** The rows that buy this, each with its place in the list. */
const bought = (arrival, name) => rowsAt(arrival.section).map((row, at) => ({ row, at })).filter(({ row }) => String(row[arrival.key]) === name);
const isHere = (arrival) => ({ row }) => cellNamed(String(row[arrival.at])) === MAP.at;
const several = (arrival, name) => (arrival.stock[name]?.length ?? 99) !== 1;

/** One ware with its price. */
function ware(arrival, offer) {
  const here = bought(arrival, offer.value).filter(isHere(arrival));
  const buy = () => {
    if (here.length && !several(arrival, offer.value)) change([...arrival.section, here[0].at], undefined);
    else append(arrival.section, { [arrival.key]: offer.value, [arrival.at]: arrival.written[offer.value]?.[MAP.at] ?? placeWord(MAP.at) });
    byId(`ware-${offer.value}`)?.focus();
  };
  const made = button(`${offer.label}${offer.note ? `, ${offer.note}` : ""}${here.length > 1 ? ` (${here.length})` : ""}`, buy, { id: `ware-${offer.value}`, kind: "ware" });
  made.setAttribute("aria-pressed", String(here.length > 0));
  if (!here.length || !several(arrival, offer.value)) return made;
  const less = small("−", () => (change([...arrival.section, here.at(-1).at], undefined), byId(`ware-${offer.value}`)?.focus()), `${offer.label}: one less`);
  return element("span", { class: "wares" }, made, less);
}

// ------------------------------------------------------------------------------------------------- drawn on the sheet

/** Whether a cell is a goal that a move may have. */
const isLit = (id) => MAP.act.lit?.has(id) ?? true;

/** The goals of a move, each lit, with what dice decide on the way. */
function showReach() {
  const { act, reach: known, trail, far = 0 } = MAP.act;
  const marks = [];
  MAP.act.lit = new Set();
  for (const [id, found] of known) {
    const cell = CELLS.get(id);
    if (!found.far || !cell) continue;
    const told = outlook(act.graph, { way: oddsOf(act.graph) ? [...trail, ...wayIn(known, id).slice(1)] : [], far: far + found.far }, withThem());
    if (!told.able) continue;
    MAP.act.lit.add(id);
    marks.push(drawn("circle", { class: STOPS.has(id) ? "lit stop" : "lit", cx: cell.x, cy: cell.y, r: 17 }));
    const mark = oddsOf(act.graph) ? told.mark : String(found.far);
    if (mark) marks.push(drawn("text", { class: STOPS.has(id) ? "far stop" : "far", x: cell.x, y: cell.y + 5 }, mark));
  }
  byId("reach").replaceChildren(...marks);
}

/** The moves that are ordered, each by the way its pieces would take, numbered as they are carried out. */
function showPlans() {
  const lines = [];
  for (const act of FORM.acts.filter((each) => each.graph)) {
    [valueAt(sectionOf(act)) ?? []].flat().forEach((row, number) => {
      let start = pieceNamed([row?.[act.movers]].flat()[0])?.at;
      for (const plan of act.within ? [row?.[act.within] ?? []].flat() : [row]) {
        const step = act.inside ? plan?.[act.inside] : plan;
        const stops = [step?.[act.goal || "path"] ?? []].flat().map((word) => cellNamed(String(word)));
        if (start && stops.length) lines.push(...planned(act, start, stops, act.within ? "" : String(number + 1)));
        if (act.inside && stops.length) start = stops.at(-1);
      }
    });
  }
  byId("plans").replaceChildren(...lines);
}

/** One move as a line, with its number. */
function planned(act, start, stops, number) {
  const cells = [start];
  for (const stop of stops) cells.push(...way(act.graph, cells.at(-1), stop).slice(1));
  const points = cells.map((id) => CELLS.get(id)).filter(Boolean);
  if (points.length < 2) return [];
  const line = drawn("polyline", { class: "plan", points: points.map(({ x, y }) => `${x},${y}`).join(" "), "marker-end": "url(#plan-head)" });
  const middle = points[Math.ceil(points.length / 2)] ?? points[1];
  return number ? [line, drawn("text", { class: "plan-number", x: middle.x, y: middle.y + 6 }, number)] : [line];
}

/** A mark on every cell where this file brings somebody. */
function showFresh() {
  const cells = new Set(pieces().filter((piece) => piece.fresh).map((piece) => piece.at));
  const marks = [...cells].filter((id) => CELLS.has(id)).map((id) => drawn("path", { class: "fresh", d: `M${CELLS.get(id).x + 15} ${CELLS.get(id).y - 22}h12m-6 -6v12` }));
  byId("fresh").replaceChildren(...marks);
}
