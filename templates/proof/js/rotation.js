// Keys that are replaced while a game goes on (PROTOCOL 3.11; docs/protocol.md, 13): `rotate/1` says so, and
// `acceptance/1` names the new keys. They count from the line after their entry onwards, never backwards (threat 23).

/** What a `timeout` entry calls a seat that has not answered to a new moderator. */
const UNANSWERED = "rotate";

/** How an entry calls whoever takes the keys' place over, apart from who had it before. */
const takerOf = (who) => `${who}+new`;

/** A file's fields by a shape of ours, or the faults in it. */
function readShaped(shape, data, file) {
  const node = new YamlReader(yamlText(data, file), file).document();
  const faults = [];
  const fields = shaped(shape, node, file, faults);
  if (faults.length) throw new Refused(faults.sort((a, b) => a.line - b.line));
  return fields;
}

/** The paper that replaces keys, if its parts go together. `until` or `phases` make it a loan, which ends by itself. */
function readRotation(data, file = "") {
  const made = readShaped(ROTATE_SHAPE, data, file);
  if ("until" in made && momentOf(made.until) === null) throw bad(`'${made.until}' is no time of the calendar`);
  made.lends = "until" in made || "phases" in made;
  const wrong = misfit(made);
  if (wrong) throw bad(wrong, { file });
  return made;
}

/** What does not go together in a paper; nothing if all does. */
function misfit(made) {
  const { who, how } = made;
  const moderator = who === "moderator";
  if (how === "succession" && !moderator) return `succession is for the moderator, not for seat '${who}'`;
  if (["ruling", "return"].includes(how) && moderator) return `the moderator's keys are not replaced by ${how}`;
  const twoEnds = "until" in made && "phases" in made;
  if (made.lends && (moderator || how === "return" || twoEnds)) return "a loan has one end, and is of a seat";
  if (how === "ruling" && !made.reason) return "a ruling has no reason";
  const byAge = moderator && how === "hand-over";
  const due = how === "return" ? [false, false] : [!byAge, byAge];
  const named = ["accepted" in made, "age" in made];
  return named[0] === due[0] && named[1] === due[1] ? "" : "does not name the new keys as its kind does";
}

/** Who has to sign the paper; a successor whom guardians made is given the game by nobody. */
function giversOf({ who, how }) {
  if (how === "succession") return [];
  return how === "hand-over" ? [who] : ["moderator"];
}

/** New keys, each of which may be enrolled. */
function readAcceptance(data, file = "") {
  const { game, seat, name, ssh: line, age, chain, number = 1 } = readShaped(ACCEPTANCE_SHAPE, data, file);
  const ssh = parsePublic(line);
  checkEnrolment(ssh);
  checkRecipient(age);
  return { game, seat, keys: { name, ssh, age, chain }, number };
}

/** The charter with the keys that count, for every line of the ledger. */
class Tenures {
  constructor(charter) {
    Object.assign(this, { charter, lines: [-1], charters: [charter], numbers: {}, loans: new Map() });
  }

  /** The keys by which the entry of this line is judged: those of the entries before it. */
  at(line) {
    return this.charters[this.lines.filter((one) => one < line).length - 1];
  }

  /** Each replacement of somebody's keys has a number, so that an old paper serves once. */
  nextNumber(who) {
    return (this.numbers[who] ?? 0) + 1;
  }

  /** Whether anybody has had this chain. */
  knows(anchor) {
    const seats = this.charters.flatMap((one) => one.seats.flatMap(peopleOf));
    return [this.charter.moderator, ...seats].some((keys) => keys.chain === anchor);
  }

  /** From the next line on the new keys count; a seat that goes back has its owner's again. */
  enter(line, made, keys) {
    const { who } = made;
    const loan = this.loans.get(who);
    const owner = loan?.owner ?? keysOf(this.charter, who);
    this.loans.delete(who);
    if (made.lends) this.loans.set(who, { line, terms: made, owner });
    this.numbers[who] = made.number;
    this.charter = withKeys(this.charter, who, made.how === "return" && loan ? loan.owner : keys);
    this.lines.push(line);
    this.charters.push(this.charter);
  }
}

