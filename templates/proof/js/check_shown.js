// What is shown: commitments opened afterwards, the public texts, and at last whatever file nobody has asked for.

/** Kinds whose text everybody must be able to read in public/; and those whose text may stand there. */
const READABLE = ["report", "ruling", "final"];
const MENTIONED = [...READABLE, "protest", "escrow"];
/** No phase, and no step of one, has a longer name. */
const MOST_CALLED = 60;

/** Opened commitments, public texts, stray files. */
function checkShown(audit, game, phases) {
  const due = commitmentsOf(game, phases);
  for (const name of audit.names.filter((name) => name.startsWith("revealed/"))) checkRevealed(audit, due, name);
  for (const entry of game.entries) {
    if (entry.k === "reveal" && isText(entry.purpose)) checkAnnounced(audit, entry);
  }
  checkPublic(audit, game, phases);
  checkStrays(audit);
}

// ------------------------------------------------------------------------------------------------------ commitments

/** Purpose -> what the ledger committed to under it; an attempt more may commit to the same report anew. What was told
 * after going back to a phase stands under that attempt's own name, beside what is withdrawn. */
function commitmentsOf({ charter, entries }, phases) {
  const due = new Map();
  const add = (purpose, hash) => {
    if (!due.has(purpose)) due.set(purpose, []);
    due.get(purpose).push(hash);
  };
  for (const entry of entries) {
    if (entry.k === "lock") {
      add(ordersPurpose(charter.game, entry.seat, entry.phase, entry.attempt, entry.seq), entry.orders);
    } else if (["report", "state"].includes(entry.k) && "commit" in entry) {
      const seat = entry.k === "report" ? `${entry.seat}/` : "";
      const run = phases.get(occasionOf(entry).stem)?.run ?? 1;
      const { stem } = occasionOf({ phase: entry.phase, attempt: run });
      add(`${charter.game}/${entry.k}/${seat}${stem}`, String(entry.commit));
    } else if (entry.k === "ruling" && "commit" in entry) {
      add(`${charter.game}/ruling/${entry.n}`, String(entry.commit));
    }
  }
  return due;
}

/** What is shown is what was committed to, under this purpose (PROTOCOL 3.5). */
function checkRevealed(audit, due, name) {
  const data = audit.read(name);
  const shown = data && audit.attempt(name, "parse", data, () => parsePreimage(data, name));
  if (!shown) return;
  audit.count("commitments opened");
  const hashes = due.get(shown.purpose);
  if (!hashes || name !== FILES.revealed(shown.purpose)) {
    const message = `opens '${shown.purpose}', for which the ledger has no commitment of this name`;
    audit.blame(name, message, { line: 1 });
  } else if (!hashes.includes(hashHex(data))) {
    const message = `is not what the ledger committed to as '${shown.purpose}'`;
    audit.blameHash(name, message, hashes.at(-1), { line: 2 });
  }
}

/** An entry that says something is shown has it shown. */
function checkAnnounced(audit, entry) {
  const { purpose } = entry;
  if (purpose.split("/").length < 3 || !audit.files.has(FILES.revealed(purpose))) {
    audit.blameEntry(entry, `reveals '${purpose.slice(0, 200)}', which the folder does not hold`);
  }
}

// ----------------------------------------------------------------------------------------------------- public texts

/** Texts in public/ that the ledger commits to, by their hash. Others there are free, and counted as such. */
function checkPublic(audit, game, phases) {
  const found = publicFiles(audit);
  const bearers = namedBy([...found.values()].flat());
  const stems = new Set(phases.keys());
  const [called, listed] = [new Map(), new Map()];
  for (const entry of game.entries.filter((entry) => MENTIONED.includes(entry.k) && "sha256" in entry)) {
    const digest = entry.sha256;
    const names = found.get(digest);
    if (names) {
      audit.count("public texts");
      if (!called.has(digest)) called.set(digest, new Set(names.map((name) => namedAfter(name, stems))));
      if (entry.k === "report") checkName(audit, entry, names[0], called.get(digest), stems);
      else if (entry.k === "final" && !listed.has(digest)) listed.set(digest, checkListed(audit, names[0]));
    } else if (READABLE.includes(entry.k)) blameMissing(audit, entry, bearers);
  }
  const spoken = new Set([...called.keys()].flatMap((digest) => found.get(digest)));
  for (const name of [...listed.values()].flat()) spoken.add(name);
  const free = [...found.values()].flat().filter((name) => !spoken.has(name));
  if (free.length) audit.note(`files under public/ that the ledger does not speak of: ${free.length}`);
}

