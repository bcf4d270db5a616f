// A whole game of grammar 2: the walk, its seeds and rounds, in the order of `pbem verify` (docs/protocol.md, 25).

/** Everything from the course of the ledger on; the events, and how many lines each seat has confirmed. */
async function checkLaterGame(audit, game, tree) {
  await checkRotations(audit, game);
  const network = networkOf(audit, game.charter);
  const post = readPost(audit, game);
  const walk = walkedLedger(audit, game, post, network);
  await checkPost(audit, game, walk, post, tree);
  checkLaterThrows(audit, game, walk, post, network);
  checkStrikes(audit, walk, post);
  checkShown(audit, game, walk.phases);
  const record = new EventRecord(walk, game, post, network, shownOrders(audit, game, walk));
  const confirmed = record.confirmed();
  const told = 1 + (game.entries.findLast(({ k }) => k !== "seen")?.n ?? -1);
  return { events: eventsOf(record), confirmed, waiting: waitingFor(confirmed, told) };
}

/** The walk over all entries. */
function walkedLedger(audit, game, post, network) {
  const roundTime = (round) => {
    const due = network ? attempted(() => timeOfRound(network, round)) : null;
    return due instanceof Refused ? null : due;
  };
  const blame = (entry, words) => audit.blameEntry(entry, words);
  const walk = new LedgerWalk(game.charter, game.tenures, blame, (entry) => post.linkShown(entry), roundTime);
  for (const entry of game.entries) walk.take(entry);
  const missing = game.charter.who.filter((who) => !walk.acks.includes(who));
  const first = [...walk.phases.values()].find(({ seed }) => seed)?.seed;
  if (first && missing.length) {
    audit.blameEntry(first, `is there though '${missing[0]}' has not signed the charter`);
  } else if (missing.length) audit.note(`the charter is not yet signed by ${missing.join(", ")}`);
  return walk;
}

// ------------------------------------------------------------------------------------------------------------ seeds

/** All seeds and their dice, in the order of their entries; and the rounds that phases name. */
function checkLaterThrows(audit, game, walk, post, network) {
  const secrets = openedLanes(audit, game.charter);
  const attempts = [...walk.phases.values()];
  for (const attempt of attempts) checkLaterRound(audit, game.charter, attempt, network);
  for (const attempt of attempts.filter(({ seed }) => seed).sort((a, b) => a.seed.n - b.seed.n)) {
    const seed = readLaterSeed(audit, game, attempt);
    if (!seed) continue;
    if (!attempt.kept) checkLaterContributions(audit, game, walk, attempt, seed);
    if (network && attempt.round !== null) openAtRound(audit, game, post, attempt, seed, network);
    checkRolls(audit, attempt, seed);
    for (const entry of firstLogs(attempt)) checkHidden(audit, attempt, entry, seed, secrets[entry.lane]);
  }
}

/** The seed of an attempt, if it is the one the ledger names. In tier moderated it is always that of attempt 1. */
function readLaterSeed(audit, { charter }, attempt) {
  const made = seedOccasion(attempt);
  const name = FILES.seed(made);
  const data = audit.readFor(attempt.seed, name);
  const seed = data && audit.attempt(name, "parse", data, () => parseSeed(data, name));
  if (!seed) return null;
  isStatedSeed(audit, attempt.seed, name, data);
  if (seed.phase !== made.phase) {
    audit.blame(name, `is the seed of phase '${seed.phase}', attempt ${seed.attempt}`, { line: 3 });
  } else if (charter.tier === "moderated" && seed.attempt !== 1) {
    const words = `is the seed of attempt ${seed.attempt}; in tier moderated dice are those of attempt 1`;
    audit.blame(name, words, { line: 4 });
  } else if (charter.tier !== "moderated" && seed.attempt !== made.attempt) {
    audit.blame(name, `is the seed of phase '${seed.phase}', attempt ${seed.attempt}`, { line: 4 });
  }
  return seed;
}

