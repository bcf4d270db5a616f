// What the checks of one folder share: its files, what was found, and a memory for work on bytes seen before.

/** Results of work that depends on nothing but what its key names; a refusal is remembered like a result. */
class Memo {
  constructor() {
    this.known = new Map();
  }

  of(key, work) {
    if (!this.known.has(key)) this.known.set(key, attempted(work));
    return this.told(key);
  }

  async later(key, work) {
    if (!this.known.has(key)) this.known.set(key, await attemptedLater(work));
    return this.told(key);
  }

  told(key) {
    const result = this.known.get(key);
    if (result instanceof Refused) throw new Refused(result.faults);
    return result;
  }
}

/** One folder under examination. `files` is a Map of name -> bytes. */
class Audit {
  constructor(files, memo, allowDemo) {
    Object.assign(this, { files, memo, allowDemo, names: [...files.keys()].sort() });
    this.faults = [];
    this.notes = [];
    this.counts = {};
    this.known = new Set();
    /** The chain value each `lock` or `open` entry stands for, by its line. */
    this.links = {};
    /** Who of a team stands behind a lock, by its hash. */
    this.behind = {};
  }

  /** Something does not match. */
  blame(file, message, fields = {}) {
    this.faults.push({ message, file, ...fields });
  }

  /** A file, or a part of it from `start` to `end`, has another hash than `expected`. */
  blameHash(file, message, expected, fields = {}) {
    this.blame(file, message, { ...fields, expected });
  }

  /** Faults somebody else found in this file. */
  accept(faults, file) {
    for (const fault of faults) this.faults.push({ ...fault, file });
  }

  /** An entry of the ledger does not match. */
  blameEntry(entry, message, fields = {}) {
    this.blame(LEDGER, `entry ${entry.n} (${entry.k}) ${message}`, { line: entry.n + 1, ...fields });
  }

  count(what, more = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + more;
  }

  note(text) {
    this.notes.push(text);
  }

  /** A file that will be checked; null, with a fault, if mail changed its line ends. */
  read(name) {
    this.known.add(name);
    const data = this.files.get(name) ?? null;
    const at = data ? data.indexOf(13) : -1;
    if (at < 0) return data;
    const line = latin(data.subarray(0, at)).split("\n").length;
    this.blame(name, "holds a carriage return", { line, hint: "public files are kept with LF line ends" });
    return null;
  }

  /** A file that an entry speaks of, and that must therefore be there. */
  readFor(entry, name) {
    if (!this.files.has(name)) this.blameEntry(entry, `speaks of '${name}', which is missing`);
    return this.read(name);
  }

  /** What the work on this file's bytes gives; where it refuses, its faults are the folder's and null is given. */
  attempt(name, what, data, work) {
    const key = `${what} ${name} ${hashHex(data)}`;
    const result = attempted(() => this.memo.of(key, work));
    return this.taken(result, name);
  }

  /** The same for signatures, which WebCrypto checks in its own time; `given` names what else the result hangs on. */
  async attemptLater(name, what, data, given, work) {
    const key = `${what} ${name} ${hashHex(data)} ${given}`;
    const result = await attemptedLater(() => this.memo.later(key, work));
    return this.taken(result, name);
  }

  taken(result, name) {
    if (!(result instanceof Refused)) return result;
    this.accept(result.faults, name);
    return null;
  }
}
