// The letters of a game of grammar 2: locks, openings, strays, words about what was seen, their receipts. They are read
// once, before the walk that needs what they say; then each is held against its entry, its keys, the ledger that it has
// seen, and the attempt it belongs to.

/** How much older than the newest line it has seen a letter may say it is before that is remarked. */
const CLOCKS_APART = 24 * HOUR;
/** What became of a seal: it opens for everybody, it does not, or only its readers can tell. */
const [SEAL_OPENS, SEAL_BROKEN, SEAL_HIDDEN] = ["opens", "broken", "hidden"];

/** Every letter of the folder that could be read, by the line of its entry. */
class Post {
  constructor() {
    Object.assign(this, { heard: new Map(), seals: new Map() });
  }

  /** The chain value that the letter of an entry shows. */
  linkShown({ n }) {
    const letter = this.heard.get(n);
    return (letter?.lockBytes ? letter.lock.link : letter?.link) ?? null;
  }

  /** What an entry's letter says of the ledger. */
  accountIn({ n }) {
    const letter = this.heard.get(n);
    return letter ? (letter.lockBytes ? letter.lock.account : letter.account) : null;
  }

  /** All of them that say something of the ledger, in the order of their entries. */
  letters(entries) {
    const found = entries.map((entry) => ({ line: entry.n, seat: entry.seat, account: this.accountIn(entry) }));
    return found.filter(({ account }) => account);
  }
}

/** The path of an entry's letter, or the empty text for an entry without one. */
function letterFile(entry) {
  const paths = {
    lock: () => FILES.lock(entry), open: () => FILES.open(entry.seat, occasionOf(entry)),
    stray: () => FILES.stray(entry), seen: () => FILES.seen(entry.n),
  };
  return Object.hasOwn(paths, entry.k) ? paths[entry.k]() : "";
}

/** What reads an entry's letter. */
function readerOf({ k, of }) {
  if (k === "lock" || (k === "stray" && of === "lock")) return parseEnvelope;
  return k === "seen" ? parseSeen : parseOpen;
}

/** Every letter of the ledger, each file read once; whatever cannot be is blamed. */
function readPost(audit, game) {
  const [post, once] = [new Post(), new Map()];
  for (const entry of game.entries) {
    const name = letterFile(entry);
    if (!name || !game.charter.seatNames.includes(entry.seat)) continue;
    if (entry.k === "lock" && isPlain(entry) && game.charter.tier === "moderated") continue;
    if (!once.has(name)) {
      const data = audit.readFor(entry, name);
      const read = readerOf(entry);
      once.set(name, data && audit.attempt(name, `parse ${read.name}`, data, () => read(data, name)));
    }
    if (once.get(name)) post.heard.set(entry.n, once.get(name));
  }
  return post;
}

// -------------------------------------------------------------------------------------------- each against its entry

/** Every letter, and every text that all have signed. */
async function checkPost(audit, game, walk, post, tree) {
  const served = new Map();
  for (const entry of game.entries) {
    const charter = game.tenures.at(entry.n);
    const isKnown = game.charter.seatNames.includes(entry.seat);
    if (isAgreement(entry) && game.charter.seatNames.includes(entry.who)) {
      await checkAgreement(audit, charter, entry);
    } else if (entry.k === "phase" && game.charter.seatNames.includes(entry.alone)) {
      checkAlone(audit, keysOf(charter, entry.alone), entry);
    } else if (["amend", "reopen"].includes(entry.k)) {
      await checkAmendment(audit, charter, entry);
      if (entry.k === "reopen") checkReopening(audit, game, entry, tree, served);
    } else if (entry.k === "ruling" && "sig" in entry) await checkRuling(audit, charter, entry);
    else if (isKnown && Object.hasOwn(LETTER_CHECKS, entry.k)) {
      const attempt = entry.k === "seen" ? null : walk.phases.get(occasionOf(entry).stem);
      await LETTER_CHECKS[entry.k]({ audit, game, post, entry, attempt, tree });
    }
  }
}

