// What players send: locks in their envelopes (PROTOCOL 3.5) and the second letters of tier two-step (3.6). Each has
// one spelling, so that a reader takes only the bytes its writer would have written.

const LOCK_HEADERS = ["pbem: lock/1\n", "pbem: lock/2\n"];
const MOST_LETTER = 2048;
const MOST_ENVELOPE = 1024 * 1024;
const COUNT = "[1-9][0-9]{0,5}";
const LETTER_HEAD =
  "game: (?<game>[a-z0-9-]{0,34}[0-9a-f]{6})\ncharter: (?<charter>[0-9a-f]{64})\n" +
  `phase: (?<phase>[a-z0-9][a-z0-9.-]{0,39})\nattempt: (?<attempt>${COUNT})\nseat: (?<seat>[a-z][a-z0-9-]{0,15})\n`;
const LOCK_LINES =
  `${LETTER_HEAD}seq: (?<seq>${COUNT})\norders: (?<orders>[0-9a-f]{64})\nsealed: (?<sealed>[0-9a-f]{64})\n` +
  "opens: (?<opens>now|step2|[1-9][0-9]{0,11})\n(?:value: (?<index>0|[1-9][0-9]{0,4}) (?<value>[0-9a-f]{64})\n)?";
const OPEN_LINES =
  `${LETTER_HEAD}(?:lock: (?<lock>[0-9a-f]{64})\n)?value: (?<index>0|[1-9][0-9]{0,4}) (?<value>[0-9a-f]{64})\n` +
  "(?:key: (?<key>AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58})\n)?";
const SEEN_LINE = "seen: (?<size>0|[1-9][0-9]{0,8}) (?<root>[A-Za-z0-9+/]{43}=)\n";
/** Grammar 2: what the sender saw of the ledger, its own clock, and what is amiss. */
const ACCOUNT_LINES = `${SEEN_LINE}at: (?<at>[^\n]{20})\n(?<amiss>(?:[a-z]+[1-8]: [^\n]+\n)*)`;
const LOCK_FORM = [
  new RegExp(`^pbem: lock/1\n${LOCK_LINES}(?:${SEEN_LINE})?$`),
  new RegExp(`^pbem: lock/2\n${LOCK_LINES}(?:key: (?<key>age1[02-9ac-hj-np-z]{58})\n)?${ACCOUNT_LINES}$`),
];
const OPEN_FORM = [
  new RegExp(`^pbem: open/1\n${OPEN_LINES}$`), new RegExp(`^pbem: open/2\n${OPEN_LINES}${ACCOUNT_LINES}$`),
];
/** A value that YAML reads as a number or a default is a text all the same; these alone would not be one unquoted. */
const LETTER_HINT = "the lines stand in one order and in one spelling (docs/protocol.md, 6 and 8)";

/** The lock, if these are exactly the bytes of one. */
function parseLock(bytes, file) {
  const text = latin(bytes);
  if (bytes.length > MOST_LETTER) throw bad(`is no lock: larger than ${MOST_LETTER} bytes`, { file });
  const grammar = text.startsWith(LOCK_HEADERS[1]) ? 2 : 1;
  const found = LOCK_FORM[grammar - 1].exec(text)?.groups;
  if (!found) throw bad("lock is written in another way than ours", { file, hint: LETTER_HINT });
  const lock = { ...found, grammar, attempt: Number(found.attempt), seq: Number(found.seq), link: null, seen: null };
  if (found.index !== undefined) lock.link = linkOf(Number(found.index), found.value);
  if (found.size !== undefined) lock.seen = { size: Number(found.size), root: found.root };
  if (lock.seen && !sized(found.root, 32)) throw bad(`'${found.root}' is no root of a ledger`, { file });
  lock.account = grammar === 2 ? accountOf(found, file) : null;
  if (lock.key) checkRecipient(lock.key);
  lock.round = /^\d/.test(found.opens) ? Number(found.opens) : null;
  return lock;
}

