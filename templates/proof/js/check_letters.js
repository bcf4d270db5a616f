// What came by mail: envelopes, their receipts, the second letters of tier two-step, texts that all have signed; and
// orders that anybody can open by now.

/** Everything in locks, receipts, opens and amends. */
async function checkLetters(audit, game, phases, tree) {
  const newest = {};
  const once = new Set();
  for (const entry of game.entries) {
    const ofPhase = ["lock", "open"].includes(entry.k);
    const record = ofPhase ? phases.get(occasionOf(entry).stem) : null;
    const letter = record && `${entry.k} ${entry.seat} ${record.occasion.stem} ${entry.k === "lock" ? entry.seq : 0}`;
    if (record && once.has(letter)) continue; // blamed where it stands
    once.add(letter);
    const seated = record && game.charter.seatNames.includes(entry.seat);
    if (seated && entry.k === "lock") await checkLock(audit, game, record, entry, tree);
    else if (seated) await checkSecondLetter(audit, game, record, entry);
    else if (isAgreement(entry) && game.charter.seatNames.includes(entry.who)) {
      await checkAgreement(audit, game.tenures.at(entry.n), entry);
    } else if (entry.k === "phase" && game.charter.seatNames.includes(entry.alone)) {
      checkAlone(audit, keysOf(game.tenures.at(entry.n), entry.alone), entry);
    } else if (["amend", "reopen"].includes(entry.k)) {
      await checkAmendment(audit, game.tenures.at(entry.n), entry);
      if (entry.k === "reopen") checkReturn(audit, game, entry, tree);
    } else if (entry.k === "ruling" && "sig" in entry) await checkRuling(audit, game.tenures.at(entry.n), entry);
    const link = audit.links[entry.n];
    if (!link) continue;
    const seat = keysOf(game.tenures.at(entry.n), entry.seat);
    checkTurn(audit, game.charter.tier, entry, link, newest, (whoseLink(seat, link) ?? seat).chain);
  }
}

/** The values of each chain are opened in order (PROTOCOL 3.3): never back, and none is left out. One that was shown to
 * the moderator alone and is not on record would be a second throw for the two of them (threat 6). */
function checkTurn(audit, tier, entry, { index }, newest, anchor) {
  const { seat } = entry;
  const [before, last] = newest[anchor] ?? [0, entry];
  if (index !== before + 1 && !(index === before && mayRepeat(tier, last, entry))) {
    audit.blameEntry(entry, `opens chain value ${index} of seat '${seat}' after ${before}`, {
      hint: `value ${before + 1} is due: none is shown twice, and none is left out`,
    });
  }
  if (index >= before) newest[anchor] = [index, entry];
}

/** Whether a chain may show its newest value again: in a lock that takes the place of one that did not count. In tier
 * two-step both are of one attempt, for what was shown in another is known to those who decide in this one. */
function mayRepeat(tier, last, entry) {
  const replaces = last.k === "lock" && entry.k === "lock";
  return replaces && (tier !== "two-step" || occasionOf(last).stem === occasionOf(entry).stem);
}

/** A team that has to agree might show a value with orders that do not come to count (docs/protocol.md, 16). */
function checkAlone(audit, seat, entry) {
  const needs = seat.needs ?? 1;
  if (needs < 2) return;
  audit.blameEntry(entry, `says that '${entry.alone}' acts alone, a team of which ${needs} have to agree`);
}

// ------------------------------------------------------------------------------------------------------------ locks

/** An envelope fits its entry, its charter and its phase, and its receipt proves the entry. */
async function checkLock(audit, game, record, entry, tree) {
  const due = keysOf(game.tenures.at(entry.n), entry.seat).needs ?? 1;
  if ((entry.needs || 1) !== due) {
    audit.blameEntry(entry, `needs ${entry.needs || 1} of a team, whose charter says ${due}`);
  }
  if (isPlain(entry) && game.charter.tier === "moderated") await checkPlain(audit, game.tenures.at(entry.n), entry);
  else {
    const name = FILES.lock(entry);
    const data = audit.readFor(entry, name);
    const envelope = data && audit.attempt(name, "parse", data, () => parseEnvelope(data, name));
    if (envelope) {
      await checkSent(audit, game, record, entry, envelope);
      checkHead(audit, name, envelope, entry, tree);
    }
  }
  const receipt = FILES.receipt(entry);
  if (audit.files.has(receipt)) await checkReceipt(audit, game.charter, entry, receipt, tree);
}

