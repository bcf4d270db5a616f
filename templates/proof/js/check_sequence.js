// The ledger as a course of events: every entry has its fields, and each comes when it may (docs/protocol.md, 13, 16).

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isInteger(value) && value >= 1;
const fitsForm = (form) => (value) => isText(value) && form.test(value);
const [isDigest, isPhase, isSeat, isLane] = [HEX32, PHASE, SEAT, LANE].map(fitsForm);
const areTexts = (value) => Array.isArray(value) && value.every(isText);
const areDigests = (value) => Array.isArray(value) && value.every(isDigest);
const isTime = (value) => momentOf(value) !== null;
const OF_PHASE = { phase: isPhase, attempt: isCount };
const SIGNED = { sha256: isDigest, sigs: areDigests };
/** What a `reopen` says of the dice where play goes back: the seed of the phase stays. Rulings that move a deadline. */
const SAME_DICE = "same";
const MOVES = ["extend", "resume"];
/** Who has not opened so often in a phase is not asked again (docs/protocol.md, 18). */
const MOST_REFUSALS = 2;
/** Kind -> what its entries must have; they may say more. */
const ENTRY_FORMS = {
  charter: { sha256: isDigest },
  ack: { who: isSeat, sig: isDigest },
  phase: { ...OF_PHASE, deadline: isTime },
  lock: { ...OF_PHASE, seat: isSeat, seq: isCount, lock: isDigest, orders: isDigest },
  locked: { ...OF_PHASE, locks: areDigests },
  open: { ...OF_PHASE, seat: isSeat, sha256: isDigest },
  seed: { ...OF_PHASE, sha256: isDigest },
  rolls: { ...OF_PHASE, lane: isLane, sha256: isDigest },
  srolls: { ...OF_PHASE, lane: isLane, root: isDigest, key: isDigest },
  report: OF_PHASE,
  state: { ...OF_PHASE, commit: isDigest },
  reveal: {},
  ruling: { sha256: isDigest },
  protest: { seat: isSeat, sha256: isDigest },
  amend: SIGNED,
  reopen: { phase: isPhase, ...SIGNED },
  timeout: { seat: isSeat, what: isText },
  escrow: { sha256: isDigest },
  rotate: { who: isSeat, how: isText, by: areTexts, ...SIGNED },
  final: { sha256: isDigest },
};

/** The first field that an entry lacks or has wrong; nothing if all is well. */
function misshapen(entry) {
  const ofPhase = entry.k === "phase" && "alone" in entry ? { alone: isSeat } : {};
  const [readable, hidden] = ["sha256" in entry, "commit" in entry];
  const ofSeat = hidden || !readable ? { seat: isSeat, commit: isDigest } : {};
  const ofReport = { ...(readable ? { sha256: isDigest } : {}), ...ofSeat };
  const ofTeam = entry.k === "lock" && "needs" in entry ? { needs: isCount } : {};
  const ofAck = isAgreement(entry) ? { ...OF_PHASE, lock: isDigest, sha256: isDigest } : {};
  const more = entry.k === "report" ? ofReport : { ...ofPhase, ...ofTeam, ...ofAck };
  const forms = { ...ENTRY_FORMS[entry.k], ...more };
  return Object.keys(forms).find((key) => !forms[key](entry[key]));
}

/** Every entry has the fields of its kind; those that have not are not asked anything else. */
function checkForms(audit, game, wrongIn = misshapen) {
  game.entries = game.ledger.filter((entry) => {
    const isLater = SINCE_GRAMMAR_2.includes(entry.k) || (entry.k === "charter" && "grammar" in entry);
    if (game.charter.grammar === 1 && isLater) {
      audit.blameEntry(entry, "is of grammar 2, and the charter is of grammar 1");
      return false;
    }
    const wrong = wrongIn(entry);
    if (wrong) {
      const hint = "docs/protocol.md, section 13, lists the fields";
      audit.blameEntry(entry, `has no proper '${wrong}'`, { hint });
    }
    return !wrong;
  });
}

