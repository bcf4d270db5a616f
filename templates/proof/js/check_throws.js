// Seeds and what follows from them: who contributed, the beacon, every public die, the lanes that have been opened.

const TIER_HINT = "docs/protocol.md, section 9, says who contributes";

/** All phases in the order of their seeds, which is the order of the moderator's chain. */
function checkThrows(audit, game, phases) {
  const network = networkOf(audit, game.charter);
  const secrets = openedLanes(audit, game.charter);
  for (const record of phases.values()) checkRound(audit, game.charter, record, network);
  const seeded = [...phases.values()].filter((record) => record.seed).sort((a, b) => a.seed.n - b.seed.n);
  let last = 0;
  for (const record of seeded) {
    const seed = readSeed(audit, record);
    if (!seed) continue;
    record.key = seed.key;
    if (!record.kept) {
      checkContributions(audit, game, record, seed, network);
      last = checkNext(audit, record, seed.mod, last);
    } else if (game.charter.tier === "beacon") checkLaterBeacon(audit, record, network);
    checkRolls(audit, record, seed);
    for (const entry of firstLogs(record)) checkHidden(audit, record, entry, seed, secrets[entry.lane]);
  }
}

/** The first log of each secret lane; a second one is blamed where it stands. */
function firstLogs(record) {
  const logs = ofKind(record, "srolls");
  const first = new Map(logs.toReversed().map((entry) => [entry.lane, entry]));
  return logs.filter((entry) => first.get(entry.lane) === entry);
}

// ------------------------------------------------------------------------------------------------------------ seeds

/** The seed of a phase, if it is the one the ledger names. */
function readSeed(audit, record) {
  const occasion = seedOccasion(record);
  const name = FILES.seed(occasion);
  const data = audit.readFor(record.seed, name);
  const seed = data && audit.attempt(name, "parse", data, () => parseSeed(data, name));
  if (!seed) return null;
  if (seed.phase !== occasion.phase || seed.attempt !== occasion.attempt) {
    audit.blame(name, `is the seed of phase '${seed.phase}', attempt ${seed.attempt}`, { line: 3 });
  }
  isStatedSeed(audit, record.seed, name, data);
  return seed;
}