/** The envelope says what its entry says, its signature holds, and it is sealed as the tier demands. */
async function checkSent(audit, { tenures }, record, entry, envelope) {
  const name = FILES.lock(entry);
  const charter = tenures.at(entry.n);
  const { lock, lockBytes } = envelope;
  const expected = { ...record.occasion, aboveSeq: entry.seq - 1, round: record.round, alone: record.opening.alone };
  const given = `${charter.inForce} ${entry.seq} ${record.occasion.stem} ${record.round} ${expected.alone}`;
  const work = () => envelopeFaults(envelope, charter, expected);
  const faults = await audit.attemptLater(name, "envelope", audit.files.get(name), given, work);
  audit.accept(faults.map((message) => ({ message })), name);
  const sealWrong = "sealed orders are not those the lock was made for";
  const wrong = audit.faults.findLast((fault) => fault.file === name && fault.message === sealWrong);
  if (wrong) wrong.sealed = { start: envelope.cut, expected: lock.sealed };
  audit.count("locks");
  if (lock.seat !== entry.seat || lock.seq !== entry.seq) {
    audit.blame(name, `is letter ${lock.seq} of seat '${lock.seat}'`);
  }
  if (hashHex(lockBytes) !== entry.lock) {
    const message = `is not the lock whose hash entry ${entry.n} of the ledger states`;
    audit.blameHash(name, message, entry.lock, { line: 1, end: lockBytes.length });
  }
  if (lock.orders !== entry.orders) {
    audit.blame(name, `commits to other orders than entry ${entry.n} of the ledger states`, { line: 8 });
  }
  if (lock.link) audit.links[entry.n] = lock.link;
  if ("needs" in entry) audit.behind[entry.lock] = [parseSshsig(envelope.signature).keyBlob];
}

/** What the seat had seen of the ledger when it wrote is still its beginning (threat 13). */
function checkHead(audit, name, { lock, lockBytes }, entry, tree) {
  if (!lock.seen) return;
  const { size, root } = lock.seen;
  const line = latin(lockBytes).split("\n").findIndex((text) => text.startsWith("seen: ")) + 1;
  audit.count("ledger heads seen by seats");
  if (size > entry.n) {
    audit.blame(name, `has seen ${size} lines of a ledger that had ${entry.n} when it came in`, { line });
  } else if (tree.rootText(size) !== root) {
    const hint = "if its signature holds, the moderator showed this seat another ledger than this one";
    audit.blame(name, `has seen another ledger: its first ${size} lines had another root`, { line, hint });
  }
}

/** An order file from a player without the tool: hidden until the game is over, its hash is all there is. */
async function checkPlain(audit, charter, entry) {
  const name = FILES.plainOrders(entry);
  if (!audit.files.has(name)) {
    audit.note(`entry ${entry.n} stands for a plain order file of seat '${entry.seat}', not shown yet`);
    return;
  }
  const [orders, armour] = [audit.read(name), audit.readFor(entry, `${name}.sig`)];
  if (!orders || !armour) return;
  const work = () => verifyBySeat(keysOf(charter, entry.seat), orders, "orders", armour);
  await audit.attemptLater(`${name}.sig`, "orders", armour, `${hashHex(orders)} ${charter.inForce}`, work);
  audit.count("locks");
  if (hashHex(orders) !== entry.lock) {
    audit.blameHash(name, `is not the order file whose hash entry ${entry.n} of the ledger states`, entry.lock);
  }
}

/** The receipt proves that exactly this entry stood in a ledger that the log key signed. */
async function checkReceipt(audit, charter, entry, name, tree) {
  const data = audit.read(name);
  const receipt = data && audit.attempt(name, "parse", data, () => parseReceipt(data, name));
  const note = receipt && (await signedNote(audit, charter, receipt.note, name));
  if (!note) return;
  audit.count("receipts");
  if (receipt.index !== entry.n) {
    audit.blame(name, `is for entry ${receipt.index}, not for entry ${entry.n}`, { line: 2 });
  } else if (note.size > tree.size || !same(note.root, tree.rootAt(note.size))) {
    audit.blame(name, `is under a checkpoint of another ledger, of ${note.size} lines`);
  } else if (!verifyPath(entry[LEAF], entry.n, note.size, receipt.path, note.root)) {
    audit.blame(name, `does not lead from entry ${entry.n} to the root of its checkpoint`, { line: 3 });
  }
}

// ------------------------------------------------------------------------------------------- what a team agrees to

