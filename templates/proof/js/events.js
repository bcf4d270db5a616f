// The events of a record that matches: each choice, who had it, its worth, and against whom; and the three verdicts
// (docs/protocol.md, 25). Amber is for a choice against a seat that has not agreed to it; a choice from which only the
// seat concerned could have gained, openly and at the price of its own orders, is a remark.

/** What a return with fresh dice is worth, by tier. */
const FRESH_BITS = { "two-step": Math.log2(3), beacon: 1 };
const FOR_AUDIT = "that the phase is the rules' next one is for audit to say";
/** Grammar 1: nothing bounds what its moderator could choose. */
const PLAYED_BEFORE = {
  code: "E11", phase: "", seat: "", bits: null, remark: false, line: 0,
  words: "played under the rules of before: the moderator could choose dice and drop orders, and nobody could tell",
};
const GREEN = "no decision had a second seed and no order in time was dropped";

/** An event as a program reads it: its words begin with the phase. */
function eventOf(code, words, { phase = "", seat = "", bits = 0, remark = false, line = 0 } = {}) {
  return { code, phase, seat, bits, remark, line, words: phase ? `${phase}: ${words}` : words };
}

/** A record that was walked, with what its letters say. */
class EventRecord {
  constructor(walk, { entries, charter, tenures }, post, network, shown) {
    Object.assign(this, { walk, entries, charter, tenures, network, shown, seals: post.seals, tier: charter.tier });
    this.letters = post.letters(entries);
    this.lines = new Map(entries.map((entry) => [entry.n, entry]));
    const hashes = entries.map((entry) => ({ lock: entry.lock, open: entry.sha256 })[entry.k]);
    this.onRecord = new Set(hashes.filter(Boolean));
    this.bySeat = new Map(walk.seats.map((seat) => [seat, []]));
    for (const letter of this.letters) this.bySeat.get(letter.seat)?.push(letter);
  }

  /** The first letter of a seat that covers a line, by the keys that the seat had then. */
  confirms(seat, line) {
    const letter = this.bySeat.get(seat).find(({ account }) => account.size > line);
    if (!letter) return null;
    const [then, now] = [line, letter.line].map((at) => keysOf(this.tenures.at(at), seat).ssh.blob);
    return same(then, now) ? letter : null;
  }

  /** How many lines a seat has seen, by its letters up to a line. */
  seenBy(seat, before = Infinity) {
    const sizes = this.bySeat.get(seat).filter(({ line }) => line < before).map(({ account }) => account.size);
    return sizes.reduce((most, size) => Math.max(most, size), 0);
  }

  /** The same of every seat that writes letters which can say so: [seat, lines]. */
  confirmed() {
    return this.charter.seats.filter(({ plain }) => !plain).map(({ seat }) => [seat, this.seenBy(seat)]);
  }
}

/** All events of a record, in the order of the lines they hang on. */
function eventsOf(record) {
  const attempts = [...record.walk.phases.values()];
  const found = [
    ...plainSeats(record), ...attempts.flatMap((attempt) => eventsOfAttempt(record, attempt)),
    ...saidByLetters(record), ...changedHands(record, attempts), ...returnsOf(record), ...atTheEnd(record, attempts),
  ];
  return found.sort((one, other) => one.line - other.line);
}

/** The events of one attempt. */
function eventsOfAttempt(record, attempt) {
  const { tier } = record;
  return [
    ...(tier === "moderated" ? silentSeats(record, attempt) : []),
    ...(tier === "two-step" ? [...leftOutEvents(record, attempt), ...lateOpenings(record, attempt)] : []),
    ...(tier !== "beacon" && attempt.seed && !attempt.kept ? foreseen(record, attempt) : []),
    ...(tier === "beacon" ? lockedLate(record, attempt) : []),
    ...thrownAnew(record, attempt), ...struckOrders(record, attempt),
  ];
}

// ---------------------------------------------------------------------------------------------- silence (E1, E4, E8)