/** The file is the seed whose hash the entry states. */
function isStatedSeed(audit, entry, name, data) {
  if (hashHex(data) !== entry.sha256) {
    audit.blameHash(name, `is not the seed whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  audit.count("seeds");
}

/** The attempt whose seed a phase has: its own, or the one that all agreed to keep. */
function seedOccasion({ occasion, kept }) {
  return kept ? occasionOf({ phase: occasion.phase, attempt: kept.of || kept.attempt }) : occasion;
}

/** Everybody whose part the tier demands, and nobody else, with the part he was bound to (PROTOCOL 3.7). */
function checkContributions(audit, game, record, seed, network) {
  const { charter } = game;
  const name = FILES.seed(record.occasion);
  if (seed.game !== charter.sha256) audit.blame(name, "is of another charter", { line: 2 });
  if (leadsTo(seed.mod, charter.moderator.chain)) audit.count("chain values");
  else {
    const message = `value ${seed.mod.index} does not lead to the moderator's anchor in the charter`;
    audit.blame(name, message, { line: 5 });
  }
  const byBeacon = charter.tier === "beacon" && !amendedBefore(game, record);
  if (byBeacon && seed.seats.length) {
    audit.blame(name, "has lines of seats, which tier beacon does not use", { line: 6, hint: TIER_HINT });
  }
  if (byBeacon && !seed.drand) audit.blame(name, "has no line of the beacon", { hint: TIER_HINT });
  if (charter.tier !== "beacon" && seed.drand) {
    const line = seedRow(seed.lines, "drand");
    audit.blame(name, `has a beacon, which tier ${charter.tier} does not use`, { line });
  }
  if (!byBeacon && !seed.drand) checkSeats(audit, game, record, seed);
  if (charter.tier === "beacon" && seed.drand) checkBeacon(audit, charter, record, seed, network);
}

/** Whether all agreed beforehand that this phase goes on without its beacon (docs/protocol.md, 18). */
function amendedBefore({ entries }, record) {
  const { phase } = record.occasion;
  return entries.some((entry) => entry.k === "amend" && entry.phase === phase && entry.n < record.seed.n);
}

/** All seats, each with the value it opened for this phase, or the newest before (PROTOCOL 3.7). */
function checkSeats(audit, game, record, seed) {
  const name = FILES.seed(record.occasion);
  const entries = thatMatter(game.charter.tier, game.entries, record.entries);
  const first = lineOfChains(entries, record.entries, audit.links);
  const due = linksDue(game.tenures.at(first), entries, audit.links, first);
  for (const { seat, link } of due) {
    const given = seed.seats.find((line) => line.seat === seat);
    if (!given) audit.blame(name, `has no line of seat '${seat}'`, { hint: TIER_HINT });
    else if (linkText(given.link) !== linkText(link)) {
      const message = `has '${linkText(given.link)}' of seat '${seat}', which opened '${linkText(link)}'`;
      audit.blame(name, message, { line: seedRow(seed.lines, `seat ${seat}`) });
    } else audit.count("chain values");
  }
  for (const { seat } of seed.seats.filter((line) => !due.some((one) => one.seat === line.seat))) {
    audit.blame(name, `has a line of '${seat}', who has no seat in this game`);
  }
}

/** The moderator's values come in order; one left out may have made a seed that nobody was shown (threat 6). */
function checkNext(audit, record, { index }, last) {
  if (index <= last) {
    const message = `opens the moderator's value ${index} again, after ${last}`;
    audit.blame(FILES.seed(record.occasion), message, { line: 5 });
  } else if (index > last + 1) {
    const leftOut = index === last + 2 ? `value ${last + 1}` : `values ${last + 1} to ${index - 1}`;
    audit.note(`${record.occasion.called}: the moderator's ${leftOut} of his chain are not in this folder`);
  }
  return Math.max(last, index);
}

// ----------------------------------------------------------------------------------------------------------- beacon

/** The beacon network of the charter, where the tier has one and the reader allows it. */
function networkOf(audit, { tier, beacon }) {
  if (tier !== "beacon") return null;
  if (beacon === QUICKNET.chain) return QUICKNET;
  if (beacon === DEMO_NETWORK.chain && audit.allowDemo) return DEMO_NETWORK;
  if (beacon === DEMO_NETWORK.chain) {
    const message = "pins the demonstration beacon, whose secret is public: anybody can foresee its dice";
    audit.blame(CHARTER, message, { hint: "the box about the demonstration beacon checks the rest all the same" });
  } else {
    const hint = `quicknet is ${QUICKNET.chain}`;
    audit.blame(CHARTER, `the beacon chain '${beacon.slice(0, 80)}' is unknown`, { hint });
  }
  return null;
}

/** The round a phase names lies the charter's margin behind the deadline (PROTOCOL 3.6). */
function checkRound(audit, charter, record, network) {
  if (!network || record.round === null) return;
  const due = attempted(() => timeOfRound(network, record.round));
  if (due instanceof Refused) {
    audit.accept(due.faults, LEDGER);
    return;
  }
  const { opening, round, occasion } = record;
  const agreed = charter.fields.margin_hours ?? 0;
  const hours = opening.alone ? Math.min(agreed, ALONE_HOURS) : agreed;
  if (due < momentOf(opening.deadline) + hours * 3600000) {
    const hint = `the deadline is ${opening.deadline}, the margin ${hours} hours`;
    audit.blameEntry(opening, `names round ${round}, which is out at ${showTime(due)}: too soon`, { hint });
  }
  if (opening.reveal !== undefined && opening.reveal !== showTime(due)) {
    audit.blameEntry(opening, `says '${opening.reveal}' of round ${round}, which is out at ${showTime(due)}`);
  }
  for (const entry of ofKind(record, "locked").filter((entry) => momentOf(entry.t) >= due)) {
    audit.note(`entry ${entry.n} locks ${occasion.called} when round ${round} was out already`);
  }
}

/** The beacon is of the charter's network, of the round fixed beforehand, and genuine; time-locks open with it. */
function checkBeacon(audit, charter, record, seed, network) {
  const { drand } = seed;
  const name = FILES.seed(record.occasion);
  const line = seedRow(seed.lines, "drand");
  if (drand.chain !== charter.beacon) {
    audit.blame(name, "has a beacon of another network than the charter's", { line });
  } else if (drand.round !== record.round) {
    const named = record.round === null ? "no round" : `round ${record.round}`;
    audit.blame(name, `has the beacon of round ${drand.round}; the phase named ${named}`, { line });
  } else if (network && beaconHolds(audit, network, drand, name, line)) {
    audit.count("beacons");
    openByBeacon(audit, record, network, drand);
  }
}

/** Where the dice stay, the later round still opens the later orders; the `seed` entry has its signature. */
function checkLaterBeacon(audit, record, network) {
  const { seed, round } = record;
  if (!network || round === null) return;
  if (!isText(seed.beacon)) {
    audit.blameEntry(seed, `lacks the beacon of round ${round}, which opens its orders`);
    return;
  }
  const drand = { chain: network.chain, round, signature: seed.beacon };
  if (!beaconHolds(audit, network, drand, LEDGER, seed.n + 1)) return;
  audit.count("beacons");
  openByBeacon(audit, record, network, drand);
}

/** Whether the network signed this round. */
function beaconHolds(audit, network, { round, signature }, name, line) {
  const key = `beacon ${network.chain} ${round} ${signature}`;
  const result = attempted(() => audit.memo.of(key, () => verifyBeacon(network, round, signature)));
  if (!(result instanceof Refused)) return true;
  for (const { message } of result.faults) audit.blame(name, message, { line });
  return false;
}

// ------------------------------------------------------------------------------------------------------------- dice

/** Every public die anew. */
function checkRolls(audit, record, seed) {
  for (const entry of ofKind(record, "rolls").slice(0, 1)) { // a second one is blamed where it stands
    const name = FILES.rolls(record.occasion);
    const data = audit.readFor(entry, name);
    if (!data) continue;
    const rolls = audit.attempt(name, `log ${hexOf(seed.key)}`, data, () => checkLog(seed.key, data, name));
    audit.count("public rolls", rolls?.length ?? 0);
    if (hashHex(data) !== entry.sha256) {
      audit.blameHash(name, `is not the log whose hash entry ${entry.n} of the ledger states`, entry.sha256);
    }
  }
}

/** The secrets of the lanes that have been opened, each held against the charter. */
function openedLanes(audit, charter) {
  const secrets = {};
  for (const { lane, secret: promised } of charter.lanes) {
    const name = FILES.laneSecret(lane);
    const secret = audit.files.has(name) ? readHex(audit, name) : null;
    if (!secret) continue;
    if (secretCommitment(lane, secret) === promised) {
      secrets[lane] = secret;
      audit.count("lanes opened");
    } else {
      const message = `is not the secret that the charter commits to for lane '${lane}'`;
      audit.blame(name, message, { line: 1, secret: { lane, promised } });
    }
  }
  return secrets;
}

/** A file of 64 hex digits and a line feed. */
function readHex(audit, name) {
  const data = audit.read(name);
  if (!data) return null;
  const [, hex] = /^([0-9a-f]{64})\n$/.exec(latin(data)) ?? [];
  if (!hex) audit.blame(name, "is not 64 digits of lower-case hex and a line feed", { line: 1 });
  return hex ? bytesOfHex(hex) : null;
}

/** A lane's dice in a phase, if lane or phase has been opened: key and root as they were committed to (3.9). */
function checkHidden(audit, record, entry, seed, secret) {
  const { lane } = entry;
  let key = secret ? laneKey(secret, seed.key, lane) : null;
  let where = FILES.laneSecret(lane);
  const keyName = FILES.laneKey(lane, record.occasion);
  if (audit.files.has(keyName)) {
    const shown = readHex(audit, keyName);
    if (key && shown && !same(shown, key)) {
      audit.blame(keyName, `is not the key that the secret of lane '${lane}' gives`, { line: 1 });
    }
    [key, where] = [key ?? shown, keyName];
  }
  if (!key) return;
  if (keyCommitment(lane, key) !== entry.key) {
    const message = `gives another key for ${record.occasion.called} than entry ${entry.n} commits to`;
    audit.blame(where, message, { line: 1 });
  } else checkHiddenLog(audit, record, entry, key);
}

/** The log of an opened lane, every die and the root anew; a lane that threw nothing needs no file. */
function checkHiddenLog(audit, record, entry, key) {
  const { lane } = entry;
  const name = FILES.laneRolls(lane, record.occasion);
  const needed = audit.files.has(name) || secretRoot(lane, key, []) !== entry.root;
  const data = needed ? audit.readFor(entry, name) : new Uint8Array();
  const rolls = data && audit.attempt(name, `log ${hexOf(key)}`, data, () => checkLog(key, data, name));
  if (!rolls) return;
  audit.count("secret rolls", rolls.length);
  const lines = rolls.map((roll) => roll.line);
  const root = audit.memo.of(`root ${lane} ${hexOf(key)} ${hashHex(data)}`, () => secretRoot(lane, key, lines));
  if (root !== entry.root) audit.blame(name, `has another root than entry ${entry.n} of the ledger commits to`);
}
