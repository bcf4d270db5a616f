// The ledger of grammar 2, entry by entry, first part: which attempts at a phase there may be (docs/protocol.md, 13).
// No line that the moderator alone can write changes a seed or drops an order. A walk knows no file: the value that a
// letter shows is asked of `linkShown`.

/** No deadline of tier beacon comes closer to its round than this (R9). */
const BEFORE_ROUND = HOUR;

/** Whether two lists of texts are one. */
const sameList = (one, other) => one.length === other.length && one.every((text, at) => text === other[at]);

/** The ledger up to a line, and what may follow: phases, attempts, returns, rulings. */
class AttemptWalk {
  /** `linkShown` gives the value that a lock or an opening shows; `roundTime` says when a round is out. */
  constructor(charter, tenures, blame, linkShown, roundTime) {
    Object.assign(this, { charter, tenures, blame, linkShown, roundTime });
    Object.assign(this, { tier: charter.tier, seats: charter.seatNames, twoStep: charter.tier === "two-step" });
    /** Every attempt by its stem; the newest of each phase; and, in order, those that were not taken back. */
    Object.assign(this, { phases: new Map(), last: new Map(), order: [] });
    /** Phases that were opened, have no seed, and were not taken back (R13); those that all agreed to open again. */
    Object.assign(this, { open: new Map(), licence: new Map() });
    /** How many seeds were made, kept ones apart; and attempts with a seed whose dice may still be missing. */
    Object.assign(this, { seeds: 0, unrolled: [] });
    /** Of each chain the entry with its highest value; of each seat its newest; values by phase or attempt and seat. */
    Object.assign(this, { top: new Map(), newest: new Map(), shown: new Map() });
    /** How many stand behind a team's lock beside its sender. */
    this.behind = new Map();
    this.silences = new Silences(charter.fields.people?.abandoned_after ?? 0);
    this.acks = [];
    this.lanes = charter.lanes.map(({ lane }) => lane);
  }

  /** One entry more. */
  take(entry) {
    if (Object.hasOwn(WALK_STEPS, entry.k)) this[WALK_STEPS[entry.k]](entry);
    else if (Object.hasOwn(ATTEMPT_STEPS, entry.k)) {
      const attempt = this.attemptOf(entry);
      if (!attempt) return;
      this[ATTEMPT_STEPS[entry.k]](entry, attempt);
      attempt.entries.push(entry);
    }
  }

  /** The attempt an entry belongs to; blamed where there is none. */
  attemptOf(entry) {
    const { stem, called } = occasionOf(entry);
    const attempt = this.phases.get(stem);
    if (!attempt) this.blame(entry, `is of ${called}, which has not been opened`);
    return attempt;
  }

  /** Whether an entry may still come in this attempt; blamed if not. */
  isCurrent(entry, attempt) {
    const { called, phase } = attempt.occasion;
    if (attempt.takenBack) {
      this.blame(entry, `is of ${called}, which entry ${attempt.takenBack.n} has taken back`);
    } else if (this.last.get(phase) !== attempt) this.blame(entry, `is of ${called}, which has a later attempt`);
    else return true;
    return false;
  }

  // ------------------------------------------------------------------------------------------------------ attempts

  /** A phase, or one more attempt at it (R1, R11, R13). */
  opensPhase(entry) {
    const occasion = occasionOf(entry);
    if (this.phases.has(occasion.stem)) {
      this.blame(entry, `opens ${occasion.called} a second time`);
      return;
    }
    this.completed(entry);
    const before = this.last.get(occasion.phase) ?? null;
    const attempt = new Attempt(entry, before);
    attempt.acts = Array.isArray(entry.acts) ? entry.acts : this.seats;
    attempt.stale = new Map(this.newest);
    if (occasion.attempt > 1 && before?.occasion.attempt !== occasion.attempt - 1) {
      this.blame(entry, `opens ${occasion.called} without the attempt before it`);
    } else if (before) this.opensAgain(entry, attempt, before);
    else if ("reason" in entry || "by" in entry) {
      this.blame(entry, `states why ${occasion.called} is opened, which a first attempt does not do`);
    }
    this.checkActs(entry, attempt);
    const other = [...this.open.keys()].find((name) => name !== occasion.phase);
    if (other) this.blame(entry, `opens ${occasion.called} while phase '${other}' has no seed`);
    if (this.tier === "beacon" && attempt.round === null) {
      this.blame(entry, "names no round, which tier beacon needs");
    }
    this.phases.set(occasion.stem, attempt);
    this.last.set(occasion.phase, attempt);
    this.open.set(occasion.phase, attempt);
    this.order.push(attempt);
  }

