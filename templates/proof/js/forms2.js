// Ledger grammar 2: the fields of its entries, and one attempt at a phase as far as the ledger has told of it
// (docs/protocol.md, 13).

/** Why an attempt beyond the first is opened; what a `timeout` says of a seat; what a game does without an opening. */
const [RETURN, MISSED] = ["return", "missed"];
const [ORDERS, ABANDONED, OPENING, STRIKE] = ["orders", "abandoned", "open", "seal"];
const WITHOUT = "without";
const FRESH_DICE = "fresh";

const isOneOf = (...words) => (value) => words.includes(value);
const isLine = (value) => Number.isInteger(value) && value >= 0;
/** A list of seats, sorted, each once. */
const areSeats = (value) => areTexts(value) && value.every((one, at) => isSeat(one) && (!at || value[at - 1] < one));

/** Kind -> what its entries must have, where that differs from grammar 1. */
const DUE_FIELDS = {
  charter: { sha256: isDigest, grammar: (value) => value === 2 },
  stray: { ...OF_PHASE, seat: isSeat, of: isOneOf("lock", OPENING), sha256: isDigest },
  seen: { seat: isSeat, sha256: isDigest, sig: isDigest },
  reopen: { ...ENTRY_FORMS.reopen, dice: isOneOf(SAME_DICE, FRESH_DICE), withdraws: areTexts },
  timeout: { seat: isSeat, what: isOneOf(ORDERS, ABANDONED, OPENING, STRIKE, UNANSWERED) },
};
/** Kind -> what its entries may have, and how. */
const MAY_FIELDS = {
  phase: {
    acts: areSeats, alone: isSeat, round: isCount, reveal: isText, reason: isOneOf(RETURN, MISSED), by: isLine,
  },
  lock: { needs: isCount },
  locked: { opens_by: isTime, without: (value) => areSeats(value) && value.length > 0 },
  open: { lock: isDigest },
  seed: { of: isCount, beacon: isText },
  timeout: { phase: isPhase, attempt: isCount, sig: isDigest },
  ack: { lock: isDigest, phase: isPhase, attempt: isCount, sha256: isDigest },
  reopen: { sigs: areDigests },
};

/** The first field that an entry of grammar 2 lacks or has wrong; nothing if all is well. */
function misshapenLater(entry) {
  const due = DUE_FIELDS[entry.k] ?? {};
  const may = MAY_FIELDS[entry.k] ?? {};
  const wrong = Object.keys(due).find((key) => !due[key](entry[key])) ??
    Object.keys(may).find((key) => key in entry && !may[key](entry[key]));
  if (wrong) return wrong;
  if (entry.k === "timeout" && entry.what !== UNANSWERED) {
    return Object.keys(OF_PHASE).find((key) => !OF_PHASE[key](entry[key]));
  }
  return entry.k in DUE_FIELDS ? undefined : misshapen(entry);
}

// --------------------------------------------------------------------------------------------------------- attempts

/** The last moment of the calendar: no time is counted beyond it. */
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);
const HOUR = 3600000;

/** The ledger's entries for one attempt, and what follows from them. */
class Attempt {
  constructor(entry, before) {
    const occasion = occasionOf(entry);
    const round = Number.isInteger(entry.round) ? entry.round : null;
    Object.assign(this, { occasion, opening: entry, round, before, entries: [], seed: null, kept: null, moved: "" });
    this.run = occasion.attempt;
    this.alone = entry.alone ?? "";
    this.reason = entry.reason ?? "";
    this.acts = [];
    /** Reason `missed`: whose openings were missing, and of whom none was asked before. */
    this.leftOut = new Set();
    /** The entry whose value a seat stands with if it shows none: its newest on record when the phase was opened. */
    this.stale = new Map();
    /** Locks by seat and seq, by hash; and of each seat the one that counts so far. */
    this.numbered = new Map();
    this.byHash = new Map();
    this.best = new Map();
    this.standing = [];
    /** Seats that had a lock on record before the first `locked`, whether it counts or not. */
    this.lockedSomething = new Set();
    Object.assign(this, { firstLocked: null, lastLocked: null, listed: new Map(), answered: new Set() });
    /** Seats of which nothing is asked; those that stood as abandoned, and since which phase. */
    this.without = [];
    this.abandoned = new Map();
    Object.assign(this, { opensBy: null, opened: new Map(), unopened: new Map(), struck: new Map() });
    /** The line of the `reopen` that has taken this attempt back; the index that is due of the moderator's chain. */
    Object.assign(this, { takenBack: null, modDue: 0, strays: new Map(), lanes: new Set(), told: new Set() });
  }

  /** The attempt in which the list of locks was made: this one, or the one before a missed opening. */
  get base() {
    return this.reason === MISSED && this.before ? this.before.base : this;
  }

  /** When orders are due, after all rulings. */
  get closes() {
    return closesAt(this);
  }

  /** The seat whose lock was also its opening: it acts alone, and its lock counts. */
  openerByLock() {
    return this.alone && this.reason !== MISSED && this.listed.has(this.alone) ? this.alone : "";
  }

  /** The seats that have to open, in tier two-step: all but those that are left out. */
  asked(seats) {
    return seats.filter((seat) => !this.without.includes(seat));
  }

  /** The seats that were asked to open and did not. */
  silent(seats) {
    const alone = this.openerByLock();
    return this.asked(seats).filter((seat) => !this.opened.has(seat) && seat !== alone);
  }
}

/** In which phases each seat was asked for orders and was silent, since it last wrote (docs/protocol.md, 18). */
class Silences {
  constructor(most) {
    Object.assign(this, { most, wanted: new Map(), unheard: new Map() });
  }

  /** A lock, an opening or new keys: somebody sits there. */
  wrote(seat) {
    this.wanted.delete(seat);
    this.unheard.delete(seat);
  }

  /** A phase in which orders of the seat were wanted has been locked; a question belongs to its phase. */
  want(seat, phase) {
    const phases = this.wanted.get(seat) ?? [];
    if (phases.at(-1) !== basePhase(phase)) phases.push(basePhase(phase));
    this.wanted.set(seat, phases);
  }

  /** The record says that the seat sent nothing for this phase. */
  saidSilent(seat, phase) {
    this.unheard.set(seat, (this.unheard.get(seat) ?? new Set()).add(basePhase(phase)));
  }

  /** Whether nobody waits for the seat any more. */
  isAbandoned(seat) {
    return this.most > 0 && this.said(seat).length >= this.most;
  }

  /** The first of the phases for which an abandoned seat was silent. */
  since(seat) {
    return this.said(seat).at(-this.most);
  }

  /** The phases since the seat last wrote of which the record says that it was silent. */
  said(seat) {
    return (this.wanted.get(seat) ?? []).filter((phase) => this.unheard.get(seat)?.has(phase));
  }
}

/** The phase to which the step of a question belongs. */
const basePhase = (phase) => phase.replace(/\.[0-9]{1,3}$/, "");
