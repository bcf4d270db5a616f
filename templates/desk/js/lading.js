// Who sails with a move and who lands: part of the act on the map, written into the move's own row.

/** Who might come aboard where the move begins: those ashore whom no other move takes. */
function waiting() {
  const { who, start, row } = MAP.act;
  const taken = new Set(ladings().filter(({ number }) => number !== row).map((each) => each.who));
  return pieces().filter(({ id, at, aboard }) => at === start && FORM.cargo[id] && !aboard && !who.includes(id) && !taken.has(id));
}

/** Who is aboard a carrier when the move has loaded. */
const loadedOn = (carrier) => [
  ...aboardOf(carrier, MAP.act.row ?? -1), ...Object.keys(MAP.act.load).filter((id) => MAP.act.load[id] === carrier),
];

/** The part of the panel for passengers; nothing where nobody could come or land. */
function ladingParts() {
  const { lading } = MAP.act.act;
  if (!lading) return [];
  const parts = lading.form === "each" ? eachParts() : pointParts();
  const anybody = lading.form === "each" ? MAP.act.who.some((id) => loadedOn(id).length) : MAP.act.points + MAP.act.leaders.length + carriedPoints();
  return [...parts, ...(anybody ? [landing()] : [])];
}

/** Passengers one by one: a tick takes them aboard the first ship with room, a choice another. */
function eachParts() {
  const [{ who, load }, able] = [MAP.act, waiting()];
  if (!able.length || !who.some((id) => FORM.holds[id])) return [];
  const rows = able.map(({ id, label, note }) => {
    const fits = who.filter((carrier) => FORM.holds[carrier] && !whyNotAboard(carrier, id, loadedOn(carrier).filter((each) => each !== id)));
    const box = element("input", { type: "checkbox", id: `load-${id}` });
    Object.assign(box, { checked: id in load, disabled: !(id in load) && !fits.length });
    box.addEventListener("change", () => setLoad(id, box.checked ? carrierFor(id, fits, loadedOn) : "", `load-${id}`));
    const options = fits.map((carrier) => [carrier, labelOf(carrier)]);
    const ship = id in load ? [choice(`ship-${id}`, options, load[id], (carrier) => setLoad(id, carrier, `ship-${id}`))] : [];
    ship.forEach((select) => select.setAttribute("aria-label", `The ship of ${label}`));
    return element("div", { class: "piece" }, box, element("label", { for: box.id }, `${label}${note ? ` — ${note}` : ""}`), ...ship);
  });
  const all = small("Everybody who fits", () => (able.forEach(({ id }) => fitIn(id)), afterLoad("load-all")), "", "load-all");
  return [element("fieldset", {}, element("legend", {}, "Who goes aboard"), ...rows, all)];
}

/** A piece aboard the first ship that takes it. */
function fitIn(id) {
  if (id in MAP.act.load) return;
  const carrier = carrierFor(id, MAP.act.who, loadedOn);
  if (carrier) MAP.act.load[id] = carrier;
}

/** A piece aboard a ship, or ashore again. */
function setLoad(id, carrier, focus) {
  if (carrier) MAP.act.load[id] = carrier;
  else delete MAP.act.load[id];
  afterLoad(focus);
}

function afterLoad(focus) {
  writeLading();
  showReach();
  showAct();
  byId(focus)?.focus();
}

// ------------------------------------------------------------------------------------------------- points of troops

/** A force's room for points, and what it carries; a fleet's is that of its ships. */
const memberIds = (id) => (pieceBy(id)?.members.length ? pieceBy(id).members : [id]);
const formedWith = (id) => pieceBy(id)?.loaded ?? 0;
const roomOf = (id) => memberIds(id).reduce((sum, each) => sum + (FORM.holds[each] ?? 0), 0) - formedWith(id);
const carriedBy = (id) => memberIds(id).reduce((sum, each) => sum + (FORM.carried[each] ?? 0), 0) + formedWith(id);
const carriedPoints = () => MAP.act.who.reduce((sum, id) => sum + carriedBy(id), 0);

/** Points ashore at a cell: those that are there, and those that this file raises. */
function pointsAshore(cell) {
  const raised = FORM.arrivals.filter(({ points }) => points).flatMap((arrival) =>
    rowsAt(arrival.section).filter((row) => row[arrival.key] === arrival.points && cellNamed(String(row[arrival.at])) === cell));
  const formed = FORM.arrivals.filter(({ takes }) => takes).flatMap((arrival) =>
    rowsAt(arrival.section).filter((row) => cellNamed(String(row[arrival.at])) === cell).map((row) => Number(row[arrival.takes] ?? 0)));
  const taken = formed.reduce((sum, each) => sum + each, 0);
  return (FORM.ashore[cell] ?? 0) + raised.reduce((sum, row) => sum + Number(row.number ?? 1), 0) - taken;
}

