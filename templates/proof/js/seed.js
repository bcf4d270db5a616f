// The seed of a phase (PROTOCOL 3.7): a small text whose SHA-256 is the key of every public die of that phase.

const SEED_HEADER = "pbem-seed/1";
const MOST_SEATS = 16;
const MOST_SEED = 4096;
const anyLink = (index, value) => linkOf(numberOf(index, "chain index"), value);
/** Keyword -> the words after it and how they are read, in the order the lines stand; `seat` alone is repeated. */
const SEED_LINES = {
  [SEED_HEADER]: [[], () => SEED_HEADER],
  game: [["<charter sha256>"], (hash) => checkHex32(hash, "charter hash")],
  phase: [["<phase>"], checkPhase],
  attempt: [["<n>"], (count) => numberOf(count, "attempt")],
  mod: [["<index>", "<hex>"], anyLink],
  seat: [["<seat>", "<index>", "<hex>"], (seat, ...link) => ({ seat: checkSeat(seat), link: anyLink(...link) })],
  drand: [["<chain hash>", "<round>", "<signature>"], readDrand],
};
const SEED_ORDER = Object.keys(SEED_LINES);

/** The beacon of one round, with the network it belongs to. */
function readDrand(chain, round, signature) {
  checkHex32(chain, "chain hash of a beacon network");
  const number = numberOf(round, "beacon round");
  checkForm(BEACON_SIGNATURE, signature, "beacon signature", "96 or 192 digits of lower-case hex");
  if (number < 1) throw bad(`${number} is no beacon round`, { hint: "rounds are counted from 1" });
  return { chain, round: number, signature };
}

/** The seed a file holds; every line at fault is named, and nothing but the one form is taken. */
function parseSeed(data, file = "") {
  const lines = asciiLines(data, file, MOST_SEED);
  const parts = Object.fromEntries(SEED_ORDER.map((keyword) => [keyword, []]));
  const faults = [];
  let furthest = 0;
  lines.forEach((line, at) => {
    const rank = attempted(() => readSeedLine(line, furthest, parts));
    if (rank instanceof Refused) faults.push(...rank.faults.map((fault) => placed(fault, file, at + 1, line)));
    else furthest = rank;
  });
  for (const keyword of SEED_ORDER.slice(0, 5)) {
    if (!seedRow(lines, keyword)) faults.push({ message: `the line '${keyword}' is missing`, file });
  }
  if (faults.length) throw new Refused(faults);
  const seed = { game: parts.game[0], phase: parts.phase[0], attempt: parts.attempt[0], mod: parts.mod[0] };
  Object.assign(seed, { seats: parts.seat, drand: parts.drand[0] ?? null, lines, key: sha256(data) });
  checkSeed(seed, file);
  return seed;
}

/** One line read into its part; gives its keyword's rank. */
function readSeedLine(line, furthest, parts) {
  const [keyword, ...words] = line.split(" ");
  const rank = SEED_ORDER.indexOf(keyword);
  if (rank < 0) throw bad(`${quoted(keyword)} begins no line of a seed`, { excerpt: keyword });
  const [usage, read] = SEED_LINES[keyword];
  if (words.length !== usage.length) throw bad(`${quoted(line)} has not the words of its line`);
  if (rank < furthest) throw bad(`'${keyword}' stands after '${SEED_ORDER[furthest]}'`, { excerpt: keyword });
  if (parts[keyword].length && keyword !== "seat") throw bad(`'${keyword}' stands twice`, { excerpt: keyword });
  parts[keyword].push(read(...words));
  return rank;
}

/** What no single line can show: who contributes, in one order (3.7). */
function checkSeed(seed, file) {
  const blame = (message, row) => {
    throw bad(message, { file, line: row || undefined });
  };
  const rowOf = (words) => seed.lines.findLastIndex((line) => `${line} `.startsWith(`${words} `)) + 1;
  if (seed.attempt < 1) blame(`'attempt ${seed.attempt}' counts no attempt`, rowOf("attempt"));
  if (seed.mod.index < 1) blame("the moderator's chain is not opened", rowOf("mod"));
  if (!seed.seats.length && !seed.drand) blame("nobody but the moderator contributes");
  if (seed.seats.length > MOST_SEATS) blame(`${seed.seats.length} seats contribute`);
  seed.seats.slice(1).forEach(({ seat }, at) => {
    const before = seed.seats[at].seat;
    if (before === seat) blame(`seat '${seat}' contributes twice`, rowOf(`seat ${seat}`));
    if (before > seat) blame(`seat '${seat}' stands after '${before}'`, rowOf(`seat ${seat}`));
  });
}

/** The line, counted from 1, that begins with these words; 0 if none does. */
const seedRow = (lines, words) => lines.findIndex((line) => `${line} `.startsWith(`${words} `)) + 1;
