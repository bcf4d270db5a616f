// The page: the growing file beside the form, its faults, and the ways it gets in and out.

/** The file as it is now, its faults, and the form again where that is asked. */
function showAll(focus, rebuild) {
  const yaml = byId("yaml");
  if (yaml.value !== DESK.text) yaml.value = DESK.text;
  showFaults();
  byId("undo").disabled = !DESK.past.length;
  showCounts();
  showCautions();
  if (CELLS.size) showPlans();
  if (CELLS.size) showFresh();
  keepDraft();
  if (!rebuild) return;
  showForm();
  if (CELLS.size && !MAP.act) showHere();
  if (focus) focusOn(focus);
}

/** The focus on something by its id; on the first thing within it, where it is a frame. */
function focusOn(id) {
  const found = byId(id) ?? byId(`${id}-text`);
  const inner = found?.matches("fieldset, span") ? found.querySelector("input, select, .adder button") : found;
  (inner ?? found)?.focus({ preventScroll: found?.id === "chart" });
}

/** How many questions of the letter have no answer in the file. */
function stillOpen() {
  const given = new Set((DESK.orders.answers ?? []).map((row) => row.key));
  const left = FORM.questions.filter(({ key }) => !given.has(key)).length;
  return left ? `, and ${left === 1 ? "1 question has" : `${left} questions have`} no answer in it yet` : "";
}

/** What is wrong with the file's shape, line by line; else what is amiss with what it says. */
function showFaults() {
  const [list, faults, amiss] = [byId("faults"), DESK.faults, cautions()];
  const rows = faults.slice(0, 40).map((fault) => element("li", {}, fault.line ? `line ${fault.line}: ` : "", fault.message));
  list.replaceChildren(...rows);
  const many = (number, one, more) => `${number} ${number === 1 ? one : more}`;
  byId("verdict").textContent = visible(
    faults.length ? `${many(faults.length, "fault", "faults")} of shape:`
      : amiss.length ? `${many(amiss.length, "thing looks", "things look")} wrong: ${amiss[0].message}${amiss.length > 1 ? "…" : "."}`
        : `Nothing looks wrong${stillOpen()}. pbem orders check has the last word.`);
  byId("state").className = `slip ${faults.length ? "bad" : amiss.length ? "amber" : "good"}`;
}

/** Each caution at the head of its section. */
function showCautions() {
  const found = cautions();
  for (const name of FORM.sections) {
    const own = found.filter((each) => each.section === name).map(({ message }) => element("li", {}, message));
    byId(`cautions-${name}`)?.replaceChildren(...own);
  }
}

// ------------------------------------------------------------------------------------------------------------- drafts

const DRAFTS = `pbem draft ${FORM.head.game} ${FORM.head.seat} `;

/** Keep the file in this browser, so that a reload loses nothing; what the browser refuses to keep is not kept. */
function keepDraft() {
  try {
    localStorage.setItem(DRAFTS + FORM.head.phase, DESK.text);
  } catch {
    byId("told").textContent = "This browser keeps no draft: save the file before you leave.";
  }
}

/** Forget the draft of this phase, or those of earlier ones. */
function forgetDrafts(now) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(DRAFTS));
    for (const name of names) if ((name === DRAFTS + FORM.head.phase) === now) localStorage.removeItem(name);
  } catch {
    // nothing was kept here
  }
}

/** The draft that was kept; nothing where there is none. */
function draft() {
  try {
    return localStorage.getItem(DRAFTS + FORM.head.phase);
  } catch {
    return null;
  }
}

/** Lay out a new file, or what was being written when the page was left. */
function takeDraft() {
  DESK.orders = { ...FORM.begins };
  DESK.text = orderFile(DESK.orders);
  const kept = draft();
  if (kept === null || kept === DESK.text || kept.length > MOST_YAML) return tell();
  takeText(kept);
  return told("Your draft is back as you left it. “Begin anew” puts it away.");
}

/** The file for the reader's own disk. */
function save() {
  const link = element("a", { download: `orders-${FORM.head.phase}.yaml` });
  link.href = URL.createObjectURL(new Blob([DESK.text], { type: "text/yaml" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  told(`Saved as ${link.download}, where your browser puts what it saves.`);
}

/** The file for wherever it is put next. */
async function copy() {
  try {
    await navigator.clipboard.writeText(DESK.text);
    told("Copied.");
  } catch {
    byId("yaml").select();
    told("The text is marked: copy it with Ctrl+C.");
  }
}

/** An order file that was begun before. */
async function load(event) {
  const [file] = event.target.files;
  if (!file) return;
  const data = new Uint8Array(await file.arrayBuffer());
  const text = data.length <= MOST_YAML ? strictText(data) : null;
  if (text === null) return told(`'${file.name}' is no order file: it is too large, or no UTF-8.`);
  const taken = takeText(text);
  event.target.value = "";
  return told(taken ? `'${file.name}' is loaded.` : `'${file.name}' cannot be read as it is; its faults stand below it.`);
}

const told = (text) => void (byId("told").textContent = visible(text));

/** What somebody types into the file is judged at once, and shown in the form as soon as it can be read. */
function startTyping() {
  const yaml = byId("yaml");
  yaml.addEventListener("focus", remember);
  yaml.addEventListener("input", () => takeText(yaml.value, { typed: true }));
  yaml.addEventListener("change", () => takeText(yaml.value, { typed: true }) && showAll("", true));
}

/** The sections in two groups: what this turn asks for, and what holds until you change it. */
function layOut() {
  const lasting = new Set(FORM.lasting);
  for (const name of FORM.sections) byId(lasting.has(name) ? "sections-doctrine" : "sections-now").append(sectionPart(name));
  byId("group-doctrine").hidden = !FORM.sections.some((name) => lasting.has(name));
  byId("group-now").hidden = FORM.sections.every((name) => lasting.has(name));
}

function beginAnew() {
  remember();
  DESK.orders = { ...FORM.begins };
  tell("anew");
  forgetDrafts(true);
  told("A new file.");
}

function start() {
  layOut();
  const plans = FORM.acts.map((act) => sectionOf(act)[0]);
  const unfolded = FORM.questions.length ? ["answers"] : [...plans, ...FORM.sections.slice(0, 1)];
  for (const name of new Set(unfolded)) if (FORM.sections.includes(name)) byId(`part-${name}`).open = true;
  startChart();
  whenChanged(showAll);
  startTyping();
  byId("save").addEventListener("click", save);
  byId("copy").addEventListener("click", copy);
  byId("undo").addEventListener("click", () => undo() || told("There is nothing to undo."));
  byId("anew").addEventListener("click", beginAnew);
  byId("load").addEventListener("change", load);
  byId("due")?.after(farOff(byId("due").dateTime, Date.now()));
  takeDraft();
  forgetDrafts(false);
  DESK.past.length = 0;
  byId("undo").disabled = true;
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start();
