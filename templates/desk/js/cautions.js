// What is amiss that this page can see at once: money, room, what is said twice or leads to nothing. The rules have more.

const AMISS = { text: null, found: [] };

/** Every caution: { section, message }; looked for once a change. */
function cautions() {
  if (AMISS.text !== DESK.text) Object.assign(AMISS, { text: DESK.text, found: lookedFor() });
  return AMISS.found;
}

/** The same, looked for anew. */
function lookedFor() {
  return [...overspent(), ...saidTwice(), ...crowded(), ...overladen(), ...overloaded(), ...misformed(), ...unsaid(DESK.orders, [])];
}

/** More is spent than there is. */
function overspent() {
  return spending().filter(({ spent, points }) => spent > points).map(({ spent, points, word, section }) => ({
    section, message: `${spent} ${word} are spent, and there are ${points}`,
  }));
}

/** What there is once is bought twice; one piece is told to go twice. */
function saidTwice() {
  const found = [];
  for (const { section, key, stock } of FORM.arrivals) {
    const left = new Map(Object.entries(stock).map(([name, ids]) => [name, ids.length]));
    for (const row of rowsAt(section)) {
      const name = String(row[key] ?? "");
      if (!left.has(name)) continue;
      left.set(name, left.get(name) - 1);
      if (left.get(name) === -1) found.push({ section: section[0], message: `there is no further ${labelOf(name)} to be had` });
    }
  }
  for (const section of new Set(FORM.acts.filter((act) => act.once).map((act) => act.section))) {
    const acts = new Map(FORM.acts.filter((act) => act.once && act.section === section).map((act) => [act.movers, act]));
    const named = [...acts.values()].flatMap(entriesOf);
    for (const id of new Set(named.filter((each, at) => named.indexOf(each) < at))) {
      const what = FORM.acts.some((act) => act.section === section && act.graph) ? "told to move" : "named";
      found.push({ section: section.split(".")[0], message: `${labelOf(id)} is ${what} twice` });
    }
  }
  return found;
}

/** More comes to a place than it has room for. */
function crowded() {
  return FORM.rooms.flatMap(({ word, left, counts, wares }) => {
    const counted = new Set(counts);
    const come = pieces().filter((piece) => piece.fresh && counted.has(piece.id));
    const points = FORM.arrivals.flatMap((arrival) => rowsAt(arrival.section).filter((row) => wares.includes(String(row[arrival.key])))
      .map((row) => ({ at: cellNamed(String(row[arrival.at])), number: Number(row.number ?? 1) })));
    return Object.entries(left).flatMap(([cell, room]) => {
      const paid = points.filter(({ at }) => at === cell).reduce((sum, each) => sum + each.number, 0);
      const number = come.filter((piece) => piece.at === cell).length + paid;
      if (number <= room) return [];
      return [{ section: FORM.arrivals[0].section[0], message: `${calledOf(cell)} has room for ${room || "no"} ${word} more, and ${number} are put there` }];
    });
  });
}

/** Somebody is put aboard where there is no room for them, or no such ship. */
function overladen() {
  const found = [];
  for (const { act, number, who, on } of ladings()) {
    const why = who && on ? whyNotAboard(on, who, aboardOf(on)) : "";
    if (why) found.push({ section: act.section, message: `entry ${number + 1}: ${why}` });
  }
  for (const piece of pieces().filter((each) => each.fresh && each.aboard && FORM.cargo[each.id])) {
    const ship = pieceBy(piece.aboard);
    const why = ship?.at === piece.at ? whyNotAboard(piece.aboard, piece.id, aboardOf(piece.aboard)) : `${labelOf(piece.aboard)} is not at ${calledOf(piece.at)}`;
    if (why) found.push({ section: FORM.arrivals[0].section[0], message: why });
  }
  return [...new Map(found.map((each) => [each.message, each])).values()];
}

/** More points go aboard than a force has room for, or than are ashore where it lies; a leader goes aboard twice. */
function overloaded() {
  const [found, gone, ashore, led] = [[], new Set(), new Map(), new Map()];
  for (const act of FORM.acts.filter((each) => each.lading?.form === "points")) {
    rowsAt(sectionOf(act)).forEach((row, number) => {
      const [part, force] = [row[act.lading.embark], pieceNamed(row[act.movers])];
      if (!part || part.of || !force || gone.has(force.id)) return; // where a later voyage begins nobody knows
      gone.add(force.id);
      const points = Number(part[act.lading.points] ?? 0);
      const blame = (message) => found.push({ section: act.section.split(".")[0], message: `entry ${number + 1}: ${message}` });
      if (points > roomOf(force.id)) blame(`${force.label} has room for ${roomOf(force.id) || "no"} regiment points, and ${points} go aboard`);
      ashore.set(force.at, (ashore.get(force.at) ?? 0) + points);
      if (points && ashore.get(force.at) > pointsAshore(force.at)) blame(`${pointsAshore(force.at) || "no"} regiment points are ashore at ${calledOf(force.at)}, and ${ashore.get(force.at)} go aboard there`);
      for (const leader of [part[act.lading.leaders] ?? []].flat()) {
        if (led.has(leader)) blame(`${labelOf(leader)} goes aboard in entry ${led.get(leader)} already`);
        else led.set(leader, number + 1);
        if (pieceBy(leader) && pieceBy(leader).at !== force.at) blame(`${labelOf(leader)} is not at ${calledOf(force.at)}`);
      }
    });
  }
  return found;
}

/** A piece goes into two new fleets, or is elsewhere; or it is sent out alone though it goes into one. */
function misformed() {
  const found = [];
  for (const arrival of FORM.arrivals.filter(({ members }) => members)) {
    const named = new Map();
    rowsAt(arrival.section).forEach((row, number) => {
      const at = cellNamed(String(row[arrival.at] ?? ""));
      for (const id of [row[arrival.members] ?? []].flat().filter((each) => typeof each === "string")) {
        const piece = pieceNamed(id);
        const blame = (message) => found.push({ section: arrival.section[0], message: `entry ${number + 1}: ${message}` });
        if (named.has(id)) blame(`${labelOf(piece?.id ?? id)} is in entry ${named.get(id)} already`);
        named.set(id, number + 1);
        if (piece && at && piece.at && piece.at !== at) blame(`${piece.label} is at ${calledOf(piece.at)}, not at ${calledOf(at)}`);
      }
    });
    for (const act of FORM.acts.filter((each) => each.graph)) {
      rowsAt(sectionOf(act)).forEach((row, number) => {
        const lone = [row[act.movers] ?? []].flat().find((each) => named.has(each));
        if (lone !== undefined) found.push({ section: act.section.split(".")[0], message: `entry ${number + 1}: ${labelOf(lone)} goes into another force of this file: order that one` });
      });
    }
  }
  return [...new Map(found.map((each) => [each.message, each])).values()];
}

/** Lists that stand there with nobody in them. */
function unsaid(value, path) {
  if (kindOfValue(value) === "text") return [];
  if (Array.isArray(value) && !value.length && path.length > 1 && typeof path.at(-1) === "string") {
    const schema = schemaAt(path);
    if (!schema) return [];
    return [{ section: path[0], message: `${entryName(path)}“${calledField(schema, path.at(-1))}” names nobody and nothing: take it out, or fill it` }];
  }
  return Object.entries(value).flatMap(([key, inner]) => unsaid(inner, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** "entry 2: " for what stands in a list, nothing for anything else. */
function entryName(path) {
  const at = path.find((step) => typeof step === "number");
  return at === undefined ? "" : `entry ${at + 1}: `;
}
