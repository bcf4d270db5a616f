// The ledger of grammar 2, last part: openings, strays, time-outs, seeds, and whose values are in a seed
// (docs/protocol.md, 9 and 13).

/** Kind of entry -> the method that takes it; of those below, that belong to an attempt, with the attempt. */
const WALK_STEPS = {
  phase: "opensPhase", ack: "acknowledged", reopen: "goesBack", ruling: "putsOff", timeout: "timedOut",
  stray: "strays", final: "completed", rotate: "rotated",
};
const ATTEMPT_STEPS = {
  lock: "lock", locked: "lockedOrders", open: "opens", seed: "makesSeed", rolls: "throwsDice", srolls: "throwsDice",
  report: "tells", state: "tells",
};
/** What a `timeout` says -> the method that judges it. */
const TIMEOUT_STEPS = {
  [ORDERS]: "sentNothing", [ABANDONED]: "sentNothing", [OPENING]: "didNotOpen", [STRIKE]: "strikes",
};

/** The whole walk. */
class LedgerWalk extends OrderWalk {
  /** The second letter of a seat, between `locked` and the seed of the newest attempt. */
  opens(entry, attempt) {
    const { seat } = entry;
    if (!this.seats.includes(seat)) {
      this.blame(entry, `is of '${seat}', who has no seat in this game`);
      return;
    }
    if (!this.twoStep) this.blame(entry, `opens a lock, which tier ${this.tier} does not do`);
    else if (!this.isCurrent(entry, attempt)) {
      // blamed already
    } else if (!attempt.firstLocked || attempt.seed) {
      this.blame(entry, "does not come between 'locked' and the seed");
    } else if (attempt.without.includes(seat)) this.blame(entry, `is of seat '${seat}', of whom nothing is asked`);
    else if (attempt.opened.has(seat)) this.blame(entry, `is the second of seat '${seat}'`);
    else if (seat === attempt.openerByLock()) {
      this.blame(entry, `is of seat '${seat}', whose lock has opened already`);
    }
    if (entry.lock !== attempt.listed.get(seat)?.lock) {
      this.blame(entry, "names another lock than the one that was counted");
    }
    if (!attempt.opened.has(seat)) attempt.opened.set(seat, entry);
    this.silences.wrote(seat);
    const link = this.linkShown(entry);
    if (!link) return;
    this.checkDue(entry, attempt, link);
    this.enterValue(entry, attempt);
  }

  /** A letter that came when it could not count any more: it counts for nothing, and its value is used up. */
  strays(entry) {
    const attempt = this.attemptOf(entry);
    const { seat, of } = entry;
    if (!attempt) return;
    const why = this.twoStep && this.seats.includes(seat) ? this.whyNoStray(entry, attempt) : "";
    const link = why ? null : this.linkShown(entry);
    if (!this.twoStep) this.blame(entry, `is a stray, which tier ${this.tier} does not have`);
    else if (!this.seats.includes(seat)) this.blame(entry, `is of '${seat}', who has no seat in this game`);
    else if (why) this.blame(entry, why);
    else if (link) {
      const due = this.indexDue(this.chainOf(entry));
      if (link.index !== due || due > LONGEST_CHAIN) {
        this.blame(entry, `opens chain value ${link.index} of seat '${seat}'; value ${due} is due`);
      }
      this.top.set(this.chainOf(entry), entry);
    }
    if (!attempt.strays.has(`${seat} ${of}`)) attempt.strays.set(`${seat} ${of}`, entry);
    attempt.entries.push(entry);
  }

  /** Why a letter is no stray; nothing where it is one. */
  whyNoStray({ seat, of }, attempt) {
    const { called, phase } = attempt.occasion;
    if (attempt.strays.has(`${seat} ${of}`)) return `is the second stray of seat '${seat}' in ${called}`;
    if (of === "lock") {
      const isLate = attempt.firstLocked && seat === attempt.alone && attempt.reason !== MISSED;
      return isLate ? "" : `enters as a stray a lock of seat '${seat}', which is none`;
    }
    if (attempt.opened.has(seat) || seat === attempt.openerByLock()) {
      return `enters as a stray a second opening of seat '${seat}'`;
    }
    const isOver = attempt.seed || attempt.takenBack || this.last.get(phase) !== attempt;
    if (!attempt.firstLocked) return `enters as a stray an opening for ${called}, which was never locked`;
    if (isOver || attempt.without.includes(seat)) return "";
    return `enters as a stray the opening that entry ${attempt.firstLocked.n} asks for`;
  }

