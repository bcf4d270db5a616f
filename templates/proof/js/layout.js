// Where everything stands in a public folder (docs/protocol.md, section 2), and which locks count in a phase.

const [CHARTER, LEDGER, CHECKPOINT, VKEY] = ["charter.yaml", "ledger.jsonl", "checkpoint", "log.vkey"];
/** What a moderator's own game folder has beside the public files: nobody's business but his. */
const NOT_PUBLIC = ["inbox", "outbox", "private", "sent"];

/** The attempt at a phase that an entry belongs to. A second attempt's files add `+n`, which no phase can contain. */
function occasionOf({ phase, attempt }) {
  const again = attempt > 1;
  const stem = again ? `${phase}+${attempt}` : phase;
  return { phase, attempt, stem, called: `phase '${phase}'${again ? `, attempt ${attempt}` : ""}` };
}

const laneFolder = (lane) => `lanes/${lane.replace(":", "-")}`;
const FILES = {
  charterSignature: (who) => `charter.${who}.sig`,
  earlierCheckpoint: (size) => `checkpoints/${size}`,
  lock: (entry) => `locks/${entry.seat}-${occasionOf(entry).stem}-${entry.seq}.pbem`,
  plainOrders: (entry) => `locks/${entry.seat}-${occasionOf(entry).stem}-${entry.seq}.yaml`,
  receipt: (entry) => `receipts/${entry.seat}-${occasionOf(entry).stem}-${entry.seq}.proof`,
  open: (seat, { phase, attempt }) => `opens/${seat}-${phase}-${attempt}.open`,
  openReceipt: (seat, { phase, attempt }) => `receipts/${seat}-${phase}-${attempt}.open.proof`,
  stray: ({ of, sha256 }) => `strays/${sha256}.${of === "lock" ? "pbem" : "open"}`,
  seen: (line) => `seen/${line}.txt`,
  seenSignature: (line) => `seen/${line}.sig`,
  seed: ({ stem }) => `seeds/${stem}.seed`,
  rolls: ({ stem }) => `rolls/${stem}.rolls`,
  laneSecret: (lane) => `${laneFolder(lane)}.secret`,
  laneKey: (lane, { stem }) => `${laneFolder(lane)}/${stem}.key`,
  laneRolls: (lane, { stem }) => `${laneFolder(lane)}/${stem}.rolls`,
  ruling: (line) => `public/rulings/${line}.yaml`,
  acceptance: (line) => `amends/${line}+new.txt`,
  amend: (line) => `amends/${line}.txt`,
  amendSignature: (line, who) => `amends/${line}.${who}.sig`,
  revealed(purpose) {
    const [, kind, ...rest] = purpose.split("/");
    return `revealed/${kind}/${rest.join("-")}`;
  },
};

/** Whether a `lock` entry stands for a plain order file, which is its own commitment (PROTOCOL 3.5). */
const isPlain = (entry) => entry.orders === entry.lock;

/** Whether an `ack` is the word of one of a team who stands behind a lock, and not a signature of the charter. */
const isAgreement = (entry) => entry.k === "ack" && "lock" in entry;

/** Whether as many of its team stand behind a lock as it states: who sent it, and one more for each `ack` of it. */
function agreedBy(entries) {
  const behind = entries.filter(isAgreement).map((entry) => entry.lock);
  return ({ lock, needs }) => 1 + behind.filter((each) => each === lock).length >= (needs || 1);
}

/** Of each seat the lock with the highest seq, of a team among those it agreed to, by seat (PROTOCOL 3.5). Tier
 * moderated may lock again when a question has been answered; what was locked before has been counted. */
function countedLocks(entries) {
  let newest = new Map();
  const counts = agreedBy(entries);
  for (const entry of entries) {
    if (entry.k === "locked") newest = new Map();
    else if (entry.k !== "lock" || !counts(entry)) continue;
    else if (!(newest.get(entry.seat)?.seq >= entry.seq)) newest.set(entry.seat, entry);
  }
  return [...newest.keys()].sort().map((seat) => newest.get(seat));
}

/** The entries whose openings go into a phase's seed (PROTOCOL 3.7): in tier moderated those up to its first `locked`,
 * since its dice may fall from there on; in tier two-step those up to the seed. */
function thatMatter(tier, entries, ofPhase) {
  const closing = ofPhase.find((entry) => entry.k === (tier === "moderated" ? "locked" : "seed"));
  return closing ? entries.filter((entry) => entry.n < closing.n) : entries;
}

/** The line whose chains count for a seed: that of the first value shown for the phase; else the one that follows the
 * entries that matter. */
function lineOfChains(entries, ofPhase, links) {
  const closing = entries.length ? entries.at(-1).n + 1 : 0;
  const shown = ofPhase.find((entry) => ["lock", "open"].includes(entry.k) && links[entry.n]);
  return Math.min(shown?.n ?? closing, closing);
}

/** In how many phases in a row a seat has sent nothing; orders end it, a new player, or a return to a phase. */
function silentPhases(entries, seat) {
  const ends = ({ k, ...of }) =>
    (k === "lock" && of.seat === seat) || (k === "rotate" && of.who === seat) || (k === "reopen" && of.dice === "same");
  const since = entries.slice(entries.findLastIndex(ends) + 1);
  const isSilence = ({ k, what }) => k === "timeout" && ["orders", "abandoned"].includes(what);
  const own = since.filter((entry) => isSilence(entry) && entry.seat === seat && typeof entry.phase === "string");
  return new Set(own.map(({ phase }) => phase.replace(/\.[0-9]{1,3}$/, ""))).size;
}

/** The seats' lines of a seed: each seat's newest opening, or its anchor. `first` is the line where the first value for
 * the phase was shown: whoever took a seat over since could have made his chain to suit it (threat 1). */
function linksDue(charter, entries, links, first) {
  const counts = agreedBy(entries);
  const opens = (entry) => entry.k === "open" || (entry.k === "lock" && counts(entry));
  return charter.seats.map((held) => {
    const { seat, chain } = held;
    const fits = ({ n }) => links[n] && (n < first || whoseLink(held, links[n]));
    const isOwn = (entry) => opens(entry) && entry.seat === seat && fits(entry);
    const newest = entries.findLast(isOwn);
    return { seat, link: newest ? links[newest.n] : { index: 0, value: chain } };
  });
}
