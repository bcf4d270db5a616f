// What a record says of its game besides the proof: how it came out, and remarks, each told once.

/** A remark that is made of more phases than these is told once, and its phases are folded away. */
const MOST_PHASES = 2;

/** Remarks, each told once with the phases that it is made of. */
function foldedEvents(events) {
  const told = new Map();
  for (const { words, phase } of events) {
    const bare = phase ? words.slice(`${phase}: `.length) : words;
    told.set(bare, [...(told.get(bare) ?? []), phase]);
  }
  return [...told].flatMap(([bare, phases]) => {
    if (phases.length <= MOST_PHASES) return phases.map((phase) => (phase ? `${phase}: ${bare}` : bare));
    const summary = element("summary", {}, `${bare} (in ${phases.length} phases)`);
    return [element("details", {}, summary, paragraph(`${phases.filter(Boolean).join(", ")}.`))];
  });
}

/** How the game came out, in the words of its newest report for everybody; the rules this page does not know. */
function outcomeOf(files) {
  const reports = [...files.keys()].filter((name) => /^public\/[^/]+\.txt$/.test(name)).sort().reverse();
  for (const name of reports) {
    const told = /^The (?:war|game) is over[^]*?(?=\n\n)/m.exec(attempted(() => textOf(files.get(name))));
    if (told) return [["Outcome", `${told[0].replaceAll(/\s+/g, " ")} So says ${name}, which this record commits to.`]];
  }
  return [];
}
