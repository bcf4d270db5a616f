// Looking for things: a roll by its label, and the one byte that somebody changed.

/** Every line of every roll log that can be read: phase, lane, file, line, and the roll. */
function rollsIn(files) {
  const places = [];
  for (const name of [...files.keys()].sort()) {
    const [, folder, stem] = /^(rolls|lanes\/[^/]+)\/([^/]+)\.rolls$/.exec(name) ?? [];
    if (!folder) continue;
    const rolls = attempted(() => parseLog(files.get(name), name));
    if (rolls instanceof Refused) continue;
    const lane = folder === "rolls" ? "pub" : folder.slice("lanes/".length).replace("-", ":");
    rolls.forEach((roll, at) => places.push({ roll, lane, file: name, line: at + 1, occasion: occasionOfStem(stem) }));
  }
  return places;
}

/** The attempt at a phase that a file name calls. */
function occasionOfStem(stem) {
  const [phase, attempt = "1"] = stem.split("+");
  return occasionOf({ phase, attempt: Number(attempt) });
}

/** The places whose label, or phase, holds every word that was asked for; those that begin with it first. */
function searchRolls(places, asked) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ roll, occasion, lane }) =>
    words.every((word) => `${roll.label} ${roll.spec} ${occasion.stem} ${lane}`.includes(word));
  const later = ({ roll }) => (words.length && !roll.label.startsWith(words[0]) ? 1 : 0);
  return places.filter(fits).sort((one, other) => later(one) - later(other));
}

/** The key of a roll, and where it comes from (PROTOCOL 3.7, 3.9); a fault where the lane is not open. */
function keyOfRoll(files, { lane, occasion }) {
  const seedFile = seedFileOf(files, occasion);
  if (!files.has(seedFile)) throw bad(`there is no seed of phase '${occasion.stem}'`);
  const publicKey = sha256(files.get(seedFile));
  if (lane === "pub") return { key: publicKey, publicKey, seedFile, secretFile: "" };
  const [keyFile, secretFile] = [FILES.laneKey(lane, occasion), FILES.laneSecret(lane)];
  const opening = files.has(keyFile) ? keyFile : secretFile;
  const hex = /^([0-9a-f]{64})\n?$/.exec(latin(files.get(opening) ?? new Uint8Array()))?.[1];
  if (!hex) throw bad(`lane '${lane}' is not open`, { hint: `its secret would be '${secretFile}'` });
  const key = opening === keyFile ? bytesOfHex(hex) : laneKey(bytesOfHex(hex), publicKey, lane);
  return { key, publicKey, seedFile, secretFile: opening };
}

/** The seed of an attempt: its own, or the one that all agreed to keep when they went back (docs/protocol.md, 18). */
function seedFileOf(files, occasion) {
  const ledger = attempted(() => parseLedger(files.get(LEDGER) ?? new Uint8Array()));
  const isOwn = (entry) => entry.k === "seed" && occasionOf(entry).stem === occasion.stem && isCount(entry.of);
  const kept = ledger instanceof Refused ? null : ledger.find(isOwn);
  return FILES.seed(kept ? occasionOf({ phase: occasion.phase, attempt: kept.of }) : occasion);
}

// ----------------------------------------------------------------------------------------------- a changed byte

/** The values to try in place of a byte: first those that differ in one bit, then all others. */
function otherBytes(byte) {
  const bits = Array.from({ length: 8 }, (_, bit) => byte ^ (1 << bit));
  const rest = Array.from({ length: 256 }, (_, value) => value);
  return [bits, rest.filter((value) => value !== byte && !bits.includes(value))];
}

/** Stops work that takes longer than the reader's patience, and lets the page breathe meanwhile. */
class Patience {
  constructor(milliseconds) {
    this.ends = performance.now() + milliseconds;
    this.breath = performance.now() + 50;
  }

  /** Whether there is time left. */
  async left() {
    if (performance.now() > this.breath) {
      await new Promise((go) => setTimeout(go));
      this.breath = performance.now() + 50;
    }
    return performance.now() < this.ends;
  }
}

/** The one byte of `data` that, set to another value, gives it this SHA-256; null where there is none, or no time. */
async function changedByte(data, expected, patience) {
  for (const round of [0, 1]) {
    const state = Int32Array.from(FIRST_STATE);
    for (let block = 0; block < data.length; block += 64) {
      const rest = Uint8Array.from(data.subarray(block));
      for (let at = 0; at < Math.min(64, rest.length); at++) {
        const now = rest[at];
        for (const was of otherBytes(now)[round]) {
          rest[at] = was;
          if (hexOf(finished(state, rest, block)) === expected) return { offset: block + at, now, was };
        }
        rest[at] = now;
        if (!(await patience.left())) return null;
      }
      compress(state, data, block);
    }
  }
  return null;
}