/** E1: a seat that was asked had no lock before the first `locked` of tier moderated, in whichever attempt. */
function silentSeats(record, { acts, firstLocked, lockedSomething, occasion }) {
  if (!firstLocked) return [];
  const silent = acts.filter((seat) => !lockedSomething.has(seat) && record.bySeat.has(seat));
  return silent.map((seat) => {
    const { plain } = keysOf(record.charter, seat);
    const [remark, words] = confirmationOf(record, firstLocked, occasion.phase, seat);
    const chose = plain ? "its orders could be dropped" : "the moderator could choose between two seeds";
    const [bits, line] = [plain || remark ? 0 : 1, firstLocked.n];
    const fields = { phase: occasion.phase, seat, bits, remark, line };
    return eventOf("E1", `nothing of '${seat}' counted; ${chose}${words}`, fields);
  });
}

/** Whether a seat confirms its own silence in its first letter afterwards, and what that letter says. */
function confirmationOf(record, { n }, phase, seat) {
  const letter = record.confirms(seat, n);
  if (!letter) return [false, ""];
  const isOfPhase = ([line]) => phaseLine(record, line)?.phase === phase;
  const late = letter.account.late.find(isOfPhase);
  if (late) return [false, `; '${seat}' heard of the phase at ${late[1]}, when it was over`];
  const missing = letter.account.missing.find((digest) => !record.onRecord.has(digest));
  if (missing) return [false, `; '${seat}' says that it sent ${missing}`];
  return [true, `; '${seat}' confirms that it sent nothing (entry ${letter.line}): then only in league with it`];
}

/** The entry of a line, if it opens a phase, or locks one. */
function phaseLine(record, line, kind = "phase") {
  const entry = record.lines.get(line);
  return entry?.k === kind ? entry : undefined;
}

/** E5 and E8: what letters call missing or late, each once. What is on record after all is nothing. */
function saidByLetters(record) {
  const told = new Set();
  const isNew = (seat, what) => !told.has(`${seat} ${what}`) && told.add(`${seat} ${what}`);
  return record.letters.flatMap((letter) => {
    const { seat, line, account } = letter;
    const missing = account.missing.filter((digest) => !record.onRecord.has(digest) && isNew(seat, digest));
    const late = account.late.filter(([at]) => isNew(seat, at));
    return [
      ...missing.map((digest) => {
        return eventOf("E8", `'${seat}' says that ${digest} was sent in time and does not count`, { seat, line });
      }),
      ...late.flatMap(([at, moment]) => saidLate(record, letter, at, moment)),
    ];
  });
}

/** A line that came to a seat too late. */
function saidLate(record, letter, at, moment) {
  const [opened, locked] = [phaseLine(record, at), phaseLine(record, at, "locked")];
  const { seat, line } = letter;
  const heard = `'${seat}' heard of the ${opened ? "phase" : "list"} at ${moment}, when`;
  if (opened && record.tier === "two-step") {
    return [eventOf("E8", `${heard} it was over`, { phase: opened.phase, seat, line })];
  }
  if (record.tier !== "beacon" || !(opened ?? locked)) return [];
  const { phase } = opened ?? locked;
  const round = (opened ?? record.walk.phases.get(occasionOf(locked).stem))?.round;
  if (!opened) {
    const words = `${heard} round ${round ?? "?"} was out: orders could be fixed with the dice known`;
    return [eventOf("E5", words, { phase, seat, line })];
  }
  const bits = chosenRounds(record, letter, opened, momentOf(moment));
  return [eventOf("E5", `${heard} round ${round} was out: the round could be chosen`, { phase, seat, bits, line })];
}

/** Among how many rounds the moderator could choose, in bits: those between what the seat had confirmed, and when it
 * heard. None, where a lock of the seat that counts has seen the phase. */
function chosenRounds(record, { seat, line }, opened, until) {
  if (record.walk.phases.get(occasionOf(opened).stem)?.listed.has(seat)) return 0;
  return bitsBetween(record, Math.min(record.seenBy(seat, line), opened.n), until);
}

/** The worth in bits of a choice among the rounds from a seat's newest line until a moment. */
function bitsBetween({ network, lines }, seen, until) {
  const newest = lines.get(Math.max(seen - 1, 0));
  if (!network || !newest) return 0;
  const rounds = roundAt(network, until) - roundAt(network, momentOf(newest.t));
  return rounds > 1 ? Math.log2(rounds) : 0;
}

// ------------------------------------------------------------------------------------------- openings (E2, E4), dice

