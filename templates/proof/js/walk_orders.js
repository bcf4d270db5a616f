// The ledger of grammar 2, second part: which locks count, which value each shows, and the list under which orders are
// played (docs/protocol.md, 13).

const [OPEN_HOURS, MAIL_HOURS] = [72, 24];

/** The same walk, with locks, agreements and `locked`. */
class OrderWalk extends AttemptWalk {
  /** A lock comes before the first `locked`; in tier moderated an answer comes later (R3, R4). */
  lock(entry, attempt) {
    const { seat, seq } = entry;
    const { called } = attempt.occasion;
    const isAnswer = this.tier === "moderated" && attempt.firstLocked !== null && !attempt.seed;
    if (!this.seats.includes(seat)) this.blame(entry, `is of '${seat}', who has no seat in this game`);
    else if (!this.isCurrent(entry, attempt)) {
      // blamed already
    } else if (attempt.reason === MISSED) {
      this.blame(entry, `is a lock in ${called}, whose list is that of the attempt before`);
    } else if (attempt.seed || (attempt.firstLocked && !isAnswer)) {
      this.blame(entry, `is a lock after ${called} was locked`);
    } else if (!isAnswer && !attempt.acts.includes(seat)) {
      this.blame(entry, `is of seat '${seat}', of whom ${called} wants no orders`);
    }
    const number = `${seat} ${seq}`;
    if (attempt.numbered.has(number)) this.blame(entry, `is the second of seat '${seat}' with seq ${seq}`);
    else attempt.numbered.set(number, entry);
    if (!attempt.byHash.has(entry.lock)) attempt.byHash.set(entry.lock, entry);
    attempt.standing.push(entry);
    if (!attempt.firstLocked) attempt.lockedSomething.add(seat);
    this.silences.wrote(seat);
    this.valueOfLock(entry, attempt, isAnswer);
    this.stands(entry, attempt);
  }

  /** Which value a lock shows: one in a phase, the same with every lock; an answer and a plain file show none. */
  valueOfLock(entry, attempt, isAnswer) {
    const isModerated = this.tier === "moderated";
    const seat = this.charter.seats.find((each) => each.seat === entry.seat);
    if (!seat) return;
    if (isModerated && isPlain(entry) && !seat.plain) {
      this.blame(entry, `is a plain order file of seat '${seat.seat}', who by the charter writes none`);
    }
    if (!isModerated && !attempt.alone) return;
    const link = this.linkShown(entry);
    if (isAnswer && link) this.blame(entry, "is an answer with a chain value");
    else if (seat.plain && link) {
      this.blame(entry, `shows a chain value of seat '${seat.seat}', which by the charter has no chain`);
    } else if (isModerated && !isAnswer && !seat.plain && !link && !isPlain(entry)) {
      this.blame(entry, "shows no chain value, which tier moderated needs");
    }
    if (link && this.carriesValue(entry, attempt, isAnswer)) {
      this.checkDue(entry, attempt, link);
      this.enterValue(entry, attempt);
    }
  }

  /** Whether a lock carries a value, by its place in the ledger. */
  carriesValue(entry, attempt, isAnswer) {
    if (this.tier === "moderated") return !isAnswer && !isPlain(entry) && !keysOf(this.charter, entry.seat).plain;
    return this.twoStep && attempt.alone === entry.seat && attempt.reason !== MISSED;
  }

  /** The unit for one value of a seat: the phase in tier moderated, the attempt in tier two-step. */
  placeOf({ occasion }) {
    return this.tier === "moderated" ? occasion.phase : occasion.stem;
  }

  /** The values a seat has shown in such a unit. */
  valuesShown(attempt, seat) {
    return this.shown.get(`${this.placeOf(attempt)} ${seat}`) ?? [];
  }

  /** The anchor of the chain that a seat has at an entry's line; an opening is by the keys of its `locked`. */
  chainOf(entry) {
    const isOpening = entry.k === OPENING || entry.of === OPENING;
    const locked = isOpening ? this.phases.get(occasionOf(entry).stem).firstLocked : null;
    return keysOf(this.tenures.at(locked ? locked.n : entry.n), entry.seat).chain;
  }