/** The envelope, if the file is exactly one; nothing is checked against a game yet. */
function parseEnvelope(data, file = "") {
  if (data.length > MOST_ENVELOPE) throw bad(`is no envelope: larger than ${MOST_ENVELOPE} bytes`, { file });
  const text = latin(lfForm(data));
  const start = text.indexOf(SSHSIG_BEGIN);
  const end = text.indexOf(SSHSIG_END, Math.max(start, 0));
  if (!LOCK_HEADERS.some((header) => text.startsWith(header))) {
    const header = LOCK_HEADERS[text.includes(LOCK_HEADERS[1].trim()) ? 1 : 0].trim();
    throw bad(`envelope has no line '${header}'`, { file, hint: ATTACH });
  }
  if (start < 0 || end < 0) {
    throw bad("envelope holds no whole signature between lock and sealed orders", { file, hint: ATTACH });
  }
  const cut = end + SSHSIG_END.length;
  const lockBytes = bytesOfLatin(text.slice(0, start));
  const lock = parseLock(lockBytes, file);
  const signature = text.slice(start, cut);
  const form = attempted(() => parseSshsig(signature));
  if (form instanceof Refused) throw bad(`signature ${form.message}`, { file, hint: ATTACH });
  if (!text.slice(cut).trim()) throw bad("envelope is cut off: it ends after the signature", { file, hint: ATTACH });
  return { lock, lockBytes, signature, sealed: dearmour(text.slice(cut), file), cut };
}

// ----------------------------------------------------------------------------------------- does it count here

/** Every reason why an envelope does not count in this phase. */
async function envelopeFaults(envelope, charter, { phase, attempt, aboveSeq, round, alone }) {
  const { lock } = envelope;
  const identity = identityFaults(lock, charter, "envelope");
  if (identity.length) return identity;
  const seat = keysOf(charter, lock.seat);
  const signed = await attemptedLater(() => verifyBySeat(seat, envelope.lockBytes, "lock", envelope.signature));
  const faults = signed instanceof Refused ? signed.faults.map((fault) => fault.message) : [];
  if (lock.phase !== phase) faults.push(`envelope is for phase '${lock.phase}'; '${phase}' is open`);
  else if (lock.attempt !== attempt) {
    faults.push(`envelope is for attempt ${lock.attempt}; attempt ${attempt} is open`);
  } else if (lock.seq <= aboveSeq) faults.push(`envelope has seq ${lock.seq}, and ${aboveSeq} has come already`);
  const here = lock.phase === phase ? aloneFaults(lock, charter, alone) : [];
  return [...faults, ...openingFaults(lock, charter, round), ...here, ...valueFaults(lock, charter, seat),
    ...keyNamedFaults(lock, charter), ...sealedFaults(envelope, charter)];
}

/** Another game, another charter of it, nobody's seat. */
function identityFaults(lock, charter, what) {
  if (lock.game !== charter.game) return [`${what} is for the game '${lock.game}', not for '${charter.game}'`];
  if (lock.charter !== charter.sha256) {
    const own = charter.sha256.slice(0, 16);
    return [`${what} names the charter ${lock.charter.slice(0, 16)}..., this game's is ${own}...`];
  }
  if (lock.grammar !== charter.grammar) {
    return [`${what} is a lock/${lock.grammar}; this game takes lock/${charter.grammar}`];
  }
  return charter.seatNames.includes(lock.seat) ? [] : [`'${lock.seat}' has no seat in this game`];
}

/** What opens the orders follows from the tier, and in tier beacon from the phase. */
function openingFaults(lock, { tier }, round) {
  const due = { moderated: "now", "two-step": "step2" }[tier];
  if (due) return lock.opens === due ? [] : [`orders open '${lock.opens}'; in tier ${tier} they open '${due}'`];
  if (lock.round === null) return [`orders open '${lock.opens}'; in tier beacon they open at a round`];
  if (round === null || lock.round === round) return [];
  return [`orders open at round ${lock.opens}; this phase has round ${round}`];
}

/** Where a seat acts alone no other locks; in tier two-step its lock opens its value, and that of nobody else (16). */
function aloneFaults(lock, { tier }, alone) {
  if (alone && lock.seat !== alone) return [`'${alone}' acts alone in phase '${lock.phase}'`];
  if (tier !== "two-step") return [];
  if (alone && !lock.link) return [`lock opens no chain value, though '${alone}' acts alone in this phase`];
  return !alone && lock.link ? ["lock opens a chain value before all orders are locked"] : [];
}

/** A chain value travels with the orders in tier moderated, in two-step of who acts alone, never in beacon (3.1). */
function valueFaults({ link }, { tier, grammar }, seat) {
  if (!link && grammar === 2) return []; // the walk says who has to show one
  if (!link) return tier === "moderated" ? ["lock opens no chain value, which tier moderated needs"] : [];
  if (tier === "beacon") return ["lock opens a chain value, which tier beacon has no use for"];
  const leads = link.index > 0 && whoseLink(seat, link);
  return leads ? [] : [`chain value ${link.index} does not lead to the anchor of seat '${seat.seat}'`];
}