/** E2: the dice were made once more without seats whose openings were missing. E4: nobody waited for them at all. */
function leftOutEvents(record, attempt) {
  const { occasion: { phase, attempt: number }, before, opening, firstLocked, abandoned } = attempt;
  if (attempt.reason === MISSED && before) {
    const throws = before.asked(record.walk.seats).length <= 3 ? 2 : 3;
    const missing = [...attempt.leftOut].filter((seat) => !before.without.includes(seat)).sort();
    const strays = missing.map((seat) => before.strays.get(`${seat} ${OPENING}`)).filter(Boolean);
    const came = strays.map(({ n }) => `; the opening came: entry ${n}`).join("");
    const chose = `the moderator in league with a seat could choose among ${throws} throws`;
    const seats = missing.map((seat) => `'${seat}'`).join(", ");
    const fields = { phase, seat: missing[0] ?? "", bits: Math.log2(throws), line: opening.n };
    return [eventOf("E2", `attempt ${number} without ${seats}: ${chose}${came}`, fields)];
  }
  if (!firstLocked) return [];
  return [...abandoned.keys()].sort().map((seat) => {
    const words = `'${seat}' was not asked; it had been silent since ${abandoned.get(seat)}`;
    return eventOf("E4", words, { phase, seat, remark: true, line: firstLocked.n });
  });
}

/** A `timeout` that an opening healed, or that changed nothing. */
function lateOpenings(record, attempt) {
  const { phase } = attempt.occasion;
  return [...attempt.unopened].flatMap(([seat, { n }]) => {
    const opened = attempt.opened.get(seat);
    const waits = record.walk.last.get(phase) === attempt && !attempt.seed;
    if (!opened && !waits) return [];
    const words = opened ? `opened late (entry ${opened.n}), and nothing was lost by it` : "has not opened";
    return [eventOf("", `'${seat}' ${words}`, { phase, seat, remark: true, line: n })];
  });
}

/** E10: one seat alone, or none, has shown a value for a seed. */
function foreseen(record, attempt) {
  const shown = [...record.walk.shownFor(attempt).keys()].sort();
  if (shown.length > 1) return [];
  const league = shown.length ? `, with '${shown[0]}',` : "";
  const words = `the moderator${league} could know these dice from the start; ${FOR_AUDIT}`;
  const fields = { phase: attempt.occasion.phase, seat: shown[0] ?? "", remark: true, line: attempt.seed.n };
  return [eventOf("E10", words, fields)];
}

/** E3: a return after which the dice were thrown anew. */
function thrownAnew({ tier }, { reason, kept, occasion, opening }) {
  const bits = FRESH_BITS[tier];
  if (reason !== RETURN || kept || bits === undefined) return [];
  return [eventOf("E3", "all signed to throw anew", { phase: occasion.phase, bits, line: opening.n })];
}

/** Returns that changed no dice are remarks. */
function returnsOf({ entries }) {
  const back = entries.filter(({ k, dice }) => k === "reopen" && dice === SAME_DICE);
  const words = "all signed to go back; the dice of phases that had them stay";
  return back.map(({ phase, n }) => eventOf("", words, { phase, remark: true, line: n }));
}

/** E5: the list was made when its round was out already. */
function lockedLate({ walk }, attempt) {
  const { firstLocked, round, occasion } = attempt;
  const due = firstLocked ? walk.outAt(attempt) : null;
  if (due === null || momentOf(firstLocked.t) < due) return [];
  const words = `locked when round ${round} was out already: orders could be fixed with the dice known`;
  return [eventOf("E5", words, { phase: occasion.phase, line: firstLocked.n })];
}

/** E7: orders that the moderator says nobody can read; a remark where the seal itself proves it. */
function struckOrders({ seals, shown }, { struck, listed, occasion: { phase } }) {
  return [...struck].flatMap(([seat, { n }]) => {
    const digest = listed.get(seat)?.lock ?? "";
    const state = seals.get(digest);
    if (state === SEAL_OPENS) return []; // a fault
    if (state === SEAL_BROKEN) {
      const words = `the orders of '${seat}' do not open, as everybody can see`;
      return [eventOf("", words, { phase, seat, remark: true, line: n })];
    }
    const where = shown.has(digest) ? `; they can be read: ${shown.get(digest)}` : "";
    const words = `the moderator says that he cannot read the orders of '${seat}'${where}`;
    return [eventOf("E7", words, { phase, seat, line: n })];
  });
}

