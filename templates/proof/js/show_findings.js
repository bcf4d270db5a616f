// The verdict, what was checked and how many of each, who signed, and whatever does not match.

/** What each tier lets its players say (PROTOCOL 3.1). */
const HONEST = {
  moderated: "In a record that matches nobody chose the dice. A moderator who helps a player could tell them early.",
  "two-step":
    "Nobody could know the dice before all orders were locked. A player may stop the phase at their own cost.",
  beacon: "Nobody could know the dice or read an order before the beacon's round was out.",
};

/** All findings of a folder, in the order in which a reader asks. */
function showFindings(result) {
  const { charter, faults } = result;
  const title = charter?.fields.title || charter?.game || "Proof of a game";
  byId("title").replaceChildren(visible(title));
  document.title = `Proof: ${visible(title)}`;
  byId("findings").replaceChildren(
    verdictOf(result),
    ...(faults.length ? [faultList(result)] : []),
    ...eventsShown(result),
    ...(charter ? [gameFacts(result)] : []),
    ...facesShown(rollsIn(result.files)),
    tableOf("What was checked", ["What", "How many"], countRows(result), { class: "counts" }),
    ...notesOf(result),
  );
}

const countRows = ({ counts }) => Object.entries(counts).map(([what, count]) => [what, count.toLocaleString("en")]);

/** One sentence, in words as well as in colour. */
function verdictOf({ faults, demo, verdict, words }) {
  const [first] = faults;
  if (first && faults.every(isDemo)) {
    const words = `: ${first.message}. Nothing else is wrong so far; ${first.hint}.`;
    const told = element("p", {}, element("b", {}, "! Cannot count as proof: "), placeOf(first), words);
    return element("div", { class: "slip call", id: "verdict-words" }, told);
  }
  if (first) {
    const more = faults.length > 1 ? ` ${faults.length} things do not match; this is the first.` : "";
    const told = [element("b", {}, "✗ Does not match: "), placeOf(first), `: ${first.message}.${more}`];
    return element("div", { class: "slip bad", id: "verdict-words" }, element("p", {}, ...told));
  }
  const said = `${words[0].toUpperCase()}${words.slice(1)}.`;
  const yet = " Yet it proves nothing: anybody can compute the demonstration beacon its dice come from.";
  const isChoice = verdict === "choice";
  const mark = element("b", {}, isChoice ? "! " : demo ? "✓ " : "✓ Proved. ");
  const kind = demo || isChoice ? "slip call" : "slip good";
  return element("div", { class: kind, id: "verdict-words" }, element("p", {}, mark, said, ...(demo ? [yet] : [])));
}

/** Tells if a fault says no more than that the game's beacon is the demonstration's. */
const isDemo = ({ file, message }) => file === CHARTER && message.startsWith("pins the demonstration beacon");

/** Who had a choice, worth how much; then remarks, and who has not confirmed the newest lines. */
function eventsShown({ faults, events, waiting }) {
  const choices = events.filter(({ remark }) => !remark);
  const remarks = foldedEvents(events.filter(({ remark }) => remark));
  if (!faults.length) remarks.push(...waiting);
  return [
    ...listUnder("Who had a choice", "choices", choices.map(eventWords)),
    ...listUnder("Remarks", "remarks", remarks),
  ];
}

/** One choice, with its worth where it has one. */
function eventWords({ words, bits }) {
  return bits ? `${words} (${bitsInWords(bits)})` : bits === null ? `${words} (without bound)` : words;
}

/** A heading and its list, where there is anything to list. */
function listUnder(heading, id, lines) {
  if (!lines.length) return [];
  const items = lines.slice(0, MOST_FAULTS).map((line) => element("li", {}, line));
  const left = lines.length - items.length;
  const more = left ? [paragraph(`${left} more are left out.`)] : [];
  return [element("h3", {}, heading), element("ul", { id }, ...items), ...more];
}

/** File, and where known line and column. */
function placeOf(fault) {
  const place = [fault.file || "this folder", fault.line, fault.column].filter(Boolean).join(":");
  return code(place);
}

/** Every mismatch, each with its place in the file. */
function faultList(result) {
  const shown = result.faults.slice(0, MOST_FAULTS);
  const items = shown.map((fault, at) => faultItem(result, fault, at));
  const left = result.faults.length - shown.length;
  const more = left ? [paragraph(`${left} more are left out.`)] : [];
  const heading = element("h3", {}, "What does not match");
  return element("div", { id: "faults" }, heading, element("ol", {}, ...items), ...more);
}

/** One mismatch: words, hint, the place in its file. */
function faultItem(result, fault, at) {
  const details = element("details", {}, element("summary", {}, "Show the place"));
  const item = element("li", { class: "fault" }, paragraph(placeOf(fault), `: ${fault.message}`));
  if (fault.hint) item.append(element("p", { class: "second" }, fault.hint));
  details.addEventListener("toggle", () => details.open && showPlace(result, fault, details), { once: true });
  details.open = at === 0;
  item.append(details);
  return item;
}

const MOST_FACES = 20;

/** How often each face fell, of the kind of die that was thrown most: a crooked one would show. */
function facesShown(places) {
  const kinds = new Map();
  for (const { roll } of places) {
    const sides = Number(/^\d+d(\d+)$/.exec(roll.spec)?.[1] ?? 0);
    if (sides > 1 && sides <= MOST_FACES) kinds.set(sides, [...(kinds.get(sides) ?? []), ...roll.values]);
  }
  const [sides, fell] = [...kinds].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  if (!sides) return [];
  const counts = Array.from({ length: sides }, (_, at) => fell.filter((face) => face === at + 1).length);
  const rows = counts.map((count, at) => {
    const drawn = { min: "0", max: String(Math.max(...counts)), value: String(count), "aria-label": `${count} times` };
    return [String(at + 1), String(count), element("meter", drawn)];
  });
  const even = (fell.length / sides).toFixed(1);
  const caption = `The ${fell.length.toLocaleString("en")} dice of ${sides} faces, ${even} of each if all fell alike`;
  return [tableOf(caption, ["Face", "How often", "Drawn"], rows, { class: "counts faces" })];
}

/** Which game this is, by which keys. */
function gameFacts({ charter, ledger, files }) {
  const keys = charter.who.map((who) => {
    const { name = "", ssh } = keysOf(charter, who);
    return [who, name, hash(fingerprint(ssh.blob))];
  });
  const facts = factsOf([
    ["Game", code(charter.game)], ...outcomeOf(files), ...endOf(ledger), ["Charter", hash(charter.sha256)],
    ["Rules", charter.fields.rules],
    ["Tier", `${charter.tier}: ${HONEST[charter.tier]}`], ["Log key", hash(charter.log.line)],
    ...(charter.beacon ? [["Beacon", hash(charter.beacon)]] : []),
  ]);
  const heading = element("h3", {}, "The game");
  const signers = tableOf("Who signed, and with which key", ["Who", "Name", "Key"], keys, { class: "list" });
  return element("div", { id: "game" }, heading, facts, signers);
}

/** The day on which the game ended, where it has. */
function endOf(ledger) {
  const last = ledger.find(({ k }) => k === "final");
  return last ? [["Ended", element("time", { datetime: last.t }, `${last.t.slice(0, 10)}`)]] : [];
}

/** What a reader should know, though nothing mismatches. */
const notesOf = ({ notes }) => listUnder("To be known besides", "notes", notes);
