// The record itself: the charter and its signatures, the log key, the ledger's tree, every checkpoint over it.

/** Charter and ledger; without both, nothing else can be asked. */
function readGame(audit) {
  const charter = wholeFile(audit, CHARTER, parseCharter);
  const ledger = wholeFile(audit, LEDGER, parseLedger);
  if (!charter || !ledger) return null;
  if (!ledger.length) {
    audit.blame(LEDGER, "is empty", { hint: "its first line names the charter" });
    return null;
  }
  audit.count("ledger lines", ledger.length);
  return { charter, ledger, entries: ledger, tenures: new Tenures(charter) };
}

/** One of the two files everything hangs on. */
function wholeFile(audit, name, parse) {
  if (!audit.files.has(name)) audit.blame(name, "is missing");
  const data = audit.read(name);
  return data && audit.attempt(name, "parse", data, () => parse(data, name));
}

/** The charter is the ledger's, the log key is the charter's, and everybody has signed (PROTOCOL 3.4). */
async function checkCharter(audit, game) {
  const { charter, entries } = game;
  audit.count("charter");
  const due = entries[0]?.sha256;
  if (due !== charter.sha256) {
    const message = `has the hash ${charter.sha256.slice(0, 16)}..., the ledger begins with another charter's`;
    audit.blameHash(CHARTER, message, due, { hint: `line 1 of ${LEDGER} states ${String(due).slice(0, 16)}...` });
  }
  const vkey = audit.read(VKEY);
  if (!vkey) audit.blame(VKEY, "cannot be read");
  else if (latin(vkey) !== `${charter.log.line}\n`) {
    audit.blameHash(VKEY, "is not the log key of the charter", sha256OfText(`${charter.log.line}\n`));
  }
  const signed = new Set();
  for (const entry of entries) {
    if (entry.k !== "ack" || isAgreement(entry) || signed.has(entry.who)) continue;
    signed.add(entry.who); // a second one is blamed where it stands
    await checkAck(audit, charter, entry);
  }
}

/** A signature of the charter: the file the entry names, by the key the charter names. */
async function checkAck(audit, charter, entry) {
  if (!charter.who.includes(entry.who)) return; // the sequence check has said so
  const name = FILES.charterSignature(entry.who);
  const armour = audit.readFor(entry, name);
  if (!armour) return;
  const key = keysOf(charter, entry.who).ssh;
  if (await signatureHolds(audit, name, key, charter.data, "charter", armour)) audit.count("signatures");
  if (hashHex(armour) !== entry.sig) {
    audit.blameHash(name, `is not the signature whose hash entry ${entry.n} of the ledger states`, entry.sig);
  }
}

/** True where the signature holds; its faults are the folder's where not. */
async function signatureHolds(audit, name, key, message, kind, armour) {
  const given = `${kind} ${hashHex(message)} ${hashHex(key.blob)}`;
  const done = async () => {
    await verifySshsig(key, message, kind, armour);
    return true;
  };
  return audit.attemptLater(name, "signature", armour, given, done);
}

// ----------------------------------------------------------------------------------------------------------- ledger

/** Times never decrease; the checkpoint is of exactly this ledger; all earlier ones are of its beginnings. */
async function checkLedger(audit, game, tree) {
  game.entries.slice(1).forEach((entry, at) => {
    if (entry.t < game.entries[at].t) {
      audit.blameEntry(entry, `is of ${entry.t}, which is before the entry above it`);
    }
  });
  let sure = 0;
  for (const [name, note] of await earlierNotes(audit, game.charter)) {
    if (fitsTree(audit, name, note, tree, sure)) sure = note.size;
  }
  if (!audit.files.has(CHECKPOINT)) {
    audit.blame(CHECKPOINT, "is missing", { hint: "without its checkpoint nobody vouches for a ledger" });
  }
  const newest = await checkpointOf(audit, game.charter, CHECKPOINT);
  if (!newest) return;
  if (newest.size !== tree.size) {
    const more = newest.size > tree.size ? "lacks lines" : "has lines beyond its checkpoint";
    const line = Math.min(newest.size, tree.size) + 1;
    audit.blame(LEDGER, `${more}: it has ${tree.size}, the checkpoint is of ${newest.size}`, { line });
  } else if (!same(newest.root, tree.rootAt(newest.size))) {
    const message = `has another root than its checkpoint: a line from ${sure + 1} to ${newest.size} was changed`;
    audit.blame(LEDGER, message, { line: sure + 1, tree: { ...newest, from: sure } });
  }
}