// ------------------------------------------------------------------------------------------------ people, and the end

/** Seats that write plain files confirm nothing. */
function plainSeats({ charter }) {
  return charter.seats.filter(({ plain }) => plain).map(({ seat }) => {
    return eventOf("", `'${seat}' writes plain files and confirms nothing`, { seat, remark: true });
  });
}

/** E9: a seat changed hands between the opening of a phase and its seed, where its chain is part of the dice. */
function changedHands({ tier, entries }, attempts) {
  if (tier === "beacon") return [];
  const inOrder = attempts.toSorted((one, other) => one.opening.n - other.opening.n);
  return entries.filter(({ k, who }) => k === "rotate" && who !== "moderator").flatMap(({ who, n }) => {
    const before = inOrder.findLast(({ opening }) => opening.n < n);
    if (!before || before.seed?.n < n || before.takenBack?.n < n || before.kept) return [];
    const words = `'${who}' changed hands while it was open`;
    return [eventOf("E9", words, { phase: before.occasion.phase, seat: who, bits: 1, line: n })];
  });
}

/** E6: after the end of a game of tier beacon nobody of a seat has confirmed its last phases. */
function atTheEnd(record, attempts) {
  const final = record.entries.find(({ k }) => k === "final");
  if (!final || record.tier !== "beacon") return [];
  return record.walk.seats.flatMap((seat) => {
    const seen = record.seenBy(seat);
    const isLeft = ({ seed, takenBack, opening, firstLocked }) =>
      seed && !takenBack && (opening.n >= seen || (firstLocked && firstLocked.n >= seen));
    const left = attempts.filter(isLeft);
    if (!left.length) return [];
    const first = left.reduce((one, other) => (other.opening.n < one.opening.n ? other : one));
    const remark = left.every(({ listed }) => listed.has(seat)) || record.walk.silences.isAbandoned(seat);
    const bits = remark ? 0 : bitsBetween(record, seen, momentOf(first.seed.t));
    const words = `nobody of '${seat}' has confirmed what came after line ${Math.max(seen - 1, 0)}`;
    return [eventOf("E6", words, { seat, bits, remark, line: final.n })];
  });
}

// --------------------------------------------------------------------------------------------------------- verdicts

/** `mismatch`, `choice`, or `matches`: the three verdicts of a record with these faults and events. */
function verdictName(faults, events) {
  if (faults.length) return "mismatch";
  return events.some(({ remark }) => !remark) ? "choice" : "matches";
}

/** Bits to a tenth, in words. */
function bitsInWords(bits) {
  const number = bits.toFixed(1).replace(/\.0$/, "");
  return number === "1" ? "1 bit" : `${number} bits`;
}

/** The first words of a verdict on a record without faults. */
function headlineOf(verdict, events, confirmed) {
  if (!events.length && !confirmed.length) return "everything matches";
  const choices = events.filter(({ remark }) => !remark);
  if (verdict === "choice") {
    const bits = choices.map((event) => event.bits);
    const worth = bits.includes(null) ? "without bound" : `${bitsInWords(bits.reduce((a, b) => a + b, 0))} at most`;
    const times = `${choices.length} ${choices.length === 1 ? "time" : "times"}`;
    return `everything matches, but somebody had a choice: ${times}, ${worth}`;
  }
  const least = confirmed.length ? Math.min(...confirmed.map(([, lines]) => lines)) : 0;
  const howFar = least ? `up to line ${least - 1}, which every seat has confirmed, ` : "";
  const remarks = events.length - choices.length;
  const more = remarks ? `; ${remarks} ${remarks === 1 ? "remark" : "remarks"}` : "";
  return `everything matches: ${howFar}${GREEN}${more}`;
}

/** The seats that have not confirmed so many lines yet, under any verdict. */
function waitingFor(confirmed, size) {
  const behind = confirmed.filter(([, seen]) => seen < size);
  return behind.map(([seat, seen]) => `not confirmed yet by '${seat}': since line ${seen}`);
}