  // ----------------------------------------------------------------------------------------------------- time-outs

  /** A letter that did not come, or could not be read. It changes no dice but by a missed opening (R1). */
  timedOut(entry) {
    const { what, seat } = entry;
    if (!this.seats.includes(seat)) this.blame(entry, `is about '${seat}', who has no seat in this game`);
    if (what === UNANSWERED) return;
    const attempt = this.attemptOf(entry);
    if (!attempt) return;
    if (this.seats.includes(seat)) this[TIMEOUT_STEPS[what]](entry, attempt);
    attempt.entries.push(entry);
  }

  /** `orders` or `abandoned`: the default orders stand, and that is all that follows. */
  sentNothing(entry, attempt) {
    const { seat, what } = entry;
    const { called, phase } = attempt.occasion;
    const inList = attempt.reason === MISSED ? attempt.base.listed.has(seat) : attempt.answered.has(seat);
    const isKnown = attempt.abandoned.has(seat) || this.silences.isAbandoned(seat);
    if (!attempt.firstLocked) this.blame(entry, `says that '${seat}' sent nothing before ${called} was locked`);
    else if (attempt.lastLocked === attempt.firstLocked && !attempt.base.acts.includes(seat)) {
      this.blame(entry, `says that '${seat}' sent nothing, of whom ${called} wants no orders`);
    } else if (inList) this.blame(entry, `says that '${seat}' sent nothing, whose lock is in the list`);
    else if (what === ABANDONED && !isKnown) {
      this.blame(entry, `says that '${seat}' is abandoned, who was not silent for long enough`);
    } else this.silences.saidSilent(seat, phase);
  }

  /** `open`: a seat that was asked has not opened in time. */
  didNotOpen(entry, attempt) {
    const { seat } = entry;
    const says = `says that '${seat}' did not open`;
    if (!this.twoStep) this.blame(entry, `${says}, which tier ${this.tier} does not ask`);
    else if (!this.isCurrent(entry, attempt)) {
      // blamed already
    } else if (!attempt.firstLocked || attempt.seed) {
      this.blame(entry, "does not come between 'locked' and the seed");
    } else if (!attempt.silent(this.seats).includes(seat)) {
      this.blame(entry, `${says}, ${attempt.without.includes(seat) ? "who is not asked" : "who has opened"}`);
    } else if (attempt.unopened.has(seat)) this.blame(entry, `says a second time that '${seat}' did not open`);
    else if (attempt.opensBy !== null && momentOf(entry.t) < attempt.opensBy) {
      this.blame(entry, `${says}, before ${showTime(attempt.opensBy)}, until when openings may come`);
    }
    if (!attempt.unopened.has(seat)) attempt.unopened.set(seat, entry);
  }

  /** `seal`: locked orders cannot be read. If anybody can try, the seal proves it; else the moderator says so (R6). */
  strikes(entry, attempt) {
    const { seat } = entry;
    const due = this.outAt(attempt);
    if (!this.isCurrent(entry, attempt)) {
      // blamed already
    } else if (this.tier === "moderated" || (this.twoStep && attempt.base.openerByLock() === seat)) {
      this.blame(entry, "strikes orders that the moderator had read before he took them in");
    } else if (!attempt.listed.has(seat)) {
      this.blame(entry, `strikes orders of '${seat}', which are not in the list`);
    } else if (this.twoStep && !attempt.opened.has(seat)) {
      this.blame(entry, `strikes orders of '${seat}', who has not opened`);
    } else if (attempt.struck.has(seat)) this.blame(entry, `strikes the orders of '${seat}' a second time`);
    else if (due !== null && momentOf(entry.t) < due) {
      this.blame(entry, `strikes orders of '${seat}' before round ${attempt.round} was out`);
    }
    if (!attempt.struck.has(seat)) attempt.struck.set(seat, entry);
  }

  // --------------------------------------------------------------------------------------------------------- seeds

