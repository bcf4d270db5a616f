// The page: the growing file beside the form, its faults, and the ways it gets in and out.

/** The file as it is now, its faults, and the form again where that is asked. */
function showAll(focus, rebuild) {
  const yaml = byId("yaml");
  if (yaml.value !== DESK.text) yaml.value = DESK.text;
  showFaults();
  byId("undo").disabled = !DESK.past.length;
  showCounts();
  if (CELLS.size) showPlans();
  if (!rebuild) return;
  showForm();
  if (CELLS.size && !MAP.act) showHere();
  if (focus) focusOn(focus);
}

/** The focus on something by its id; on the first thing within it, where it is a frame. */
function focusOn(id) {
  const found = byId(id) ?? byId(`${id}-text`);
  const inner = found?.matches("fieldset, span") ? found.querySelector("input, select, .adder button") : found;
  (inner ?? found)?.focus();
}

/** How many questions of the letter have no answer in the file. */
function stillOpen() {
  const given = new Set((DESK.orders.answers ?? []).map((row) => row.key));
  const left = FORM.questions.filter(({ key }) => !given.has(key)).length;
  return left ? `, and ${left === 1 ? "1 question has" : `${left} questions have`} no answer in it yet` : "";
}

/** What is wrong with the file's shape, line by line. */
function showFaults() {
  const [list, faults] = [byId("faults"), DESK.faults];
  const rows = faults.slice(0, 40).map((fault) => element("li", {}, fault.line ? `line ${fault.line}: ` : "", fault.message));
  list.replaceChildren(...rows);
  byId("verdict").textContent = faults.length
    ? `${faults.length} ${faults.length === 1 ? "fault" : "faults"} of shape:`
    : `The shape of this file is right${stillOpen()}. Whether the orders are lawful, pbem orders check says.`;
  byId("state").className = faults.length ? "slip bad" : "slip good";
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

function start() {
  for (const name of FORM.sections) byId("sections").append(sectionPart(name));
  const usual = [...FORM.acts.map((act) => act.section), ...FORM.sections.slice(0, 1)];
  const unfolded = FORM.questions.length ? ["answers"] : usual;
  for (const name of unfolded) byId(`part-${name}`).open = true;
  whenChanged(showAll);
  startChart();
  startTyping();
  byId("save").addEventListener("click", save);
  byId("copy").addEventListener("click", copy);
  byId("undo").addEventListener("click", () => undo() || told("There is nothing to undo."));
  byId("anew").addEventListener("click", () => (remember(), (DESK.orders = { ...FORM.begins }), tell("anew")));
  byId("load").addEventListener("change", load);
  DESK.orders = { ...FORM.begins };
  tell();
  DESK.past.length = 0;
  byId("undo").disabled = true;
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start();