/** Hash -> the files of public/ that have it. */
function publicFiles(audit) {
  const found = new Map();
  for (const name of audit.names.filter((name) => name.startsWith("public/"))) {
    audit.known.add(name);
    const hash = hashHex(audit.files.get(name));
    if (!found.has(hash)) found.set(hash, []);
    found.get(hash).push(name);
  }
  return found;
}

/** A report that calls itself by a phase is of that phase: a true text in another's place deceives as well. */
function checkName(audit, entry, name, called, stems) {
  const { stem } = occasionOf(entry);
  if (called.has(stem) || called.has("")) return;
  const words = `is named after '${namedAfter(name, stems)}', and is the report of '${stem}' in entry ${entry.n}`;
  audit.blame(name, words);
}

/** The phase whose name a file bears, the longest that fits: 't01.english.2.txt' is not of 't01.english'. */
function namedAfter(name, stems) {
  const rest = name.slice("public/".length, "public/".length + MOST_CALLED + 1);
  const ends = Array.from(rest, (letter, at) => (letter === "." || letter === "/" ? at : -1));
  const at = ends.findLast((end) => end >= 0 && stems.has(rest.slice(0, end)));
  return at === undefined ? "" : rest.slice(0, at);
}

/** What a file may be called after -> the files of that name: for 'public/t01.2.txt' that is t01, and t01.2. */
function namedBy(names) {
  const found = new Map();
  for (const name of names) {
    const part = name.split("/").at(-1).slice(0, MOST_CALLED + 1);
    for (let at = part.indexOf("."); at >= 0; at = part.indexOf(".", at + 1)) {
      const called = part.slice(0, at);
      found.set(called, found.get(called) ?? []);
      found.get(called).push(name);
    }
  }
  return found;
}

/** The files that the text of the last entry lists, in the form of `sha256sum`: each must be here, unchanged. */
function checkListed(audit, text) {
  const listed = [];
  textOf(audit.files.get(text)).split("\n").forEach((line, at) => {
    const [, digest, name] = /^([0-9a-f]{64}) {2}(.*)$/.exec(line) ?? [];
    if (!digest) return;
    const data = audit.files.get(name);
    const hint = `line ${at + 1} of '${text}' lists it with its hash`;
    if (!data) audit.blame(name.slice(0, 200), "is missing", { hint });
    else if (hashHex(data) !== digest) {
      audit.blameHash(name, "has been changed since the game ended", digest, { hint });
    } else audit.count("listed files");
    listed.push(name);
  });
  return listed;
}

/** A text nobody can read, or one that has been changed: then its name still shows which it was. */
function blameMissing(audit, entry, bearers) {
  const called = String(entry.step || entry.phase || "");
  const names = bearers.get(called) ?? [];
  const exact = names.filter((name) => name.split("/").at(-1).replace(/\.[^.]*$/, "") === called);
  const near = exact.length ? exact : names;
  if (near.length === 1) {
    const message = `is not the ${entry.k} whose hash entry ${entry.n} of the ledger states`;
    audit.blameHash(near[0], message, entry.sha256);
  } else audit.blameEntry(entry, `states the hash of a ${entry.k} that public/ does not hold`);
}

/** A file that no entry speaks of proves nothing and may deceive; it does not belong in a public folder. */
function checkStrays(audit) {
  for (const name of audit.names.filter((name) => !audit.known.has(name))) {
    const left = name.split("/").at(-1).startsWith(".");
    const hint = left
      ? "delete it: it was left behind by an interrupted write"
      : `free texts belong in public/, what is not public in ${NOT_PUBLIC[2]}/`;
    audit.blame(name, "is checked by nothing: no entry of the ledger speaks of it", { hint });
  }
}