/** Each entry comes when it may; gives the phases by their stems. */
function checkCourse(audit, game) {
  const walk = new Walk(audit, game.charter);
  for (const entry of game.entries) walk.take(entry);
  walk.end();
  return walk.phases;
}

const ofKind = (record, ...kinds) => record.entries.filter((entry) => kinds.includes(entry.k));

/** The locks that count. */
const countedIn = (record) => ofKind(record, "locked").flatMap((entry) => entry.locks);

/** The lock that was also its seat's opening: of a seat that acts alone, sent for this attempt. */
function openedWithLock(record) {
  const isOpening = ({ lock }) => record.opening.alone && countedIn(record).includes(lock);
  return ofKind(record, "lock").filter(isOpening);
}

/** Until when orders were due in the end. */
const closesAt = ({ opening, moved }) => Math.max(momentOf(opening.deadline), moved ? momentOf(moved) : 0);

/** The ledger, entry by entry, with what has happened so far. */
class Walk {
  constructor(audit, charter) {
    Object.assign(this, { audit, charter, acks: [], past: [], agreements: [], phases: new Map() });
    /** Phases that may be tried again: all have signed for it, or a seat has failed to answer. */
    this.again = new Map();
    /** Of those, the ones that all have gone back on: they keep the dice they had. */
    this.back = new Set();
    /** What an earlier return has taken back: it may be no part of what was played since. */
    this.withdrawn = new Set();
    /** How long after its deadline a phase still takes orders. */
    this.grace = (charter.fields.calendar?.grace_hours ?? 0) * 3600000;
  }

  /** One entry more. */
  take(entry) {
    this.past.push(entry);
    const forms = ENTRY_FORMS[entry.k];
    if (entry.k === "phase") this.phaseOpened(entry);
    else if ("phase" in forms && "attempt" in forms) this.ofPhase(entry);
    else if (isAgreement(entry)) this.agreed(entry);
    else if (entry.k === "ack") this.ack(entry);
    else if (["reopen", "timeout"].includes(entry.k) && isText(entry.phase)) this.reason(entry);
    else if (entry.k === "ruling" && MOVES.includes(entry.what)) this.moved(entry);
  }

  /** Why a phase may be tried again; going back with the same dice takes along all that was opened after it. */
  reason(entry) {
    this.again.set(entry.phase, entry.n);
    this.back.delete(entry.phase);
    if (entry.k === "timeout") this.timeout(entry);
    else if (entry.dice === SAME_DICE) this.wentBack(entry);
  }

  /** Every phase opened since this one was opened for orders may be opened again (docs/protocol.md, 18). */
  wentBack(entry) {
    const records = [...this.phases.values()];
    const isRun = ({ occasion, run }) => occasion.phase === entry.phase && run === occasion.attempt;
    const last = records.findLast(isRun);
    if (!last) this.audit.blameEntry(entry, `goes back to phase '${entry.phase}', which has not been opened`);
    const listed = areTexts(entry.withdraws) ? entry.withdraws : [];
    for (const { occasion, opening } of records) {
      if (!last || opening.n < last.opening.n) continue;
      this.again.set(occasion.phase, entry.n);
      this.back.add(occasion.phase);
      const isKnown = listed.some((phase) => `${occasion.phase}.`.startsWith(`${phase}.`));
      if (!isKnown && !this.withdrawn.has(occasion.stem)) {
        this.audit.blameEntry(entry, `takes back ${occasion.called}, which it does not list`);
      }
      this.withdrawn.add(occasion.stem);
    }
  }