  /** `acts` and `alone` name seats; who acts alone is of those who act. */
  checkActs(entry, { acts, alone }) {
    for (const name of acts.filter((name) => !this.seats.includes(name))) {
      this.blame(entry, `wants orders of '${name}', who has no seat in this game`);
    }
    if (!("alone" in entry)) return;
    if (!(this.charter.fields.acts_alone && this.seats.includes(alone))) {
      this.blame(entry, `says that '${alone}' acts alone, which nobody has agreed to`);
    } else if (!acts.includes(alone)) {
      this.blame(entry, `says that '${alone}' acts alone, of whom it wants no orders`);
    }
  }

  /** One more attempt: after a return that all have signed, or once after a missed opening. */
  opensAgain(entry, attempt, before) {
    if (attempt.reason === RETURN) this.afterReturn(entry, attempt, before);
    else if (attempt.reason === MISSED) this.afterMissed(entry, attempt, before);
    else this.blame(entry, `opens ${attempt.occasion.called} without a reason on record`);
  }

  /** All have signed that the phase is opened again. A seed that it had stays. */
  afterReturn(entry, attempt, before) {
    const { phase, called } = attempt.occasion;
    const paper = this.licence.get(phase);
    this.licence.delete(phase);
    if (!paper || paper.n !== entry.by) {
      this.blame(entry, `opens ${called} by entry ${entry.by ?? "None"}, which does not agree to that`);
    }
    attempt.kept = before.seed ?? before.kept;
    if (this.tier === "moderated") {
      attempt.stale = before.stale;
      const first = this.phases.get(phase);
      if (!attempt.kept && first && !sameList(attempt.acts, first.acts)) {
        this.blame(entry, `wants orders of other seats than attempt 1 of phase '${phase}'`);
      }
    }
    if (paper?.dice === FRESH_DICE && this.tier === "beacon") this.checkSigned(entry, paper);
  }

  /** The round and the deadline of fresh dice are those that all have signed. */
  checkSigned(entry, paper) {
    for (const key of ["round", "deadline"]) {
      if (paper.phase === entry.phase && entry[key] !== paper[key]) {
        this.blame(entry, `has another ${key} than entry ${paper.n}, which all have signed`);
      }
    }
  }

  /** An opening did not come: the dice are made once more, without that seat (R1). */
  afterMissed(entry, attempt, before) {
    const { called, attempt: number } = attempt.occasion;
    if ("by" in entry) this.blame(entry, "names a paper, which a missed opening does not need");
    if (!this.twoStep) this.blame(entry, `opens ${called}, for a reason that tier ${this.tier} does not have`);
    else if (this.charter.fields.unopened !== WITHOUT) {
      this.blame(entry, `opens ${called}, though this game waits for openings`);
    } else if (before.reason === MISSED) {
      this.blame(entry, `opens ${called}: after a missed opening there is no second one`);
    } else if (before.takenBack) this.blame(entry, `opens ${called} after a return, for another reason`);
    else if (!before.firstLocked || before.seed) {
      this.blame(entry, `opens ${called}, though attempt ${number - 1} waits for no opening`);
    } else this.checkLeftOut(entry, attempt, before);
    if (!sameList(attempt.acts, before.acts) || attempt.alone !== before.alone) {
      this.blame(entry, `changes who acts in ${called}`);
    }
    attempt.run = before.run;
    attempt.standing = [...before.standing];
  }

  /** Each seat that is left out was asked, has not opened, and has a `timeout`; and they are fewer than half. */
  checkLeftOut(entry, attempt, before) {
    const { called } = attempt.occasion;
    const silent = before.silent(this.seats);
    for (const seat of silent.filter((seat) => !before.unopened.has(seat))) {
      this.blame(entry, `opens ${called} without '${seat}', of whom nothing says that it did not open`);
    }
    const healed = [...before.unopened.keys()].find((seat) => before.opened.has(seat));
    if (!silent.length && healed) {
      const { n } = before.opened.get(healed);
      this.blame(entry, `opens ${called} without '${healed}', whose opening is entry ${n}`);
    } else if (!silent.length) this.blame(entry, `opens ${called}, though no opening is missing`);
    const asked = before.asked(this.seats).length;
    if (2 * silent.length >= asked) {
      this.blame(entry, `opens ${called} without ${silent.length} of ${asked} seats`);
    }
    const due = this.missedFrom(before);
    if (due !== null && momentOf(entry.t) < due) {
      this.blame(entry, `opens ${called} before ${showTime(due)}, when openings could still come`);
    }
    attempt.leftOut = new Set([...silent, ...before.without]);
  }