/** How many points go aboard, and which leaders. */
function pointParts() {
  const { who, points, leaders, start } = MAP.act;
  const most = Math.max(0, Math.min(pointsAshore(start), who.reduce((sum, id) => sum + roomOf(id), 0)));
  const able = pieces().filter(({ id, at, aboard }) => at === start && FORM.cargo[id] && !aboard);
  if (!most && !able.length) return [];
  const set = (number, focus) => ((MAP.act.points = Math.min(Math.max(number, 0), most)), afterLoad(focus));
  const count = most
    ? [element("p", { class: "counter-row" }, `Regiment points aboard: ${points} of ${most} `,
      small("−", () => set(points - 1, "points-less"), "One regiment point less", "points-less"),
      small("+", () => set(points + 1, "points-more"), "One regiment point more", "points-more"),
      small("All that fit", () => set(most, "points-all"), "", "points-all"))]
    : [];
  const boxes = able.map(({ id, label }) => {
    const box = element("input", { type: "checkbox", id: `load-${id}` });
    box.checked = leaders.includes(id);
    box.addEventListener("change", () => {
      MAP.act.leaders = box.checked ? [...leaders, id] : leaders.filter((each) => each !== id);
      afterLoad(`load-${id}`);
    });
    return element("div", { class: "piece" }, box, element("label", { for: box.id }, label));
  });
  return [element("fieldset", {}, element("legend", {}, "Who goes aboard"), ...count, ...boxes)];
}

// --------------------------------------------------------------------------------------------- ashore, and what else

/** Whether they land at the end; preset, since that is what troops sail for. */
function landing() {
  const able = MAP.act.row === null || FORM.shores.includes(MAP.act.from);
  const box = element("input", { type: "checkbox", id: "load-land" });
  Object.assign(box, { checked: MAP.act.land && able, disabled: !able });
  box.addEventListener("change", () => ((MAP.act.land = box.checked), afterLoad("load-land")));
  const label = able ? "They land there" : `There is no land at ${calledOf(MAP.act.from)}`;
  return element("div", { class: "piece" }, box, element("label", { for: box.id }, label));
}

/** What else a move may do at its end: a tick each. */
function optionParts() {
  const { act, chosen } = MAP.act;
  const boxes = (act.options ?? []).map(({ key, label }) => {
    const box = element("input", { type: "checkbox", id: `option-${key}` });
    box.checked = chosen.has(key);
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(key);
      else chosen.delete(key);
      afterLoad(box.id);
    });
    return element("div", { class: "piece" }, box, element("label", { for: box.id }, label));
  });
  return boxes.length ? [element("fieldset", {}, element("legend", {}, "At the end"), ...boxes)] : [];
}

/** Write passengers, landing and the rest into the row of the move, once it has one. */
function writeLading() {
  const { act, row, load, land, points, leaders, from, chosen, who } = MAP.act;
  if (row === null) return;
  const path = [...sectionOf(act), row];
  const given = {};
  if (act.lading?.form === "each") {
    const { embark, who: whom, on } = act.lading;
    given[embark] = Object.entries(load).map(([id, ship]) => ({ [whom]: id, [on]: ship }));
    const anybody = given[embark].length || who.some((id) => aboardOf(id, row).length);
    given[act.lading.land] = land && anybody && FORM.shores.includes(from) ? "all" : undefined;
  }
  if (act.lading?.form === "points") {
    const { embark, points: number, leaders: led, land: ashore } = act.lading;
    given[embark] = some({ [number]: points || undefined, [led]: leaders.length ? leaders : undefined });
    const landed = land && FORM.shores.includes(from) ? points + carriedPoints() : 0;
    given[ashore] = some({ [number]: landed || undefined });
  }
  for (const option of act.options ?? []) given[option.key] = chosen.has(option.key) ? structuredClone(option.value) : undefined;
  for (const [key, value] of Object.entries(given)) {
    const nothing = value === undefined || isEmpty(value);
    if (nothing ? valueAt([...path, key]) !== undefined : JSON.stringify(valueAt([...path, key])) !== JSON.stringify(value)) {
      change([...path, key], nothing ? undefined : value, "chart");
    }
  }
}

/** A mapping without what is not said. */
const some = (mapping) => Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined));
