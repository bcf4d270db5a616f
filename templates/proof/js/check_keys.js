// Each `rotate` by who may do so, for keys that may be enrolled (docs/protocol.md, 13). What is found sound here is in
// force for every later check; a replacement at fault changes nothing.

/** Every replacement in its turn. */
async function checkRotations(audit, game) {
  for (const entry of game.entries) if (entry.k === "rotate") await checkRotation(audit, game, entry);
}

/** One replacement: its paper, its signatures, its keys; in force if nothing is wrong with it. */
async function checkRotation(audit, game, entry) {
  const before = audit.faults.length;
  const name = FILES.amend(entry.n);
  const text = audit.readFor(entry, name);
  const made = text && audit.attempt(name, "rotation", text, () => readRotation(text, name));
  if (!made) return;
  if (hashHex(text) !== entry.sha256) {
    audit.blameHash(name, `is not the text whose hash entry ${entry.n} of the ledger states`, entry.sha256);
  }
  if (made.who !== entry.who || made.how !== entry.how) {
    audit.blame(name, `replaces the keys of '${made.who}' by ${made.how}, entry ${entry.n} says otherwise`);
  }
  const earlier = game.entries.filter((other) => other.n < entry.n);
  for (const wrong of paperFaults(game.tenures, made, earlier, entry.t)) audit.blame(name, wrong);
  const accepted = made.how === "return" ? null : acceptedKeys(audit, game, entry, made);
  await checkSigners(audit, game, entry, made, text);
  if (audit.faults.length > before) return;
  game.tenures.enter(entry.n, made, accepted);
  audit.count("keys replaced");
  remarkOn(audit, game, entry, made);
}

/** The new keys: those the paper speaks of, for this seat, and nobody's before. */
function acceptedKeys(audit, game, entry, made) {
  const name = FILES.acceptance(entry.n);
  const data = audit.readFor(entry, name);
  const found = data && audit.attempt(name, "acceptance", data, () => readAcceptance(data, name));
  if (!found) return null;
  if (made.accepted && hashHex(data) !== made.accepted) {
    audit.blame(name, `is not the acceptance that entry ${entry.n} of the ledger puts in force`);
  }
  for (const wrong of newKeyFaults(game.tenures, made, found)) audit.blame(name, wrong);
  return found.keys;
}

/** Everybody who had to sign has: the paper its giver, the new keys their taker, and for a moderator the seats. */
async function checkSigners(audit, game, entry, made, text) {
  const { by, sigs } = entry;
  if (by.length !== sigs.length || new Set(by).size !== by.length) {
    audit.blameEntry(entry, `names ${by.length} who signed and ${sigs.length} signatures`);
    return;
  }
  for (const missing of unsignedBy(game, entry, made, by)) {
    audit.blameEntry(entry, `is not signed by '${missing}'`);
  }
  const { charter } = game.tenures;
  const accepted = made.how === "return" ? null : audit.files.get(FILES.acceptance(entry.n));
  for (const [at, who] of by.entries()) {
    const message = giversOf(made).includes(who) ? text : accepted;
    await checkSigner(audit, charter, entry, made, who, sigs[at], message);
  }
}

/** Whose signature is missing. To a new moderator a seat may be silent, on record, while half of them agree. */
function unsignedBy(game, entry, made, by) {
  const due = [...giversOf(made), ...(made.how === "return" ? [] : [takerOf(made.who)])];
  const missing = due.filter((who) => !by.includes(who));
  if (made.who !== "moderator") {
    return [...missing, ...by.filter((who) => !due.includes(who)).map((who) => `nobody, but by ${who}`)];
  }
  const seats = game.charter.seatNames;
  const last = game.tenures.lines.at(-1);
  const isSilence = ({ k, what, n }) => k === "timeout" && what === UNANSWERED && last < n && n < entry.n;
  const silent = game.entries.filter(isSilence).map((other) => other.seat);
  const tooFew = 2 * seats.filter((seat) => by.includes(seat)).length < seats.length;
  return [...missing, ...seats.filter((seat) => !by.includes(seat) && (tooFew || !silent.includes(seat)))];
}

/** One signature, over the paper or over the new keys. */
async function checkSigner(audit, charter, entry, made, who, due, message) {
  const name = FILES.amendSignature(entry.n, who);
  const armour = audit.readFor(entry, name);
  if (!armour || !message) return;
  if (hashHex(armour) !== due) {
    audit.blameHash(name, `is not the signature whose hash entry ${entry.n} of the ledger states`, due);
  }
  let held = null;
  if (who === takerOf(made.who)) held = await heldByItsOwn(audit, name, message, armour);
  else if (charter.who.includes(who)) {
    held = await signatureHolds(audit, name, keysOf(charter, who).ssh, message, "amend", armour);
  } else audit.blameEntry(entry, `is signed by '${who}', who has no part in this game`);
  if (held) audit.count("signatures");
}

/** The new key has signed what names it. */
async function heldByItsOwn(audit, name, accepted, armour) {
  const found = attempted(() => readAcceptance(accepted));
  return audit.taken(found, name) && signatureHolds(audit, name, found.keys.ssh, accepted, "charter", armour);
}

/** What a reader of the record should see at once: a seat taken from a player who was there. */
function remarkOn(audit, game, entry, made) {
  if (made.how !== "ruling") return;
  const isOwn = ({ k, seat, n }) => n < entry.n && ["lock", "timeout"].includes(k) && seat === made.who;
  const last = game.entries.findLast(isOwn);
  if (last?.k !== "timeout") {
    audit.note(`entry ${entry.n} gives seat '${made.who}' to another player by ruling, though it was not silent`);
  }
}
