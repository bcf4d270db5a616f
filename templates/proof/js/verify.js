// Everything about a game that can be checked without a secret, in the order of `pbem verify`: what stands first in
// `faults` is the first mismatch.

const DEMO_NOTE = "the beacon is the demonstration chain: anybody can compute its rounds, so it proves nothing";

/** The findings of a folder, a Map of name -> bytes. `seen` are checkpoints [name, bytes] its reader has had before; a
 * `memo` kept between calls spares what has not changed since. */
async function verifyFolder(files, { memo = new Memo(), allowDemo = false, seen = [], progress = () => {} } = {}) {
  const audit = new Audit(files, memo, allowDemo);
  const game = readGame(audit);
  const judged = game ? await examineGame(audit, game, seen, progress) : { events: [], confirmed: [], waiting: [] };
  const demo = game?.charter.beacon === DEMO_NETWORK.chain && allowDemo;
  if (demo) audit.note(DEMO_NOTE);
  const { faults, notes, counts } = audit;
  const verdict = verdictName(faults, judged.events);
  const words = faults.length ? "does not match" : headlineOf(verdict, judged.events, judged.confirmed);
  const found = { faults, notes, counts, demo, verdict, words, ...judged };
  return { ...found, charter: game?.charter ?? null, ledger: game?.ledger ?? [], files };
}

/** All checks, from what others rest on to what rests on them, by the grammar of the game. */
async function examineGame(audit, game, seen, progress) {
  const isLater = game.charter.grammar === 2;
  checkForms(audit, game, isLater ? misshapenLater : misshapen);
  const leaves = game.ledger.map((entry) => entry[LEAF]);
  const tree = audit.memo.of(`tree ${hashHex(audit.files.get(LEDGER))}`, () => new Tree(leaves));
  await progress("charter and signatures");
  await checkCharter(audit, game);
  await progress("ledger and checkpoints");
  await checkLedger(audit, game, tree);
  for (const [name, data] of seen) await checkSeen(audit, game, tree, data, name);
  await progress("letters, seeds, beacons and dice");
  if (isLater) return checkLaterGame(audit, game, tree);
  await checkEarlierGame(audit, game, tree);
  return { events: [PLAYED_BEFORE], confirmed: [], waiting: [] };
}

/** The checks of grammar 1, whole, for games that go on under it. */
async function checkEarlierGame(audit, game, tree) {
  const phases = checkCourse(audit, game);
  await checkRotations(audit, game);
  await checkLetters(audit, game, phases, tree);
  checkThrows(audit, game, phases);
  checkShown(audit, game, phases);
}
