// Python in the page: started once, then asked by name. An act that wants a signature gets it and runs again.

const PYTHON = { run: null, cabin: null, files: null, times: {} };
const HOME = "/sea";
const MOST_SIGNATURES = 20;

/** The clock as letters write it, in whole seconds of UTC; a test may stop it from outside. */
const nowText = () => globalThis.CABIN_NOW ?? `${new Date().toISOString().slice(0, 19)}Z`;
const zoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

const BEGIN = `
import sys
sys.path.insert(0, "/cabin")
sys.dont_write_bytecode = True
from pbem.afloat.standins.install import install
install()
from pyodide.ffi import to_js
from pbem.afloat.page_engine import PageEngine
from pbem.afloat.standins.engine import ENGINE
def by_script(function):
    return lambda *given: function(*(to_js(each) for each in given)).to_bytes()
import js
ENGINE[0] = PageEngine(by_script(js.scryptMix), by_script(js.blowfishHash))
from pbem.afloat.aboard import Aboard
Aboard("${HOME}")
`;

/** Starts Python and puts the program's files where it looks for them. */
async function startPython(told) {
  const began = performance.now();
  Object.assign(globalThis, { scryptMix, blowfishHash });
  await runPacked("runtime");
  told("Python wakes up.");
  PYTHON.run = await loadPyodide({
    indexURL: PACKED, createPyodideModule: globalThis.createPyodide, packageBaseUrl: PACKED, stdin: () => null,
    lockFileContents: '{"info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "", "version": "314.0.7", "python": "3.14.2"}, "packages": {}}',
    env: { HOME, TZ: "UTC" }, checkAPIVersion: true,
  });
  PYTHON.times.python = performance.now() - began;
  told("The rules come on board.");
  PYTHON.files = PYTHON.run.FS;
  putFiles("/cabin", await unpacked("files"));
  PYTHON.files.mkdirTree("/hold");
  PYTHON.cabin = PYTHON.run.runPython(BEGIN);
  PYTHON.times.all = performance.now() - began;
}

/** The files of a .zip whose entries are stored as they are: Python reads them where they lie, and nothing is copied. */
function putFiles(folder, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const names = new TextDecoder();
  const made = new Set();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const [size, long, more] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const name = `${folder}/${names.decode(bytes.subarray(at + 30, at + 30 + long))}`;
    const above = name.slice(0, name.lastIndexOf("/"));
    if (!made.has(above)) PYTHON.files.mkdirTree(above);
    made.add(above);
    at += 30 + long + more;
    PYTHON.files.writeFile(name, bytes.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** One call without signatures. */
function callPlain(act, given, more = {}) {
  const request = { act, given, now: nowText(), zone: zoneName(), fresh: true, ...more };
  return JSON.parse(PYTHON.cabin.call(JSON.stringify(request)));
}

/** Faults that an act ended in. */
class Faulty extends Error {
  constructor(faults) {
    super(faults.map((fault) => fault.message).join("; "));
    this.faults = faults;
  }
}

/** One act; its value, or Faulty. */
async function act(name, given = {}) {
  await painted();
  const now = nowText();
  let answer = callPlain(name, given, { now });
  for (let count = 0; answer.sign; count++) {
    if (count === MOST_SIGNATURES) throw new Error("the act never came to an end");
    const signature = [answer.sign, await signatureOver(answer.sign)];
    answer = callPlain(name, given, { now, fresh: false, signature });
  }
  if (answer.faults) throw new Faulty(answer.faults);
  return answer.value;
}

/** Once what was just shown has been painted: Python holds the page still while it works. */
const painted = () => new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : 20));

/** Keeps everything in the browser's store after a change. */
async function keepAll() {
  if (STORE.off || !STORE.key) return;
  callPlain("stow", { place: "/hold" });
  const [keys, rest] = ["keys", "rest"].map((name) => PYTHON.files.readFile(`/hold/${name}.zip`));
  try {
    if ((await intoStore(keys, rest)) === "newer") {
      STORE.off = "This cabin is open in another tab, which has changed things since. What you do here is kept only if you save the sea chest now.";
    }
  } catch (error) {
    const full = error?.name === "QuotaExceededError";
    STORE.off = full
      ? "This browser has no room left for the cabin. Nothing is lost: save the sea chest now, before you close the page."
      : "This browser does not let the page keep anything. Save the sea chest before you close the page.";
  }
}

/** A change: the act, then everything kept. */
async function change(name, given = {}) {
  const value = await act(name, given);
  await keepAll();
  return value;
}