  /** A deadline that the moderator put off; he never brings one forward. */
  moved(entry) {
    if (entry.phase === undefined || "opens" in entry) return; // it moves no deadline of orders
    const named = isPhase(entry.phase) && isCount(entry.attempt);
    const record = named ? this.phases.get(occasionOf(entry).stem) : null;
    if (!record || !isTime(entry.until)) {
      this.audit.blameEntry(entry, "moves the deadline of no phase that was opened, or to no time");
    } else if (!("step" in entry)) {
      if (momentOf(entry.until) < closesAt(record)) {
        this.audit.blameEntry(entry, `brings the deadline of ${record.occasion.called} forward to ${entry.until}`);
      }
      record.moved = entry.until;
    }
  }

  /** An entry of a phase that must have been opened. */
  ofPhase(entry) {
    const occasion = occasionOf(entry);
    const record = this.phases.get(occasion.stem);
    if (!record) {
      this.audit.blameEntry(entry, `is of ${occasion.called}, which has not been opened`);
      return;
    }
    const step = { lock: "lock", locked: "locked", open: "opened", seed: "seed", rolls: "rolls", srolls: "rolls" };
    if (step[entry.k]) this[step[entry.k]](entry, record);
    record.entries.push(entry);
  }

  /** What must have happened by now. */
  end() {
    const missing = this.charter.who.filter((who) => !this.acks.includes(who));
    const first = [...this.phases.values()].find((record) => record.seed)?.seed;
    if (first && missing.length) {
      this.audit.blameEntry(first, `is there though '${missing[0]}' has not signed the charter`);
    } else if (missing.length) this.audit.note(`the charter is not yet signed by ${missing.join(", ")}`);
  }

  /** A signature under the charter: by somebody of this game, once, before the first seed (PROTOCOL 3.4). */
  ack(entry) {
    const { who } = entry;
    if (!this.charter.who.includes(who)) {
      this.audit.blameEntry(entry, `is by '${who}', who has no part in this game`);
    } else if (this.acks.includes(who)) this.audit.blameEntry(entry, `is the second by '${who}'`);
    else if ([...this.phases.values()].some((record) => record.seed)) {
      this.audit.blameEntry(entry, `comes after the first seed, too late for '${who}' to sign`);
    }
    this.acks.push(who);
  }

  /** One of a team stands behind a lock of his seat, while that may still count. */
  agreed(entry) {
    const record = this.phases.get(occasionOf(entry).stem);
    const lock = record && ofKind(record, "lock").find((each) => each.lock === entry.lock);
    if (lock?.seat !== entry.who) {
      this.audit.blameEntry(entry, `agrees to no lock that '${entry.who}' has sent for this phase`);
      return;
    }
    if (ofKind(record, "locked").some((other) => other.n > lock.n)) {
      this.audit.blameEntry(entry, `agrees to the lock of entry ${lock.n} after orders were locked`);
    }
    record.entries.push(entry);
    this.agreements.push(entry);
  }

  /** A phase, or another attempt at one, for which there must be a reason on record. */
  phaseOpened(entry) {
    const occasion = occasionOf(entry);
    const before = this.phases.get(occasionOf({ ...entry, attempt: entry.attempt - 1 }).stem);
    if (this.phases.has(occasion.stem)) {
      this.audit.blameEntry(entry, `opens ${occasion.called} a second time`);
      return;
    }
    const reason = this.again.get(occasion.phase) ?? -1;
    if (occasion.attempt > 1 && (!before || reason < before.opening.n)) {
      const hint = "another attempt needs a 'reopen' signed by all, or a 'timeout'";
      this.audit.blameEntry(entry, `opens ${occasion.called} without a reason on record`, { hint });
    }
    if (this.charter.tier === "beacon" && !Number.isInteger(entry.round)) {
      this.audit.blameEntry(entry, "names no round, which tier beacon needs");
    }
    const agreed = this.charter.fields.acts_alone && this.charter.seatNames.includes(entry.alone);
    if ("alone" in entry && !agreed) {
      this.audit.blameEntry(entry, `says that '${entry.alone}' acts alone, which nobody has agreed to`);
    }
    const round = Number.isInteger(entry.round) ? entry.round : null;
    const record = { occasion, opening: entry, round, entries: [], seed: null, timeouts: [], moved: "" };
    this.phases.set(occasion.stem, Object.assign(record, this.inherited(occasion, before)));
  }