/** A word of the team, signed by one of it who has not stood behind that lock before. */
async function checkAgreement(audit, charter, entry) {
  const [name, armourName] = [FILES.amend(entry.n), FILES.amendSignature(entry.n, entry.who)];
  const [text, armour] = [audit.readFor(entry, name), audit.readFor(entry, armourName)];
  if (!text || !armour) return;
  if (hashHex(text) !== entry.sha256) {
    audit.blameHash(name, `is not the word whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  if (hashHex(armour) !== entry.sig) {
    audit.blameHash(armourName, `is not the signature whose hash entry ${entry.n} of the ledger states`, entry.sig);
  }
  const document = audit.attempt(name, "yaml", text, () => new YamlReader(yamlText(text, name), name).document());
  const said = document?.entries ? plainOf(document) : {};
  const due = { pbem: "word/1", game: charter.game, seat: entry.who, agree: entry.lock };
  if (Object.entries(due).some(([key, value]) => said[key] !== value)) {
    audit.blame(name, `is no agreement to the lock that entry ${entry.n} of the ledger names`);
  }
  const seat = keysOf(charter, entry.who);
  const work = async () => (await verifyBySeat(seat, text, "amend", armour), true);
  const given = `${hashHex(text)} ${charter.inForce}`;
  if (!(await audit.attemptLater(armourName, "agreement", armour, given, work))) return;
  audit.count("agreements");
  const [behind, signer] = [(audit.behind[entry.lock] ??= []), signerOf(armour)];
  if (behind.some((each) => same(each, signer))) {
    audit.blame(armourName, "is by somebody who stood behind these orders already");
  }
  behind.push(signer);
}

// --------------------------------------------------------------------------------------------------- second letters

/** The open of a seat: signed, for the lock that was counted, and with the next value of its chain. */
async function checkSecondLetter(audit, { tenures }, record, entry) {
  const charter = tenures.at(entry.n);
  const name = FILES.open(entry.seat, record.occasion);
  const [data, armour] = [audit.readFor(entry, name), audit.readFor(entry, `${name}.sig`)];
  if (!data || !armour) return;
  const lock = countedLock(record, entry.seat);
  const given = `${hashHex(armour)} ${charter.inForce} ${record.occasion.stem} ${lock}`;
  const work = () => checkOpen(data, armour, charter, record.occasion, lock);
  const opened = await audit.attemptLater(name, "open", data, given, work);
  if (hashHex(data) !== entry.sha256) {
    audit.blameHash(name, `is not the letter whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  if ((entry.lock ?? "") !== lock) audit.blameEntry(entry, "names another lock than the one that was counted");
  if (!opened) return;
  audit.count("second letters");
  audit.links[entry.n] = opened.link;
  if (opened.key && lock) openByKey(audit, record, opened);
}

/** The lock of this seat that the phase's `locked` entry counts; the empty text if there is none. */
function countedLock(record, seat) {
  const counted = countedIn(record);
  return record.standing.find((lock) => lock.seat === seat && counted.includes(lock.lock))?.lock ?? "";
}

// --------------------------------------------------------------------------------------------- what all have signed

/** A change of the charter, or a new attempt: a text that moderator and all seats have signed. */
async function checkAmendment(audit, charter, entry) {
  const name = FILES.amend(entry.n);
  const text = audit.readFor(entry, name);
  if (!text) return;
  if (hashHex(text) !== entry.sha256) {
    audit.blameHash(name, `is not the text whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  if (entry.sigs.length !== charter.who.length) {
    audit.blameEntry(entry, `has ${entry.sigs.length} signatures; moderator and seats are ${charter.who.length}`);
  }
  for (const [at, who] of charter.who.slice(0, entry.sigs.length).entries()) {
    const armourName = FILES.amendSignature(entry.n, who);
    const armour = audit.readFor(entry, armourName);
    if (!armour) continue;
    const key = keysOf(charter, who).ssh;
    if (await signatureHolds(audit, armourName, key, text, "amend", armour)) audit.count("signatures");
    if (hashHex(armour) !== entry.sigs[at]) {
      const message = `is not the signature whose hash entry ${entry.n} of the ledger states`;
      audit.blameHash(armourName, message, entry.sigs[at]);
    }
  }
}

/** The text says what its entry says, for this ledger as it was, and serves once: with signatures under another one the
 * moderator could have any phase played again (threat 6). */
function checkReturn(audit, game, entry, tree) {
  const name = FILES.amend(entry.n);
  const text = audit.files.get(name);
  if (!text) return;
  const said = wordsOf(audit, name, text);
  const charter = game.tenures.at(entry.n);
  const { phase, dice, withdraws } = entry;
  const due = { pbem: "reopen/1", game: charter.game, charter: charter.sha256, phase, dice, withdraws };
  compareWords(audit, name, entry, said, Object.entries(due));
  const isCounted = typeof said.lines === "string" && /^[0-9]{1,9}$/.test(said.lines); // a list of one reads like it
  const lines = isCounted ? Number(said.lines) : Infinity;
  if (lines > entry.n || hexOf(tree.rootAt(lines)) !== said.root) {
    audit.blame(name, "was signed over another ledger than this one");
  }
  const before = game.entries.filter((each) => each.k === "reopen" && each.n < entry.n);
  const served = before.find((each) => each.sha256 === entry.sha256);
  if (served) audit.blameEntry(entry, `is by signatures that have served in entry ${served.n} already`);
}

// ------------------------------------------------------------------------------------ what the moderator decides

/** Of a ruling's entry, what is not also in the text that the moderator signs. */
const BESIDE_TEXT = ["k", "n", "t", "sha256", "sig"];

/** A ruling is signed by the moderator, for this game and this line, and says what its entry says. */
async function checkRuling(audit, charter, entry) {
  const [name, armourName] = [FILES.ruling(entry.n), FILES.amendSignature(entry.n, "moderator")];
  const [text, armour] = [audit.readFor(entry, name), audit.readFor(entry, armourName)];
  if (!text || !armour) return;
  if (hashHex(text) !== entry.sha256) {
    audit.blameHash(name, `is not the ruling whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  const key = charter.moderator.ssh;
  if (await signatureHolds(audit, armourName, key, text, "amend", armour)) audit.count("signatures");
  if (hashHex(armour) !== entry.sig) {
    audit.blameHash(armourName, `is not the signature whose hash entry ${entry.n} of the ledger states`, entry.sig);
  }
  checkRulingWords(audit, charter, entry, name, wordsOf(audit, name, text));
}

/** What a signed text says: nothing where it is no mapping, or cannot be read, which is blamed. */
function wordsOf(audit, name, text) {
  const document = audit.attempt(name, "yaml", text, () => new YamlReader(yamlText(text, name), name).document());
  return document?.entries ? plainOf(document) : {};
}

/** What a ruling has to say, numbers as their digits. */
function checkRulingWords(audit, charter, entry, name, said) {
  const told = Object.entries(entry).filter(([key]) => !BESIDE_TEXT.includes(key));
  const head = [["game", charter.game], ["charter", charter.sha256], ["entry", String(entry.n)]];
  const due = new Map([...head, ...told.map(([key, value]) => [key, inDigits(value)])]);
  compareWords(audit, name, entry, said, due);
}

/** A signed text and its entry say the same. */
function compareWords(audit, name, entry, said, due) {
  for (const [key, value] of due) {
    const own = Object.hasOwn(said, key) ? said[key] : undefined;
    const missing = own === undefined || value === undefined;
    if (missing ? own !== value : canonical(own) !== canonical(value)) {
      audit.blame(name, `says another '${key}' than entry ${entry.n} of the ledger`);
    }
  }
}

/** Plain data with every number as its digits, as strict YAML reads it. */
function inDigits(value) {
  if (Array.isArray(value)) return value.map(inDigits);
  if (typeof value !== "object") return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inDigits(inner)]));
}

// ----------------------------------------------------------------------------------------------------- opened orders

/** The orders of a second letter that shows its key. */
function openByKey(audit, record, opened) {
  const entry = record.standing.find((lock) => lock.lock === opened.lock);
  const name = FILES.lock(entry);
  const data = audit.files.get(name);
  if (!data) return;
  judgeOpening(audit, record, entry, () => audit.memo.of(`by key ${hashHex(data)} ${opened.key}`, () => {
    const envelope = parseEnvelope(data);
    checkOpened(envelope, unsealByKey(opened.key, envelope.sealed));
    return "orders opened";
  }));
}

/** The time-locks of all locks that count (PROTOCOL 3.6). */
function openByBeacon(audit, record, network, drand) {
  const counted = countedIn(record);
  for (const entry of record.standing.filter((lock) => counted.includes(lock.lock))) {
    const name = FILES.lock(entry);
    const data = audit.files.get(name);
    if (!data) continue;
    const key = `parse ${name} ${hashHex(data)}`;
    const envelope = attempted(() => audit.memo.of(key, () => parseEnvelope(data, name)));
    if (envelope instanceof Refused || envelope.lock.round !== drand.round) continue;
    if (hashHex(envelope.sealed) !== envelope.lock.sealed) continue; // another check has blamed it
    const work = () => openWithBeacon(network, envelope, drand.signature);
    const opening = () => audit.memo.of(`by beacon ${hashHex(data)} ${drand.signature}`, work);
    judgeOpening(audit, record, entry, opening);
  }
}

/** What a beacon opens in an envelope: the orders, or the seal to keys that lies inside. */
function openWithBeacon(network, envelope, signature) {
  const inside = unsealByBeacon(network, envelope.sealed, signature);
  if (latin(inside.subarray(0, 22)) === AGE_VERSION) return "time-locks opened";
  checkOpened(envelope, inside);
  return "orders opened";
}

/** Count what opens; blame what does not, unless the ledger has drawn the consequence (threat 15). */
function judgeOpening(audit, record, entry, opening) {
  const result = attempted(opening);
  const name = FILES.lock(entry);
  if (!(result instanceof Refused)) audit.count(result);
  else if (record.timeouts.some((late) => late.seat === entry.seat)) {
    audit.note(`${name} does not open; the default orders stand, as the ledger says`);
  } else audit.accept(result.faults, name);
}