/** Grammar 2, tier two-step: the lock names the recipient whose one-time key will open it. No other lock does. */
function keyNamedFaults({ key }, { tier, grammar }) {
  if (grammar === 2 && tier === "two-step" && !key) return ["lock does not name the key that its orders are sealed to"];
  return key && tier !== "two-step" ? [`lock names a key, which tier ${tier} has no use for`] : [];
}

/** The sealed part is the one the lock was made for, and sealed to the round the lock names. */
function sealedFaults({ sealed, lock }, charter) {
  if (hashHex(sealed) !== lock.sealed) return ["sealed orders are not those the lock was made for"];
  if (lock.round === null) return [];
  const found = attempted(() => roundOfSeal(parseAge(sealed)));
  if (found instanceof Refused) return [found.message];
  if (found.round === lock.round && found.chain === charter.beacon) return [];
  const where = `round ${found.round} of beacon ${found.chain.slice(0, 16)}...`;
  return [`orders are sealed to ${where}, not as the lock says`];
}

/** The commitment's check: these are the orders that were locked, for this seat, phase, attempt and letter. */
function checkOpened({ lock }, plain) {
  if (sha256Hex(plain) !== lock.orders) throw bad("opened orders are not those the lock commits to");
  const { purpose } = parsePreimage(plain);
  if (purpose !== ordersPurpose(lock.game, lock.seat, lock.phase, lock.attempt, lock.seq)) {
    throw bad(`opened orders were committed to as '${purpose}', not for this lock`);
  }
}

// --------------------------------------------------------------------------------------------------- second letters

/** The open, if these are exactly the bytes of one. */
function parseOpen(data, file = "") {
  if (data.length > MOST_LETTER) throw bad(`is no open: larger than ${MOST_LETTER} bytes`, { file });
  const text = latin(lfForm(data));
  const grammar = text.startsWith("pbem: open/2\n") ? 2 : 1;
  const found = OPEN_FORM[grammar - 1].exec(text)?.groups;
  if (!found) throw bad("open is written in another way than ours", { file, hint: LETTER_HINT });
  if (found.key) readIdentity(found.key);
  const link = linkOf(Number(found.index), found.value);
  const account = grammar === 2 ? accountOf(found, file) : null;
  const { lock = "", key = "" } = found;
  return { ...found, grammar, attempt: Number(found.attempt), link, account, lock, key };
}

/** The open, if it counts: signed by its seat, for this phase, and for the lock (its hash) that was counted. */
async function checkOpen(data, armour, charter, { phase, attempt }, lock) {
  const opened = parseOpen(data);
  const faults = openFaults(opened, charter, phase, attempt, lock);
  if (charter.seatNames.includes(opened.seat)) {
    const seat = keysOf(charter, opened.seat);
    const signed = await attemptedLater(() => verifyBySeat(seat, data, "open", armour));
    if (signed instanceof Refused) faults.push(...signed.faults.map((fault) => fault.message));
  }
  if (faults.length) throw new Refused(faults.map((message) => ({ message })));
  return opened;
}

/** Everything about an open that its signature does not speak for. */
function openFaults(opened, charter, phase, attempt, lock) {
  if (opened.game !== charter.game || opened.charter !== charter.sha256) {
    return [`open is for another game or charter: '${opened.game}'`];
  }
  const faults = [];
  if (opened.grammar !== charter.grammar) {
    faults.push(`is an open/${opened.grammar}; this game takes open/${charter.grammar}`);
  }
  if (!charter.seatNames.includes(opened.seat)) return [...faults, `'${opened.seat}' has no seat in this game`];
  if (opened.phase !== phase || opened.attempt !== attempt) {
    const due = `attempt ${attempt} at '${phase}' is due`;
    faults.push(`open is for attempt ${opened.attempt} at phase '${opened.phase}'; ${due}`);
  }
  if (opened.lock !== lock) faults.push("open is for another lock than the one that was counted");
  if (!opened.link.index || !whoseLink(keysOf(charter, opened.seat), opened.link)) {
    faults.push(`chain value ${opened.link.index} does not lead to the anchor of seat '${opened.seat}'`);
  }
  return faults;
}