/** The same charter with other keys for one of its people. */
function withKeys(charter, who, { name, ssh, age, chain, members = [], needs = 1 }) {
  const isPlainSeat = charter.seats.find((seat) => seat.seat === who)?.plain ?? false;
  const keys = { name, ssh, age, chain: isPlainSeat ? "" : chain, members, needs, plain: isPlainSeat };
  const inForce = sha256OfText(`${charter.inForce} ${who} ${hexOf(ssh.blob)} ${age} ${chain}`);
  if (who === "moderator") return { ...charter, inForce, moderator: keys };
  const seats = charter.seats.map((seat) => (seat.seat === who ? { ...keys, seat: who } : seat));
  return { ...charter, inForce, seats };
}

// ------------------------------------------------------------------------------- what stands against a change

/** What the paper says that does not fit the game or its turn, at that time and after those entries. */
function paperFaults(held, made, before, t) {
  const { charter } = held;
  const { who, how } = made;
  const faults = [];
  if (made.game !== charter.game || made.charter !== charter.sha256) {
    faults.push(`is for another game or charter: '${made.game}'`);
  }
  const due = held.nextNumber(who);
  if (!charter.who.includes(who)) faults.push(`is about '${who}', who has no part in this game`);
  else if (made.number !== due) faults.push(`is replacement ${made.number} of '${who}', ${due} is due`);
  const loan = held.loans.get(who);
  if (how === "return" && !loan) faults.push(`ends a loan of seat '${who}', which is not on loan`);
  else if (how === "return" && !isOver(loan, before, t)) {
    faults.push(`gives seat '${who}' back before the time that was agreed`);
  }
  if ("until" in made && made.until <= t) faults.push(`lends seat '${who}' until ${made.until}, which has passed`);
  return faults;
}

/** Whether a loan's time is up, by the ledger before, and the time of the entry that ends it. */
function isOver({ line, terms }, before, t) {
  if ("until" in terms) return t >= terms.until;
  return closedSince(line, before).length >= terms.phases;
}

/** Where phases have been closed since a line; one that all have gone back on is not, until it is played again. */
function closedSince(start, before) {
  let closed = [];
  const opened = new Map();
  for (const { k, n, phase, dice, withdraws } of before) {
    if (k === "phase") opened.set(phase, n);
    else if (k === "state" && n > start) closed.push(n);
    else if (k === "reopen" && (dice === SAME_DICE || withdraws)) {
      closed = closed.filter((line) => line < (opened.get(phase) ?? n));
    }
  }
  return closed;
}

/** Why these keys cannot take that place. */
function newKeyFaults(held, made, { game, seat, keys, number }) {
  const { charter } = held;
  const faults = [];
  const plays = (person) => charter.tier === "moderated" && same(person.ssh.blob, keys.ssh.blob);
  if (game !== charter.game || seat !== made.who) faults.push(`accepts the seat '${seat}' of game '${game}'`);
  else if (made.who !== "moderator") {
    if (held.knows(keys.chain)) faults.push("has the anchor of another chain");
    if (plays(charter.moderator)) faults.push("is the moderator's, who cannot play a seat in tier moderated");
  } else if (keys.chain !== charter.moderator.chain) {
    faults.push("has another chain than the game, whose dice a new moderator cannot choose either");
  } else if (charter.seats.flatMap(peopleOf).some(plays)) {
    faults.push("is a player's, who cannot be the moderator too in tier moderated");
  } else if (number !== made.number) { // what the seats sign; a former moderator has their signatures of his time
    faults.push(`accepts replacement ${number} of the moderator, this is ${made.number}`);
  }
  if ("age" in made && keys.age !== made.age) {
    faults.push("has another age key than the one the game was handed over to");
  }
  return faults;
}