/** Everybody whose part the tier demands, each with the value that was due, and nobody else (R2, 5). */
function checkLaterContributions(audit, { charter }, walk, attempt, seed) {
  const name = FILES.seed(attempt.occasion);
  const byBeacon = charter.tier === "beacon";
  if (seed.game !== charter.sha256) audit.blame(name, "is of another charter", { line: 2 });
  if (seed.mod.index !== attempt.modDue) {
    audit.blame(name, `opens the moderator's value ${seed.mod.index}; value ${attempt.modDue} is due`, { line: 5 });
  }
  if (leadsTo(seed.mod, charter.moderator.chain)) audit.count("chain values");
  else {
    const message = `value ${seed.mod.index} does not lead to the moderator's anchor in the charter`;
    audit.blame(name, message, { line: 5 });
  }
  if (byBeacon && seed.seats.length) {
    audit.blame(name, "has lines of seats, which tier beacon does not use", { line: 6, hint: TIER_HINT });
  }
  if (byBeacon && !seed.drand) audit.blame(name, "has no line of the beacon", { hint: TIER_HINT });
  if (!byBeacon && seed.drand) {
    const line = seedRow(seed.lines, "drand");
    audit.blame(name, `has a beacon, which tier ${charter.tier} does not use`, { line });
  }
  if (!byBeacon) checkSeedLines(audit, walk, attempt, seed);
}

/** The seats' lines are those that the ledger fixes. */
function checkSeedLines(audit, walk, attempt, seed) {
  const name = FILES.seed(attempt.occasion);
  const due = walk.linksOf(attempt);
  for (const { seat, link } of due) {
    const given = seed.seats.find((line) => line.seat === seat);
    if (!given) audit.blame(name, `has no line of seat '${seat}'`, { hint: TIER_HINT });
    else if (linkText(given.link) !== linkText(link)) {
      const message = `has '${linkText(given.link)}' of seat '${seat}', which stands with '${linkText(link)}'`;
      audit.blame(name, message, { line: seedRow(seed.lines, `seat ${seat}`) });
    } else audit.count("chain values");
  }
  for (const { seat } of seed.seats.filter((line) => !due.some((one) => one.seat === line.seat))) {
    audit.blame(name, `has a line of '${seat}', who has none in this game`);
  }
}

// ----------------------------------------------------------------------------------------------------------- rounds

/** A round lies the margin behind the deadline, and is not out when the phase is opened (R9). */
function checkLaterRound(audit, charter, { opening, round, alone }, network) {
  if (!network || round === null) return;
  const due = attempted(() => timeOfRound(network, round));
  if (due instanceof Refused) {
    audit.accept(due.faults, LEDGER);
    return;
  }
  const agreed = charter.fields.margin_hours ?? 0;
  const hours = alone ? Math.min(agreed, ALONE_HOURS) : agreed;
  const names = `names round ${round}, which`;
  if (due - momentOf(opening.deadline) < hours * HOUR) {
    const hint = `the deadline is ${opening.deadline}, the margin ${hours} hours`;
    audit.blameEntry(opening, `${names} is out at ${showTime(due)}: too soon`, { hint });
  }
  if (momentOf(opening.t) >= due) audit.blameEntry(opening, `${names} was out already at ${showTime(due)}`);
  if (opening.reveal !== undefined && opening.reveal !== showTime(due)) {
    audit.blameEntry(opening, `says '${opening.reveal}' of round ${round}, which is out at ${showTime(due)}`);
  }
}

/** The round of the attempt, signed by the network; it opens the orders. A kept seed has its own round besides. */
function openAtRound(audit, { charter }, post, attempt, seed, network) {
  const { kept, round } = attempt;
  if (kept && !isText(attempt.seed.beacon)) {
    audit.blameEntry(attempt.seed, `lacks the beacon of round ${round}, which opens its orders`);
    return;
  }
  const drand = kept ? { chain: network.chain, round, signature: attempt.seed.beacon } : seed.drand;
  if (!drand) return;
  const name = kept ? LEDGER : FILES.seed(attempt.occasion);
  const line = kept ? attempt.seed.n + 1 : seedRow(seed.lines, "drand");
  if (drand.chain !== charter.beacon) {
    audit.blame(name, "has a beacon of another network than the charter's", { line });
  } else if (drand.round !== round) {
    audit.blame(name, `has the beacon of round ${drand.round}; the phase named round ${round}`, { line });
  } else if (beaconHolds(audit, network, drand, name, line)) {
    audit.count("beacons");
    openByRound(audit, post, attempt, network, drand);
  }
}
