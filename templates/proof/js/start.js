// The page at work: takes a folder, a .zip or what was put into it, has it checked, and shows what came of it.

const SITTING = { files: null, seen: [], memo: new Memo(), turn: 0 };

/** Each verdict in a line. */
const IN_SHORT = {
  mismatch: "It does not match", choice: "Everything matches, but somebody had a choice", matches: "Everything matches",
};

/** Words on how far the work is; a breath, so that they can be seen. */
async function tell(words) {
  byId("progress").textContent = words;
  await new Promise((go) => setTimeout(go));
}

/** Takes files that some work finds, and checks them; a later call makes an earlier one fall silent. */
async function takeIn(finding) {
  const turn = ++SITTING.turn;
  await tell("Reading the folder ...");
  try {
    const files = await finding();
    await hashFiles(files);
    if (turn !== SITTING.turn) return;
    SITTING.files = files;
    await checkNow(turn);
  } catch (error) {
    if (turn === SITTING.turn) refuse(error);
  }
}

/** The same folder again, with the checkpoints and the box as they are now. */
async function checkAgain() {
  if (SITTING.files) await takeIn(async () => SITTING.files);
}

/** Checks what was given last, and shows what came of it unless something else has been given meanwhile. */
async function checkNow(turn) {
  const { files, seen, memo } = SITTING;
  const began = performance.now();
  const progress = (what) => tell(`Checking ${what} ...`);
  const result = await verifyFolder(files, { memo, seen, allowDemo: byId("allow-demo").checked, progress });
  if (turn !== SITTING.turn) return;
  showFindings(result);
  offerRolls(files);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { verdict } = result;
  const checked = `${files.size.toLocaleString("en")} files checked in ${seconds} seconds`;
  const isOnlyDemo = result.faults.length > 0 && result.faults.every(isDemo);
  byId("progress").textContent = `${isOnlyDemo ? "It cannot count as proof" : IN_SHORT[verdict]}. ${checked}.`;
  document.body.dataset.checked = { mismatch: "bad", choice: "choice", matches: "good" }[verdict];
  openAskedRoll();
}

/** What cannot be read at all. */
function refuse(error) {
  const [{ message, hint = "" }] = error instanceof Refused ? error.faults : [{ message: error.message }];
  byId("progress").textContent = "Nothing could be checked.";
  const words = [element("p", {}, element("b", {}, "✗ "), message), element("p", {}, hint)];
  byId("findings").replaceChildren(element("div", { class: "slip bad", id: "verdict-words" }, ...words));
  byId("rolls").hidden = true;
  document.body.dataset.checked = "refused";
}

// ------------------------------------------------------------------------------------------------------ what is given

/** A file's bytes, if it is not larger than any file of ours. */
async function bytesOfFile(file) {
  if (file.size > MOST_ALL_BYTES) throw bad(`'${file.name}' is larger than ${MOST_ALL_BYTES} bytes`);
  return new Uint8Array(await file.arrayBuffer());
}

/** A folder chosen in a field: every file has its path. */
async function chosenFolder(list) {
  const found = new Map();
  for (const file of list) found.set(file.webkitRelativePath || file.name, await bytesOfFile(file));
  return publicFolder(found);
}

const chosenZip = async (file) => publicFolder(await readZip(await bytesOfFile(file)));

/** Whatever was dropped: a .zip, a folder, or the files of one. */
async function dropped({ items, files }) {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (files.length === 1 && /\.zip$/i.test(files[0].name)) return chosenZip(files[0]);
  if (!entries.length) return chosenFolder(files);
  const found = new Map();
  for (const entry of entries) await gather(entry, entry.name, found);
  return publicFolder(found);
}

const fileOf = (entry) => new Promise((give, refused) => entry.file(give, refused));

/** A dropped folder, to its last file. A folder's reader gives its entries by the hundred. */
async function gather(entry, path, found) {
  if (found.size > MOST_FILES) throw bad(`holds more than ${MOST_FILES} files`);
  if (entry.isFile) {
    found.set(path, await bytesOfFile(await fileOf(entry)));
    return;
  }
  const reader = entry.createReader();
  const some = () => new Promise((give, refused) => reader.readEntries(give, refused));
  for (let part = await some(); part.length; part = await some()) {
    for (const inner of part) await gather(inner, `${path}/${inner.name}`, found);
  }
}

/** The folder that was put into the page, if one was. */
function embedded() {
  const parts = Array.from(document.querySelectorAll("script.packed-folder"), (part) => part.textContent.trim());
  return parts.length > 0 && (async () => publicFolder(await readParts(parts)));
}

// ------------------------------------------------------------------------------------------------------------- events

/** The place to drop things on is the whole page; the frame only says so. */
function watchDrops() {
  const frame = byId("drop");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    frame.classList.add("over");
  });
  document.addEventListener("dragleave", () => frame.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    frame.classList.remove("over");
    const work = dropped(event.dataTransfer); // what was dropped is forgotten once the event is over
    work.catch(() => {}); // takeIn tells of it
    takeIn(() => work);
  });
}

/** Fields, boxes and the search. */
function watchFields() {
  byId("choose-folder").addEventListener("change", ({ target }) => takeIn(() => chosenFolder(target.files)));
  byId("choose-zip").addEventListener("change", ({ target: { files } }) => {
    if (files.length) takeIn(() => chosenZip(files[0]));
  });
  byId("choose-seen").addEventListener("change", async ({ target }) => {
    SITTING.seen = await Promise.all(Array.from(target.files, async (file) => [file.name, await bytesOfFile(file)]));
    await checkAgain();
  });
  byId("allow-demo").addEventListener("change", checkAgain);
  byId("roll-asked").addEventListener("input", listRolls);
  byId("roll-form").addEventListener("submit", (event) => {
    event.preventDefault();
    listRolls();
    document.querySelector("#roll-list button")?.click();
  });
}

/** The program shows itself, and its hash, to whoever opens its page. */
function showSource() {
  const source = byId("program").textContent;
  byId("program-hash").textContent = sha256OfText(source);
  byId("source").addEventListener("toggle", () => (byId("program-text").textContent = source), { once: true });
}

window.addEventListener("hashchange", openAskedRoll);
watchDrops();
watchFields();
showSource();
if (embedded()) takeIn(embedded());
