// Everything about a game that can be checked without a secret, in the order of `pbem verify`: what stands first in
// `faults` is the first mismatch.

const DEMO_NOTE = "the beacon is the demonstration chain: anybody can compute its rounds, so it proves nothing";

/** The findings of a folder, a Map of name -> bytes. `seen` are checkpoints [name, bytes] its reader has had before; a
 * `memo` kept between calls spares what has not changed since. */
async function verifyFolder(files, { memo = new Memo(), allowDemo = false, seen = [], progress = () => {} } = {}) {
  const audit = new Audit(files, memo, allowDemo);
  const game = readGame(audit);
  if (game) await examineGame(audit, game, seen, progress);
  const demo = game?.charter.beacon === DEMO_NETWORK.chain && allowDemo;
  if (demo) audit.note(DEMO_NOTE);
  const { faults, notes, counts } = audit;
  return { faults, notes, counts, demo, charter: game?.charter ?? null, ledger: game?.ledger ?? [], files };
}

/** All checks, from what others rest on to what rests on them. */
async function examineGame(audit, game, seen, progress) {
  checkForms(audit, game);
  const leaves = game.ledger.map((entry) => entry[LEAF]);
  const tree = audit.memo.of(`tree ${hashHex(audit.files.get(LEDGER))}`, () => new Tree(leaves));
  await progress("charter and signatures");
  await checkCharter(audit, game);
  await progress("ledger and checkpoints");
  await checkLedger(audit, game, tree);
  for (const [name, data] of seen) await checkSeen(audit, game, tree, data, name);
  const phases = checkCourse(audit, game);
  await checkRotations(audit, game);
  await progress("locks and letters");
  await checkLetters(audit, game, phases, tree);
  await progress("seeds, beacons and dice");
  checkThrows(audit, game, phases);
  checkShown(audit, game, phases);
}
