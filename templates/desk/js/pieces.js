// Who is on the map: the pieces of the view, and those that this very file buys, raises or forms.

/** A piece as the form has it, by names. */
const pieceOf = ([id, label, at, note = "", acts = [], written = null, more = {}]) => ({
  id, label, at, note, acts, written: written ?? id, lists: [], aboard: "", members: [], ...more,
});
const RECRUITS = new Map(FORM.recruits.map(pieceOf).map((piece) => [piece.id, piece]));
const OLD_PIECES = FORM.pieces.map(pieceOf);
const GATHERED = { text: null, list: [], byId: new Map(), named: new Map() };

const NAMED_SO = new Map([...RECRUITS.values(), ...OLD_PIECES].filter(({ written }) => typeof written === "string").map(({ id, written }) => [written, id]));
/** The id of a piece that a row names. */
const idOfName = (word) => NAMED_SO.get(word) ?? word;

/** The rows of a list somewhere in the orders; none where there is no such list. */
function rowsAt(path) {
  const rows = valueAt(path);
  return Array.isArray(rows) ? rows.filter((row) => kindOfValue(row) === "object") : [];
}

/** Every piece, as the orders are now. */
function pieces() {
  if (GATHERED.text !== DESK.text) {
    GATHERED.text = DESK.text;
    GATHERED.list = gathered();
    GATHERED.byId = new Map(GATHERED.list.map((piece) => [piece.id, piece]));
    GATHERED.named = new Map(GATHERED.list.toReversed().map((piece) => [JSON.stringify(piece.written), piece]));
  }
  return GATHERED.list;
}

/** A piece by its id. */
const pieceBy = (id) => (pieces(), GATHERED.byId.get(id));

/** The first piece that a row names so. */
const pieceNamed = (value) => (pieces(), GATHERED.named.get(JSON.stringify(value)));

/** Those that were there, then those that come; what goes into a new fleet sails with it. */
function gathered() {
  const came = FORM.arrivals.flatMap(arrived);
  const fleets = new Map(came.flatMap((piece) => piece.members.map((member) => [member, piece])));
  const again = new Set(came.map((piece) => piece.id));
  const inFleet = (piece) => {
    const fleet = fleets.get(piece.id);
    return fleet ? { ...piece, acts: [], note: `in ${lower(fleet.label)}`, aboard: fleet.id } : piece;
  };
  return [...OLD_PIECES.filter((piece) => !again.has(piece.id)), ...came].map(inFleet);
}

/** The pieces that the rows of one section bring: each takes the next that is left of what it names. */
function arrived(arrival) {
  const left = new Map(Object.entries(arrival.stock).map(([name, ids]) => [name, [...ids]]));
  return rowsAt(arrival.section).flatMap((row) => {
    const at = cellNamed(String(row[arrival.at] ?? ""));
    const id = at ? left.get(arrival.key ? String(row[arrival.key]) : "")?.shift() : "";
    if (!id || !RECRUITS.has(id)) return [];
    const aboard = (arrival.aboard && row[arrival.aboard]) || "";
    const members = arrival.members ? [row[arrival.members] ?? []].flat().map(idOfName) : [];
    const loaded = arrival.takes ? Number(row[arrival.takes] ?? 0) : 0;
    const own = arrival.copies.filter((key) => row[key] !== undefined).map((key) => [key, row[key]]);
    const written = own.length ? { written: Object.fromEntries(own) } : {};
    const piece = { ...RECRUITS.get(id), at, aboard, members, loaded, ...written, fresh: true };
    return [aboard ? { ...piece, acts: [], note: `aboard ${labelOf(aboard)}` } : piece];
  });
}

/** The pieces of a cell. */
const piecesAt = (cell) => pieces().filter((piece) => piece.at === cell);
const labelOf = (id) => (GATHERED.byId.get(id) ?? RECRUITS.get(id))?.label ?? id;
/** What a row names a piece by, and whether it names this one. */
const writtenOf = (id) => structuredClone(pieceBy(id)?.written ?? id);
const isNamed = (value, id) => JSON.stringify(value) === JSON.stringify(pieceBy(id)?.written ?? id);

/** The section of an act, as a path: `fleets.form` is a list within a mapping. */
const sectionOf = (act) => act.section.split(".");

// -------------------------------------------------------------------------------------------------- who is aboard whom

/** The rows that take somebody aboard, each with the ships and passengers it names. */
function ladings() {
  const found = [];
  for (const act of FORM.acts.filter((each) => each.lading?.form === "each")) {
    rowsAt(sectionOf(act)).forEach((row, number) => {
      for (const part of Array.isArray(row[act.lading.embark]) ? row[act.lading.embark] : []) {
        found.push({ act, number, who: part?.[act.lading.who], on: part?.[act.lading.on] });
      }
    });
  }
  return found;
}

/** Everybody aboard a carrier: as they are, and as this file embarks them; one row may be left out. */
function aboardOf(carrier, but = -1) {
  const were = pieces().filter((piece) => piece.aboard === carrier && !piece.acts.length).map((piece) => piece.id);
  const come = ladings().filter(({ on, number }) => on === carrier && number !== but).map(({ who }) => who);
  return [...new Set([...were, ...come])];
}

/** Why a piece does not fit aboard a carrier beside those who are there; empty where it does. */
function whyNotAboard(carrier, id, others) {
  const [hold, [sort, like] = []] = [FORM.holds[carrier], FORM.cargo[id]];
  if (sort === undefined) return `${labelOf(id)} cannot go aboard`;
  if (!hold) return `${labelOf(carrier)} carries nobody`;
  if (hold === "leader" && sort !== "leader") return `${labelOf(carrier)} carries a leader only`;
  const rest = others.filter((each) => each !== id);
  if (hold !== "unlike") return rest.length ? `${labelOf(carrier)} carries one only` : "";
  const same = rest.find((each) => like && FORM.cargo[each]?.[1] === like);
  return same ? `${labelOf(carrier)} has ${labelOf(same)} aboard, which is alike` : "";
}

/** The carrier of these that takes a piece: those first that can take nobody else. */
function carrierFor(id, carriers, aboard) {
  const order = ["leader", "one", "unlike"];
  const sorted = [...carriers].sort((one, other) => order.indexOf(FORM.holds[one]) - order.indexOf(FORM.holds[other]));
  return sorted.find((carrier) => FORM.holds[carrier] && !whyNotAboard(carrier, id, aboard(carrier)));
}