/** The checkpoints under checkpoints/, each named by its size, in order of size. */
async function earlierNotes(audit, charter) {
  const found = [];
  for (const name of audit.names.filter((name) => name.startsWith("checkpoints/"))) {
    const note = await checkpointOf(audit, charter, name);
    if (!note) continue;
    if (name === FILES.earlierCheckpoint(note.size)) found.push([name, note]);
    else audit.blame(name, `is the checkpoint of ${note.size} lines`, { line: 2 });
  }
  return found.sort(([, one], [, other]) => one.size - other.size);
}

/** A checkpoint that the log key signed. */
async function checkpointOf(audit, charter, name) {
  const data = audit.read(name);
  const note = data && (await signedNote(audit, charter, data, name));
  if (!note) return null;
  audit.count("checkpoints");
  if (note.others.length) {
    audit.note(`${name} is also signed by ${note.others.join(", ")}, whose keys are not the charter's to check`);
  }
  return note;
}

/** A checkpoint whose signature is checked once, wherever it is repeated. */
async function signedNote(audit, charter, data, name) {
  const key = `note ${hashHex(data)} ${charter.log.line}`;
  const result = await attemptedLater(() => audit.memo.later(key, () => verifyCheckpoint(data, charter.log)));
  return audit.taken(result, name);
}

/** Whether the ledger had this root when it was of this size; it surely had that of its first `sure` lines. */
function fitsTree(audit, name, note, tree, sure) {
  if (note.size > tree.size) {
    audit.blame(name, `is of ${note.size} lines; the ledger has only ${tree.size}`, { line: 2 });
    return false;
  }
  if (!same(note.root, tree.rootAt(note.size))) {
    const message = `has another root than the first ${note.size} lines of the ledger`;
    audit.blame(name, message, { line: 3, tree: { ...note, from: sure } });
    return false;
  }
  return true;
}

/** A checkpoint its reader got earlier, by whatever way: the ledger has grown from it, or somebody was lied to. */
async function checkSeen(audit, { charter }, tree, data, name) {
  const note = await attemptedLater(() => verifyCheckpoint(data, charter.log, name));
  if (note instanceof Refused) {
    audit.accept(note.faults, name);
    return;
  }
  audit.count("checkpoints seen earlier");
  if (note.size > tree.size) {
    const hint = "the folder is older than what you have seen, or lines were taken away";
    audit.blame(name, `is of ${note.size} lines; the ledger of the folder has only ${tree.size}`, { line: 2, hint });
  } else if (!same(note.root, tree.rootAt(note.size))) {
    const message = await forked(audit, charter, note);
    audit.blame(name, message, { line: 3, hint: "keep both: together they are proof" });
  }
}

/** What to say of a checkpoint that is not of this ledger; with another of the same size, a proof (PROTOCOL 3.10). */
async function forked(audit, charter, note) {
  for (const name of [CHECKPOINT, FILES.earlierCheckpoint(note.size)]) {
    const data = audit.files.get(name);
    const other = data && (await attemptedLater(() => verifyCheckpoint(data, charter.log)));
    if (!other || other instanceof Refused || other.size !== note.size || same(other.root, note.root)) continue;
    const roots = `with the roots ${note.rootText} and ${other.rootText}`;
    const proof = `the log of ${note.origin} was forked: its key signed two ledgers of ${note.size} lines, ${roots}`;
    return `contradicts '${name}': ${proof}`;
  }
  return `is of another ledger: the first ${note.size} lines here have another root`;
}