  /** The value is the one this seat has shown for the phase, or the next of its chain (R2, R3). */
  checkDue(entry, attempt, { index, value }) {
    const { seat } = entry;
    const chain = this.chainOf(entry);
    const mine = this.valuesShown(attempt, seat).slice(-1).filter((each) => this.chainOf(each) === chain);
    const repeated = mine.length && entry.k === "lock" ? this.linkShown(mine[0]) : null;
    const opens = `opens chain value ${index} of seat '${seat}'`;
    if (repeated) {
      if (index !== repeated.index || value !== repeated.value) {
        this.blame(entry, `${opens}; in this phase it has shown value ${repeated.index}`);
      }
      return;
    }
    const due = this.indexDue(chain);
    if (due > LONGEST_CHAIN) this.blame(entry, `${opens}; a chain ends at ${LONGEST_CHAIN}`);
    else if (index !== due) this.blame(entry, `${opens}; value ${due} is due`);
  }

  /** The next value of a chain: one more than the highest of it on record. */
  indexDue(chain) {
    const top = this.top.get(chain);
    const link = top ? this.linkShown(top) : null;
    return link ? link.index + 1 : 1;
  }

  /** A value is on record, and used up. */
  enterValue(entry, attempt) {
    const place = `${this.placeOf(attempt)} ${entry.seat}`;
    this.top.set(this.chainOf(entry), entry);
    this.newest.set(entry.seat, entry);
    if (!this.shown.has(place)) this.shown.set(place, []);
    this.shown.get(place).push(entry);
  }

  /** A lock that enough of its team stand behind is the seat's, if it is its newest. */
  stands(entry, attempt) {
    const enough = 1 + (this.behind.get(entry.lock) ?? 0) >= (entry.needs || 1);
    const held = attempt.best.get(entry.seat);
    if (enough && (!held || entry.seq > held.seq)) attempt.best.set(entry.seat, entry);
  }

  /** A signature under the charter, before the first seed; or somebody of a team stands behind its lock. */
  acknowledged(entry) {
    const { who } = entry;
    if (isAgreement(entry)) {
      this.agreedTo(entry);
      return;
    }
    if (!this.charter.who.includes(who)) this.blame(entry, `is by '${who}', who has no part in this game`);
    else if (this.acks.includes(who)) this.blame(entry, `is the second by '${who}'`);
    else if (this.seeds) this.blame(entry, `comes after the first seed, too late for '${who}' to sign`);
    if (!this.acks.includes(who)) this.acks.push(who);
  }

  /** One of a team stands behind a lock of its seat, while that may still count. */
  agreedTo(entry) {
    const attempt = this.phases.get(occasionOf(entry).stem);
    const lock = attempt?.byHash.get(entry.lock);
    if (!lock || lock.seat !== entry.who) {
      this.blame(entry, `agrees to no lock that '${entry.who}' has sent for this phase`);
      return;
    }
    if (attempt.lastLocked && attempt.lastLocked.n > lock.n) {
      this.blame(entry, `agrees to the lock of entry ${lock.n} after orders were locked`);
      return;
    }
    this.behind.set(entry.lock, (this.behind.get(entry.lock) ?? 0) + 1);
    attempt.entries.push(entry);
    this.stands(lock, attempt);
  }

  // ------------------------------------------------------------------------------------------------------- locked

  /** Exactly these locks count: the newest on record of every seat, in whatever time (R7). */
  lockedOrders(entry, attempt) {
    const again = this.tier === "moderated" && attempt.firstLocked !== null;
    if (this.isCurrent(entry, attempt) && (attempt.seed || (attempt.firstLocked && !again))) {
      this.blame(entry, `comes after ${attempt.occasion.called} was locked`);
    }
    this.compareList(entry, attempt, this.listDue(attempt));
    if (!again) this.firstList(entry, attempt);
    attempt.firstLocked ??= entry;
    attempt.lastLocked = entry;
    attempt.answered = new Set(attempt.best.keys());
    attempt.best = new Map();
  }

  /** The lock of each seat that `locked` has to list. */
  listDue(attempt) {
    if (attempt.reason === MISSED && attempt.before) {
      return new Map([...attempt.before.listed].filter(([seat]) => !attempt.leftOut.has(seat)));
    }
    return new Map([...attempt.best.keys()].sort().map((seat) => [seat, attempt.best.get(seat)]));
  }

