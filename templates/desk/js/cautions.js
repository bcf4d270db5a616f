// What is amiss that this page can see at once: money, room, what is said twice or leads to nothing. The rules have more.

/** Every caution: { section, message }. */
function cautions() {
  return [...overspent(), ...saidTwice(), ...crowded(), ...overladen(), ...unsaid(DESK.orders, [])];
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
    const acts = FORM.acts.filter((act) => act.once && act.section === section);
    const named = rowsAt([section]).flatMap((row) => acts.flatMap((act) => [row[act.movers] ?? []].flat()));
    for (const id of new Set(named.filter((each, at) => named.indexOf(each) < at))) {
      found.push({ section, message: `${labelOf(id)} is told to move twice` });
    }
  }
  return found;
}

/** More comes to a place than it has room for. */
function crowded() {
  return FORM.rooms.flatMap(({ word, left, counts }) => {
    const counted = new Set(counts);
    const come = pieces().filter((piece) => piece.fresh && counted.has(piece.id));
    return Object.entries(left).flatMap(([cell, room]) => {
      const number = come.filter((piece) => piece.at === cell).length;
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
