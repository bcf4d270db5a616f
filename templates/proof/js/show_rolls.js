// The rolls: looked up by label, and one of them laid open step by step (PROTOCOL 3.7), with the shell lines that make
// it again without this page.

const MOST_LISTED = 200;
const MOST_STEPS = 1000;

/** What the search knows: the files, every place, and which is laid open. */
const ROLLS = { files: new Map(), places: [] };

/** A new folder to search in. */
function offerRolls(files) {
  Object.assign(ROLLS, { files, places: rollsIn(files) });
  byId("rolls").hidden = !ROLLS.places.length;
  byId("roll-steps").replaceChildren();
  listRolls();
}

/** The rolls that fit what was asked for. */
function listRolls() {
  const found = searchRolls(ROLLS.places, byId("roll-asked").value);
  const more = found.length > MOST_LISTED ? ` The first ${MOST_LISTED} are listed.` : "";
  const count = found.length === 1 ? "1 roll" : `${found.length.toLocaleString("en")} rolls`;
  byId("roll-count").textContent = `${count} of ${ROLLS.places.length.toLocaleString("en")}.${more}`;
  byId("roll-list").replaceChildren(...found.slice(0, MOST_LISTED).map(rollButton));
}

/** The roll that the address asks for, as the reports do: `#roll=LABEL&phase=PHASE`. It is laid open. */
function openAskedRoll() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const [label, phase] = [asked.get("roll"), asked.get("phase") ?? ""];
  if (!label || !SITTING.files) return;
  const place = askedPlace(ROLLS.places, label, phase);
  byId("roll-asked").value = place ? `${label} ${place.occasion.stem}` : label;
  listRolls();
  const button = [...document.querySelectorAll("#roll-list button")].find((each) => each.place === place);
  if (place && button) button.click();
  else if (place) showSteps(place);
  else tellMissing(label, phase);
  byId("rolls").hidden = false;
  byId("roll-steps").scrollIntoView({ block: "start" });
}

/** The roll of this name in the phase; the only one of this name where the phase is not given. */
function askedPlace(places, label, phase) {
  const named = places.filter(({ roll }) => roll.label === label);
  return phase ? named.find(({ occasion }) => occasion.stem === phase) : named.length === 1 ? named[0] : undefined;
}

/** Nothing under that name: a later phase than this page holds, or a name that was cut. */
function tellMissing(label, phase) {
  const where = phase ? ` in phase ${phase}` : "";
  const words = `No roll named ${label}${where} is in this page. A page of a newer copy of the game may hold it.`;
  byId("roll-steps").replaceChildren(element("p", { class: "slip call" }, visible(words)));
}

/** A phase as its readers call it: "Turn 3, English" for t03.english. */
function phaseInWords(stem) {
  const [, turn, name] = /^t0*(\d+)\.([^+]+)$/.exec(stem) ?? [];
  if (!name) return stem;
  const words = name.split(/[.-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return turn === "0" ? words : `Turn ${turn}, ${words}`;
}

/** One roll to be pressed. */
function rollButton(place) {
  const { roll, occasion, lane } = place;
  const words = phaseInWords(occasion.stem);
  const where = lane === "pub" ? words : `${words}, lane ${lane}`;
  const parts = [roll.label, roll.spec, shortened(roll.values.join(",")), where];
  const button = element("button", { type: "button", "aria-pressed": "false" });
  button.place = place;
  button.append(...parts.flatMap((part) => [element("span", {}, part), " "]));
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll("#roll-list button")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", "true");
    showSteps(place);
  });
  return element("li", {}, button);
}

const shortened = (text) => (text.length <= 60 ? text : `${text.slice(0, 57)}...`);

/** Everything that made one roll. */
function showSteps(place) {
  const found = attempted(() => keyOfRoll(ROLLS.files, place));
  const into = byId("roll-steps");
  if (found instanceof Refused) into.replaceChildren(element("p", { class: "slip bad" }, found.message));
  else into.replaceChildren(...stepsOf(place, found));
  into.focus();
}

/** Key, messages, bytes, rejections, faces; the log's line; the shell. */
function stepsOf(place, found) {
  const { roll } = place;
  const made = laidOpen(new KeyedHash(found.key), roll.label, roll.spec);
  return [
    element("h3", {}, `${roll.label} ${roll.spec}`),
    rollVerdict(roll.values.join(","), made.values.join(",")),
    factsOf(keyFacts(place, found)),
    streamTable(made),
    wordsTable(made),
    element("h4", {}, "By hand, in the public folder"),
    shellBlock(rollLines(place, found, made)),
    element("p", {}, "And the moderator's promise, against the charter:"),
    shellBlock(promiseLines(found)),
  ];
}

/** Whether the log shows what the key gives. */
function rollVerdict(shown, right) {
  const good = shown === right;
  const words = good ? `The key gives ${right}, as the log has it.` : `The log has ${shown}; the key gives ${right}.`;
  return element("p", { class: good ? "slip good" : "slip bad" }, element("b", {}, good ? "✓ " : "✗ "), words);
}

/** The blocks the bytes come from. */
function streamTable({ blocks }) {
  const caption = "The stream: HMAC-SHA-256 under the key, one block of 32 bytes for each message";
  const rows = blocks.map(({ message, bytes }, at) => [String(at), message, hexOf(bytes)]);
  return tableOf(caption, ["Block", "Message", "Bytes"], rows, { class: "steps list" });
}

/** Where the key comes from. */
function keyFacts({ occasion, lane, file, line }, { key, publicKey, seedFile, secretFile }) {
  const facts = [["Phase", occasion.stem], ["Log", `${file}, line ${line}`], ["Seed", code(seedFile)]];
  facts.push(["SHA-256 of the seed", hash(hexOf(publicKey))]);
  if (secretFile) facts.push(["Lane", `${lane}, opened by ${secretFile}`]);
  return [...facts, ["Key", hash(hexOf(key))]];
}

/** Each number read from the stream: which words, which of them skipped, and what came of the one kept. */
function wordsTable({ spec, steps, values }) {
  const heads = ["Number", "From byte", "Words read", "Limit", "Skipped", "Remainder", spec.draws ? "Drawn" : "Face"];
  const rows = steps.slice(0, MOST_STEPS).map((step, at) => {
    const words = [...step.skipped, step.kept].filter((word) => word !== null).join(" ") || "none";
    const rest = step.kept === null ? "0" : `${step.kept} mod ${step.size} = ${step.number}`;
    const skipped = step.skipped.join(" ") || "none";
    return [String(at + 1), String(step.start), words, String(step.limit), skipped, rest, String(values[at])];
  });
  const way = spec.draws ? "each draw takes one of the cards that are left" : "the face is the remainder and one";
  const cut = steps.length > MOST_STEPS ? `; the first ${MOST_STEPS} of ${steps.length}` : "";
  return tableOf(`From bytes to ${spec.draws ? "cards" : "faces"}: ${way}${cut}`, heads, rows, { class: "steps list" });
}