  /** The list is the one that is due, in the order of seats. */
  compareList(entry, attempt, due) {
    const listed = entry.locks;
    const wanted = [...due.values()].map(({ lock }) => lock);
    if (sameList(listed, wanted)) return;
    for (const [seat, lock] of due) {
      if (!listed.includes(lock.lock)) this.blame(entry, `leaves out the lock of seat '${seat}' of entry ${lock.n}`);
    }
    const extra = listed.filter((lock) => !wanted.includes(lock));
    for (const stranger of extra) this.blame(entry, this.whyNot(attempt, stranger, due));
    if (extra.length) return;
    const isWhole = wanted.every((lock) => listed.includes(lock));
    if (listed.length === wanted.length && isWhole) {
      this.blame(entry, "does not list its locks in the order of their seats");
    } else if (new Set(listed).size < listed.length) this.blame(entry, "lists a lock twice");
  }

  /** Why a listed lock does not count. */
  whyNot(attempt, digest, due) {
    const lock = attempt.base.byHash.get(digest);
    if (!lock) return `lists the lock ${digest.slice(0, 16)}..., which never came in`;
    const { seat } = lock;
    if (attempt.reason === MISSED) {
      return `counts a lock that attempt ${attempt.occasion.attempt - 1} did not count, or whose seat is left out`;
    }
    const later = due.get(seat);
    if (later && later.seq > lock.seq) return `counts the lock of entry ${lock.n}, which entry ${later.n} replaced`;
    if (later || lock.needs === undefined) return `counts two locks of seat '${seat}'`;
    return `counts the lock of entry ${lock.n}, to which too few of its team agreed`;
  }

  /** The list under which orders are played: who is in it, of whom nothing is asked, and that it is not early. */
  firstList(entry, attempt) {
    attempt.listed = this.listDue(attempt);
    attempt.abandoned = new Map(this.abandonedIn(attempt).map((seat) => [seat, this.silences.since(seat)]));
    const due = this.withoutDue(attempt);
    this.checkNotEarly(entry, attempt);
    if (attempt.reason !== MISSED) {
      for (const seat of attempt.acts) this.silences.want(seat, attempt.occasion.phase);
    }
    const without = entry.without ?? [];
    attempt.without = due;
    for (const seat of without.filter((seat) => !due.includes(seat))) {
      this.blame(entry, `leaves out '${seat}', who is asked`);
    }
    for (const seat of due.filter((seat) => !without.includes(seat))) {
      this.blame(entry, `does not say that nothing is asked of '${seat}'`);
    }
    this.timeToOpen(entry, attempt);
  }

  /** The seats that stand as abandoned while orders of this attempt are not locked yet. */
  abandonedIn({ lockedSomething }) {
    return this.seats.filter((seat) => !lockedSomething.has(seat) && this.silences.isAbandoned(seat));
  }

  /** Of whom no opening is asked, sorted: in tier two-step who was left out, or stands as abandoned (R5). */
  withoutDue(attempt) {
    if (!this.twoStep) return [];
    return (attempt.reason === MISSED ? [...attempt.leftOut] : this.abandonedIn(attempt)).sort();
  }

  /** Not before the deadline, while a seat that is waited for has sent nothing. */
  checkNotEarly(entry, attempt) {
    if (attempt.reason === MISSED || momentOf(entry.t) >= attempt.closes) return;
    const missing = attempt.acts.find((seat) => !attempt.listed.has(seat) && !attempt.abandoned.has(seat));
    if (missing === undefined) return;
    const { called } = attempt.occasion;
    this.blame(entry, `locks ${called} before its deadline, and nothing of '${missing}' has come`);
  }

  /** Tier two-step: until when openings may come, at least as long as the charter gives them. */
  timeToOpen(entry, attempt) {
    if (!this.twoStep) {
      if ("opens_by" in entry) this.blame(entry, `states until when to open, which tier ${this.tier} does not do`);
      return;
    }
    const hours = this.charter.fields.open_hours ?? OPEN_HOURS;
    attempt.opensBy = momentOf(entry.opens_by);
    if (attempt.opensBy === null) this.blame(entry, "does not state until when openings may come");
    else if (attempt.opensBy - momentOf(entry.t) < hours * HOUR) {
      this.blame(entry, `gives openings less than the ${hours} hours of the charter`);
    }
  }
}