  /** One seed for a decision, and only once orders are locked; a phase that was gone back to keeps its own. */
  makesSeed(entry, attempt) {
    const { kept, occasion } = attempt;
    const { of } = entry;
    if (attempt.seed) this.blame(entry, `is a second seed of ${occasion.called}`);
    else if (this.isCurrent(entry, attempt) && !attempt.firstLocked) {
      this.blame(entry, "is there though no orders were locked");
    }
    if (kept && (of !== (kept.of || kept.attempt) || entry.sha256 !== kept.sha256)) {
      this.blame(entry, `is not the seed of entry ${kept.n}, which all have agreed to keep`);
    } else if (of !== undefined && !kept) {
      this.blame(entry, `keeps the seed of attempt ${of}, which nobody has agreed to`);
    } else if (!kept) this.checkAllOpened(entry, attempt);
    if (attempt.seed) return;
    attempt.seed = entry;
    attempt.modDue = this.seeds + 1;
    this.seeds += of === undefined ? 1 : 0;
    this.unrolled.push(attempt);
    if (this.open.get(occasion.phase) === attempt) this.open.delete(occasion.phase);
  }

  /** Tier two-step: every seat that was asked has opened, and one at least (5.5). */
  checkAllOpened(entry, attempt) {
    if (!this.twoStep || !attempt.firstLocked) return;
    for (const seat of attempt.silent(this.seats)) {
      this.blame(entry, `is made without seat '${seat}', who has not opened`);
    }
    if (!attempt.opened.size && !attempt.openerByLock()) this.blame(entry, "is made of nobody's opening");
  }

  /** Dice need a seed, and each lane has one log. */
  throwsDice(entry, attempt) {
    const { lane } = entry;
    if (!attempt.seed) this.blame(entry, "is there though the phase has no seed");
    if (attempt.lanes.has(lane)) this.blame(entry, `is the second log of lane '${lane}'`);
    attempt.lanes.add(lane);
    if ((lane === "pub") !== (entry.k === "rolls")) this.blame(entry, `is of lane '${lane}'`);
    else if (entry.k === "srolls" && !this.lanes.includes(lane)) {
      this.blame(entry, `is of lane '${lane}', which the charter does not have`);
    }
  }

  /** A report or a position: each is committed to once. A return tells its seats once more how things stand. */
  tells(entry, attempt) {
    if (!("commit" in entry)) return;
    const seat = String(entry.seat ?? "");
    const key = `${entry.k} ${attempt.firstLocked !== null} ${seat}`;
    if (attempt.told.has(key)) {
      this.blame(entry, `is the second ${entry.k}${seat && ` of seat '${seat}'`} of ${attempt.occasion.called}`);
    }
    attempt.told.add(key);
  }

  // -------------------------------------------------------------------------------------------- what goes in a seed

  /** The values that seats have shown for the seed of this attempt, by seat: in tier moderated those of the phase
   * before its orders were locked, in tier two-step those of the attempt before its seed. */
  shownFor(attempt) {
    const closing = this.tier === "moderated" ? attempt.firstLocked : attempt.seed;
    const isInTime = ({ n }) => !closing || n < closing.n;
    const shown = this.seats.map((seat) => [seat, this.valuesShown(attempt, seat).filter(isInTime)]);
    return new Map(shown.filter(([, entries]) => entries.length));
  }

  /** The seats' lines of a seed, by seat; a seat that is plain has none. A chain that came with a `rotate` counts if it
   * was in force before the first value of anybody was shown. */
  linksOf(attempt) {
    let begun = attempt;
    while (this.tier === "moderated" && begun.before) begun = begun.before;
    const shown = this.shownFor(attempt);
    const lines = [...shown.values()].map(([first]) => first.n);
    const first = this.tenures.at(lines.length ? Math.min(...lines) : 0);
    const anchors = this.tenures.at(begun.opening.n);
    return this.charter.seats.filter(({ plain }) => !plain).map(({ seat }) => {
      const chained = (each) => this.chainOf(each) === keysOf(first, seat).chain;
      const entry = (shown.get(seat) ?? []).filter(chained).at(-1) ?? attempt.stale.get(seat);
      const link = entry ? this.linkShown(entry) : null;
      return { seat, link: link ?? { index: 0, value: keysOf(anchors, seat).chain } };
    });
  }
}