  /** What an attempt has from the one before: its locks, or, where all have gone back, its seed. `run` is the attempt
   * under whose name reports and positions are committed to. */
  inherited({ phase, attempt }, before) {
    if (attempt === 1 || !before) return { run: 1, kept: null, standing: [], gone: new Set() };
    if (this.back.has(phase)) {
      return { run: attempt, kept: before.seed ?? before.kept, standing: [], gone: new Set() };
    }
    return { run: before.run, kept: before.kept, standing: [...before.standing], gone: new Set(before.gone) };
  }

  /** A seat that did not answer, or not so that it could be read, noted with every attempt at the phase so far. */
  timeout(entry) {
    for (const record of this.phases.values()) {
      if (entry.k === "timeout" && record.occasion.phase === entry.phase) record.timeouts.push(entry);
    }
  }

  /** A lock before its phase is locked; in tier moderated also later, as answers to questions. */
  lock(entry, record) {
    if (!this.charter.seatNames.includes(entry.seat)) {
      this.audit.blameEntry(entry, `is of '${entry.seat}', who has no seat in this game`);
    }
    this.checkOpen(entry, record);
    if (ofKind(record, "lock").some((other) => other.seat === entry.seat && other.seq === entry.seq)) {
      this.audit.blameEntry(entry, `is the second of seat '${entry.seat}' with seq ${entry.seq}`);
    }
    record.standing.push(entry);
  }

  /** Nothing is locked once the seed is out; in the stronger tiers not even twice. */
  checkOpen(entry, record) {
    if (record.seed || (ofKind(record, "locked").length && this.charter.tier !== "moderated")) {
      this.audit.blameEntry(entry, "comes after the phase was locked");
    }
  }

  /** The newest lock of every seat counts, and no other (PROTOCOL 3.5, threats 7 and 10). */
  locked(entry, record) {
    this.checkOpen(entry, record);
    const newest = countedLocks(record.entries);
    for (const lock of newest) {
      const late = momentOf(lock.t) > closesAt(record) + this.grace;
      if (!entry.locks.includes(lock.lock) && !late) {
        this.audit.blameEntry(entry, `leaves out the lock of seat '${lock.seat}' of entry ${lock.n}`);
      }
    }
    const standing = new Map(record.standing.map((lock) => [lock.lock, lock]));
    const seats = entry.locks.filter((lock) => standing.has(lock)).map((lock) => standing.get(lock).seat);
    for (const stranger of entry.locks.filter((lock) => !standing.has(lock))) {
      this.audit.blameEntry(entry, `lists the lock ${stranger.slice(0, 16)}..., which never came in`);
    }
    for (const seat of [...new Set(seats)].sort()) {
      const twice = seats.indexOf(seat) < seats.lastIndexOf(seat);
      if (twice) this.audit.blameEntry(entry, `counts two locks of seat '${seat}'`);
    }
    this.superseded(entry, newest, standing);
    for (const seat of this.charter.seatNames) if (this.givenUp(seat)) record.gone.add(seat);
    const enough = agreedBy(this.agreements);
    for (const lock of entry.locks.map((digest) => standing.get(digest)).filter(Boolean)) {
      if (enough(lock)) continue;
      this.audit.blameEntry(entry, `counts the lock of entry ${lock.n}, to which too few of its team agreed`);
    }
  }

  /** A lock that its own seat has replaced does not count. */
  superseded(entry, newest, standing) {
    for (const lock of entry.locks.map((digest) => standing.get(digest)).filter(Boolean)) {
      const later = newest.find((other) => other.seat === lock.seat);
      if (later && later.attempt === lock.attempt && lock.seq < later.seq) {
        this.audit.blameEntry(entry, `counts the lock of entry ${lock.n}, which entry ${later.n} replaced`);
      }
    }
  }