  /** From when on a seat that has not opened may be left out. */
  missedFrom({ opensBy }) {
    const hours = this.charter.fields.mail_hours ?? MAIL_HOURS;
    return opensBy === null ? null : Math.min(opensBy + hours * HOUR, END_OF_TIME);
  }

  // --------------------------------------------------------------------------------------------- returns, rulings

  /** All have signed that play goes back to a phase; all that was opened since is taken back with it (R11). */
  goesBack(entry) {
    const name = entry.phase;
    const first = this.last.get(name);
    const start = first ? this.phases.get(occasionOf({ phase: name, attempt: first.run }).stem).opening.n : 0;
    const taken = [];
    if (first && !first.takenBack) {
      while (this.order.length && this.order.at(-1).opening.n >= start) taken.push(this.order.pop());
    }
    if (!taken.length) this.blame(entry, `goes back to phase '${name}', which is not open to go back to`);
    this.checkDice(entry, name, first);
    for (const attempt of taken) {
      const { phase, called } = attempt.occasion;
      if (!entry.withdraws.some((each) => `${phase}.`.startsWith(`${each}.`))) {
        this.blame(entry, `takes back ${called}, which it does not list`);
      }
      attempt.takenBack = entry;
      this.licence.set(phase, entry);
      this.open.delete(phase);
    }
    if (entry.dice === SAME_DICE) this.seats.forEach((seat) => this.silences.wrote(seat));
  }

  /** A return throws anew only what has no seed, and never in tier moderated; it keeps only what there is. */
  checkDice(entry, name, first) {
    const seed = first ? (first.seed ?? first.kept) : null;
    if (entry.dice === FRESH_DICE && seed) {
      this.blame(entry, `throws anew for phase '${name}', whose seed is entry ${seed.n}`);
    } else if (entry.dice === FRESH_DICE && this.tier === "moderated") {
      this.blame(entry, `throws anew for phase '${name}', which tier moderated does not do`);
    } else if (first && entry.dice === SAME_DICE && this.tier !== "moderated" && !seed) {
      this.blame(entry, `keeps the dice of phase '${name}', which has none`);
    }
  }

  /** New keys: somebody sits at the seat. */
  rotated(entry) {
    this.silences.wrote(entry.who);
  }

  /** A deadline that a signed ruling put off; none brings one forward, nor to its round (R9). */
  putsOff(entry) {
    if (!MOVES.includes(entry.what) || entry.phase === undefined) return;
    const named = isPhase(entry.phase) && isCount(entry.attempt);
    const attempt = named ? this.phases.get(occasionOf(entry).stem) : null;
    const key = "opens" in entry ? "opens" : "until";
    const until = momentOf(entry[key]);
    if (!attempt || until === null || !("sig" in entry)) {
      this.blame(entry, "moves the deadline of no phase that was opened, to no time, or is not signed");
    } else if (key === "opens") {
      if (attempt.opensBy === null || until < attempt.opensBy) {
        const words = `brings the time for openings of ${attempt.occasion.called} forward to ${showTime(until)}`;
        this.blame(entry, words);
      } else attempt.opensBy = until;
    } else if (!("step" in entry)) this.closesLater(entry, attempt, until);
  }

  /** The deadline of orders. */
  closesLater(entry, attempt, until) {
    const due = this.outAt(attempt);
    const { called } = attempt.occasion;
    if (until < attempt.closes) {
      this.blame(entry, `brings the deadline of ${called} forward to ${showTime(until)}`);
    } else if (due !== null && until > due - BEFORE_ROUND) {
      const words = `round ${attempt.round} is out at ${showTime(due)}`;
      this.blame(entry, `puts the deadline of ${called} to ${showTime(until)}; ${words}`);
    } else attempt.moved = showTime(until);
  }

  /** When the round of an attempt is out, in tier beacon. */
  outAt({ round }) {
    return round === null ? null : this.roundTime(round);
  }

  /** Before anything follows, the dice of every seed are on record: of the public lane and of every secret one. */
  completed(entry) {
    for (const attempt of this.unrolled) {
      const missing = ["pub", ...this.lanes.toSorted()].find((lane) => !attempt.lanes.has(lane));
      if (missing && attempt.seed) {
        this.blame(entry, `comes before the dice of lane '${missing}' in ${attempt.occasion.called}`);
      }
    }
    this.unrolled = [];
  }
}