/** An envelope fits its entry, its charter and its phase; its receipt proves the entry. */
async function checkCountedLock({ audit, game, post, entry, attempt, tree }) {
  if (attempt && attempt.numbered.get(`${entry.seat} ${entry.seq}`) !== entry) return; // blamed where it stands
  const charter = game.tenures.at(entry.n);
  const due = keysOf(charter, entry.seat).needs ?? 1;
  if ((entry.needs || 1) !== due) {
    audit.blameEntry(entry, `needs ${entry.needs || 1} of a team, whose charter says ${due}`);
  }
  if (!attempt) return;
  const envelope = post.heard.get(entry.n);
  if (isPlain(entry) && game.charter.tier === "moderated") await checkPlain(audit, charter, entry);
  else if (envelope) {
    await checkSent(audit, game, attempt, entry, envelope);
    checkAccount(audit, game, entry, envelope.lock.account, tree, attempt.opening.n);
  }
  const receipt = FILES.receipt(entry);
  if (audit.files.has(receipt)) await checkReceipt(audit, game.charter, entry, receipt, tree);
}

/** An opening is signed, for the lock that counts, and was written over this ledger with its `locked` (R8). */
async function checkOpening({ audit, game, post, entry, attempt, tree }) {
  if (attempt && attempt.opened.get(entry.seat) !== entry) return; // blamed where it stands
  const opened = post.heard.get(entry.n);
  const name = letterFile(entry);
  const data = audit.files.get(name);
  const armour = audit.readFor(entry, `${name}.sig`);
  if (!attempt || !data || !armour || !opened) return;
  const lock = attempt.listed.get(entry.seat);
  if (await openHolds(audit, name, data, armour, keysThen(game, entry, attempt), attempt.occasion, lock?.lock ?? "")) {
    audit.count("second letters");
  }
  if (hashHex(data) !== entry.sha256) {
    audit.blameHash(name, `is not the letter whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  const line = attempt.firstLocked ? attempt.firstLocked.n : attempt.opening.n;
  checkAccount(audit, game, entry, opened.account, tree, line);
  if (opened.key && lock) tryKey(audit, post, attempt, lock, opened.key);
  const receipt = FILES.openReceipt(entry.seat, attempt.occasion);
  if (audit.files.has(receipt)) await checkReceipt(audit, game.charter, entry, receipt, tree);
}

/** The open, if it holds by these keys for this lock; its faults are the folder's where not. */
function openHolds(audit, name, data, armour, charter, occasion, lock) {
  const given = `${hashHex(armour)} ${charter.inForce} ${occasion.stem} ${lock}`;
  return audit.attemptLater(name, "open", data, given, () => checkOpen(data, armour, charter, occasion, lock));
}

/** The keys by which an opening is judged: those in force when its attempt was locked (5.8). */
function keysThen(game, entry, { firstLocked }) {
  return game.tenures.at(firstLocked ? firstLocked.n : entry.n);
}

/** A stray is a true letter of its seat for its attempt; it counts for nothing all the same. */
async function checkStray({ audit, game, post, entry, attempt, tree }) {
  if (attempt && attempt.strays.get(`${entry.seat} ${entry.of}`) !== entry) return; // blamed where it stands
  const letter = post.heard.get(entry.n);
  const name = letterFile(entry);
  const data = audit.files.get(name);
  if (!attempt || !data || !letter) return;
  const isLock = "lockBytes" in letter;
  if (isLock) {
    const charter = game.tenures.at(entry.n);
    await audit.attemptLater(name, "stray lock", data, charter.inForce, () => strayLockHolds(letter, charter));
  } else {
    const armour = audit.readFor(entry, `${name}.sig`);
    const charter = keysThen(game, entry, attempt);
    if (armour) await openHolds(audit, name, data, armour, charter, attempt.occasion, letter.lock);
  }
  const said = isLock ? letter.lock : letter;
  const digest = hashHex(isLock ? letter.lockBytes : data);
  const { phase, attempt: number, called } = attempt.occasion;
  if (said.phase !== phase || said.attempt !== number || said.seat !== entry.seat) {
    audit.blame(name, `is not of seat '${entry.seat}' for ${called}`);
  }
  if (digest !== entry.sha256) {
    audit.blame(name, `is not the letter whose hash entry ${entry.n} of the ledger states`);
  }
  const held = attempt.byHash.get(digest);
  if (held) audit.blameEntry(entry, `enters as a stray what entry ${held.n} has on record`);
  if (said.account && said.account.root !== rootOf(tree, said.account.size)) {
    audit.note(`${name} was written over another ledger than this one`);
  }
  audit.count("strays");
}

/** Refused unless the lock is of this game, signed, and shows a value of its seat's chain. */
async function strayLockHolds(envelope, charter) {
  const faults = identityFaults(envelope.lock, charter, "envelope");
  if (!faults.length) {
    const seat = keysOf(charter, envelope.lock.seat);
    const { link } = envelope.lock;
    const signed = await attemptedLater(() => verifyBySeat(seat, envelope.lockBytes, "lock", envelope.signature));
    if (signed instanceof Refused) faults.push(...signed.faults.map((fault) => fault.message));
    if (!link?.index || !whoseLink(seat, link)) {
      faults.push(`stray shows no value of the chain of seat '${seat.seat}'`);
    }
  }
  if (faults.length) throw new Refused(faults.map((message) => ({ message })));
  return true;
}

/** A seat's word about what it has seen. */
async function checkSeenEntry({ audit, game, post, entry, tree }) {
  const word = post.heard.get(entry.n);
  const [name, armourName] = [letterFile(entry), FILES.seenSignature(entry.n)];
  const data = audit.files.get(name);
  const armour = audit.readFor(entry, armourName);
  if (!data || !armour || !word) return;
  const charter = game.tenures.at(entry.n);
  const given = `${hashHex(data)} ${charter.inForce}`;
  if (await audit.attemptLater(armourName, "seen", armour, given, () => checkSeenWord(data, armour, charter))) {
    audit.count("words about what was seen");
  }
  if (word.seat !== entry.seat) audit.blame(name, `is of seat '${word.seat}'`);
  for (const [what, found] of [["sha256", hashHex(data)], ["sig", hashHex(armour)]]) {
    if (found === entry[what]) continue;
    audit.blame(name, `is not the word whose hashes entry ${entry.n} of the ledger states`);
  }
  checkAccount(audit, game, entry, word.account, tree, -1);
}

/** A letter saw this ledger up to the line `above`, and calls only phases' lines late. */
function checkAccount(audit, game, entry, account, tree, above) {
  if (!account) return;
  const name = letterFile(entry);
  const { size, root, at, late } = account;
  audit.count("ledger heads seen by seats");
  if (size > entry.n) {
    audit.blame(name, `has seen ${size} lines of a ledger that had ${entry.n} when it came in`);
    return;
  }
  if (rootOf(tree, size) !== root) {
    const isOther = size > above && above >= 0 && entry.k === "open";
    const hint = "if its signature holds, the moderator showed this seat another ledger than this one";
    audit.blame(name, isOther
      ? `was written over another ledger: entry ${above} was another one then`
      : `has seen another ledger: its first ${size} lines had another root`, { hint });
  }
  if (size <= above) audit.blame(name, `has seen ${size} lines, and not entry ${above}, which it has to cover`);
  for (const [line] of late) {
    if (line < size && ["phase", "locked"].includes(game.ledger[line].k)) continue;
    audit.blame(name, `calls entry ${line} late, which opens no phase and locks none, or which it has not seen`);
  }
  if (size && momentOf(game.ledger[size - 1].t) - momentOf(at) > CLOCKS_APART) {
    audit.note(`${name} was written at ${at}, before entry ${size - 1}, which it has seen`);
  }
}

/** The root that the ledger had at a size; nothing at one it has not had. */
const rootOf = (tree, size) => (size <= tree.size ? tree.rootText(size) : "");

/** Kind of entry -> what holds its letter against it. */
const LETTER_CHECKS = { lock: checkCountedLock, open: checkOpening, stray: checkStray, seen: checkSeenEntry };

/** The paper says what its entry says, for this ledger as it was, and serves once (R11). */
function checkReopening(audit, game, entry, tree, served) {
  const name = FILES.amend(entry.n);
  const text = audit.files.get(name);
  const made = text && audit.attempt(name, "reopening", text, () => parseReopening(text, name));
  if (!made) return;
  const charter = game.tenures.at(entry.n);
  const { phase, dice, withdraws, round, deadline } = entry;
  const due = { game: charter.game, charter: charter.sha256, phase, dice, withdraws, round, deadline };
  compareWords(audit, name, entry, made, Object.entries(due));
  if (made.lines > entry.n || hexOf(tree.rootAt(made.lines)) !== made.root) {
    audit.blame(name, "was signed over another ledger than this one");
  }
  const before = served.get(entry.sha256);
  if (before !== undefined) {
    audit.blameEntry(entry, `is by signatures that have served in entry ${before} already`);
  } else served.set(entry.sha256, entry.n);
}

// ------------------------------------------------------------------------------------------------------------ seals

/** Orders whose one-time key is shown: it is the key that the lock names, and opens what was locked. */
function tryKey(audit, post, attempt, lock, key) {
  const envelope = post.heard.get(lock.n);
  if (!envelope) return;
  if (!envelope.lock.key || !isKeyOf(key, envelope.lock.key)) {
    judgeSeal(audit, post, attempt, lock, "is opened by another key than its lock names");
    return;
  }
  const work = () => (checkOpened(envelope, unsealByKey(key, envelope.sealed)), "orders opened");
  const result = attempted(() => audit.memo.of(`by key ${hashHex(audit.files.get(FILES.lock(lock)))} ${key}`, work));
  if (result instanceof Refused) judgeSeal(audit, post, attempt, lock, result.faults[0].message);
  else {
    audit.count(result);
    post.seals.set(lock.lock, SEAL_OPENS);
  }
}

/** The time-locks of all locks that count. Where a seal to keys lies inside, only its readers can open that. */
function openByRound(audit, post, attempt, network, { round, signature }) {
  for (const lock of attempt.listed.values()) {
    const data = audit.files.get(FILES.lock(lock));
    const envelope = post.heard.get(lock.n);
    if (!data || !envelope || hashHex(envelope.sealed) !== envelope.lock.sealed) continue;
    if (envelope.lock.round !== round) continue;
    const work = () => openWithBeacon(network, envelope, signature);
    const result = attempted(() => audit.memo.of(`by beacon ${hashHex(data)} ${signature}`, work));
    if (result instanceof Refused) judgeSeal(audit, post, attempt, lock, result.faults[0].message);
    else {
      audit.count(result);
      post.seals.set(lock.lock, result === "orders opened" ? SEAL_OPENS : SEAL_HIDDEN);
    }
  }
}

/** A seal that anybody can try and that does not hold what was locked: the ledger has to draw the consequence. */
function judgeSeal(audit, post, attempt, lock, why) {
  post.seals.set(lock.lock, SEAL_BROKEN);
  if (attempt.struck.has(lock.seat)) return;
  const hint = "a 'timeout' with 'what' 'seal' would say that the default orders stand";
  audit.blame(FILES.lock(lock), why, { hint });
}

/** No orders are struck that everybody can open and read (R6). */
function checkStrikes(audit, walk, post) {
  for (const { struck, listed } of walk.phases.values()) {
    for (const [seat, entry] of struck) {
      if (post.seals.get(listed.get(seat)?.lock) !== SEAL_OPENS) continue;
      audit.blameEntry(entry, "strikes orders that everybody can open");
    }
  }
}

/** Struck locks whose orders have been shown since, and fit: where they can be read. */
function shownOrders(audit, game, walk) {
  const found = new Map();
  for (const { struck, listed } of walk.phases.values()) {
    for (const lock of [...struck.keys()].map((seat) => listed.get(seat)).filter(Boolean)) {
      const { seat, phase, attempt, seq } = lock;
      const name = FILES.revealed(ordersPurpose(game.charter.game, seat, phase, attempt, seq));
      if (audit.files.has(name) && hashHex(audit.files.get(name)) === lock.orders) found.set(lock.lock, name);
    }
  }
  return found;
}