  /** A second letter comes in tier two-step, between `locked` and the seed. */
  opened(entry, record) {
    if (this.charter.tier !== "two-step") {
      this.audit.blameEntry(entry, `opens a lock, which tier ${this.charter.tier} does not do`);
    } else if (!ofKind(record, "locked").length || record.seed) {
      this.audit.blameEntry(entry, "does not come between 'locked' and the seed");
    } else if (ofKind(record, "open").some((other) => other.seat === entry.seat)) {
      this.audit.blameEntry(entry, `is the second of seat '${entry.seat}'`);
    } else if (openedWithLock(record).some((lock) => lock.seat === entry.seat)) {
      this.audit.blameEntry(entry, `is of seat '${entry.seat}', whose lock has opened already`);
    }
  }

  /** One decision, one seed; and only once orders are locked. */
  seed(entry, record) {
    if (record.seed) this.audit.blameEntry(entry, `is a second seed of ${record.occasion.called}`);
    else if (!ofKind(record, "locked").length) this.audit.blameEntry(entry, "is there though no orders were locked");
    this.checkKept(entry, record.kept);
    if (!record.kept && entry.of === undefined && this.charter.tier === "two-step") this.allOpened(entry, record);
    record.seed ??= entry;
  }

  /** Who has not opened what he locked is not in the dice; his orders must not count either (threats 2 and 4). And who
   * was not asked would leave the dice to those who were: a moderator and one seat could foresee them. */
  allOpened(entry, record) {
    const opened = [...ofKind(record, "open"), ...openedWithLock(record)].map((each) => each.seat);
    const counting = record.standing.filter(({ lock }) => countedIn(record).includes(lock)).map(({ seat }) => seat);
    for (const seat of this.charter.seatNames.filter((each) => !opened.includes(each))) {
      if (counting.includes(seat)) {
        this.audit.blameEntry(entry, `counts the orders of seat '${seat}', who has not opened`);
      } else if (!record.gone.has(seat) && this.refusals(record, seat) < MOST_REFUSALS) {
        this.audit.blameEntry(entry, `is made without seat '${seat}', who has not opened`);
      }
    }
  }

  /** Whether a seat has been silent so long that the charter has nobody wait for it (docs/protocol.md, 18). */
  givenUp(seat) {
    const most = this.charter.fields.people?.abandoned_after ?? 0;
    return most > 0 && silentPhases(this.past, seat) >= most;
  }

  /** How often a seat is on record for having been asked to open in this phase, and not having done so. */
  refusals({ occasion }, seat) {
    const isRefusal = ({ k, what, phase }) => k === "timeout" && what === "open" && phase === occasion.phase;
    return this.past.filter((entry) => isRefusal(entry) && entry.seat === seat).length;
  }

  /** Where all have gone back, the seed is the one of before; nowhere else is one kept. */
  checkKept(entry, kept) {
    if (kept && (entry.of !== (kept.of || kept.attempt) || entry.sha256 !== kept.sha256)) {
      this.audit.blameEntry(entry, `is not the seed of entry ${kept.n}, which all have agreed to keep`);
    } else if (entry.of !== undefined && !kept) {
      this.audit.blameEntry(entry, `keeps the seed of attempt ${entry.of}, which nobody has agreed to`);
    }
  }

  /** Dice need a seed, and each lane has one log. */
  rolls(entry, record) {
    const { lane } = entry;
    if (!record.seed) this.audit.blameEntry(entry, "is there though the phase has no seed");
    if (ofKind(record, "rolls", "srolls").some((other) => other.lane === lane)) {
      this.audit.blameEntry(entry, `is the second log of lane '${lane}'`);
    }
    if ((lane === "pub") !== (entry.k === "rolls")) this.audit.blameEntry(entry, `is of lane '${lane}'`);
    else if (entry.k === "srolls" && !this.charter.lanes.some((own) => own.lane === lane)) {
      this.audit.blameEntry(entry, `is of lane '${lane}', which the charter does not have`);
    }
  }
}