/** The same for the ledger, whose first `size` lines should have this root: one after the first `from` is changed. */
async function changedLedgerByte(lines, { from, size, root }, patience) {
  const leaves = lines.slice(0, size).map(leafHash);
  for (const round of [0, 1]) {
    for (let n = from; n < leaves.length; n++) {
      const path = siblings(leaves, n);
      const line = Uint8Array.from(lines[n]);
      for (let at = 0; at < line.length; at++) {
        const now = line[at];
        for (const was of otherBytes(now)[round]) {
          line[at] = was;
          if (verifyPath(line, n, size, path, root)) return { line: n, at, now, was };
        }
        line[at] = now;
        if (!(await patience.left())) return null;
      }
    }
  }
  return null;
}

/** The inclusion proof of one leaf (RFC 6962, 2.1.1). */
function siblings(level, index) {
  const path = [];
  while (level.length > 1) {
    if ((index ^ 1) < level.length) path.push(level[index ^ 1]);
    const above = [];
    for (let i = 0; i < level.length; i += 2) {
      above.push(i + 1 < level.length ? nodeHash(level[i], level[i + 1]) : level[i]);
    }
    [level, index] = [above, index >> 1];
  }
  return path;
}

/** Where a fault's file was changed, if a single byte was: file, offset, what it is and what it was. */
async function locateChange(result, fault, milliseconds = 5000) {
  const patience = new Patience(milliseconds);
  if (fault.tree) return locateInLedger(result, fault.tree, patience);
  const data = result.files.get(fault.file);
  const part = fault.sealed ? await sealedPart(data, fault.sealed, patience) : null;
  if (part) return { file: fault.file, ...part };
  const due = isDigest(fault.expected) ? fault : hashDue(result, fault.file);
  if (!data || !due) return null;
  const found = await changedByte(data.subarray(0, due.end ?? data.length), due.expected, patience);
  return found && { file: fault.file, ...found };
}

/** Whether one byte can be looked for: something states a hash that the file should have, and it has another. */
function canLocate(result, fault) {
  return Boolean(fault.tree || fault.sealed || isDigest(fault.expected) || hashDue(result, fault.file));
}

/** The hash that the ledger states of a file, which may be too damaged to have been checked further. */
function hashDue({ files }, name) {
  const data = files.get(name);
  const ledger = attempted(() => parseLedger(files.get(LEDGER) ?? new Uint8Array()));
  if (!data || ledger instanceof Refused) return null;
  const entry = ledger.filter((one) => !misshapen(one)).find((one) => filesOf(one).has(name));
  const expected = entry && filesOf(entry).get(name);
  const end = entry?.k === "lock" && !isPlain(entry) ? Math.max(latin(data).indexOf(SSHSIG_BEGIN), 0) : data.length;
  return expected && sha256Hex(data.subarray(0, end)) !== expected ? { expected, end } : null;
}

/** File -> the hash that this entry states of it; of an envelope, of its lock. */
function filesOf(entry) {
  const { k: kind, sha256: hash } = entry;
  if (kind === "charter") return new Map([[CHARTER, hash]]);
  if (isAgreement(entry)) {
    return new Map([[FILES.amend(entry.n), hash], [FILES.amendSignature(entry.n, entry.who), entry.sig]]);
  }
  if (kind === "ack") return new Map([[FILES.charterSignature(entry.who), entry.sig]]);
  if (kind === "seed") return new Map([[FILES.seed(occasionOf(entry)), hash]]);
  if (kind === "rolls") return new Map([[FILES.rolls(occasionOf(entry)), hash]]);
  if (kind === "open") return new Map([[FILES.open(entry.seat, entry), hash]]);
  if (kind === "lock") return new Map([[isPlain(entry) ? FILES.plainOrders(entry) : FILES.lock(entry), entry.lock]]);
  return ["amend", "reopen", "rotate"].includes(kind) ? new Map([[FILES.amend(entry.n), hash]]) : new Map();
}

/** In the ledger, counted from the file's beginning. */
async function locateInLedger({ files, ledger }, tree, patience) {
  const found = await changedLedgerByte(ledger.map((entry) => entry[LEAF]), tree, patience);
  if (!found) return null;
  const before = ledger.slice(0, found.line).reduce((sum, entry) => sum + entry[LEAF].length + 1, 0);
  return { file: LEDGER, offset: before + found.at, now: found.now, was: found.was };
}

/** In the base64 of a sealed part: each letter tried, the bytes hashed. */
async function sealedPart(data, { start, expected }, patience) {
  const text = latin(data.subarray(start));
  const coded = text.slice(AGE_BEGIN.length, -AGE_END.length).replaceAll("\n", "");
  const found = await changedByte(strictBase64(coded), expected, patience);
  if (!found) return null;
  const right = strictBase64(coded);
  right[found.offset] = found.was;
  const whole = AGE_BEGIN + columns(base64Of(right), 64) + AGE_END;
  const at = Array.from(whole).findIndex((letter, i) => letter !== text[i]);
  return { offset: start + at, now: text.charCodeAt(at), was: whole.charCodeAt(at) };
}
