// Where pieces can go and how far it is: the game's own ways from cell to cell, walked here.

/** A graph of the form with its texts taken apart: cell -> [[cell, cost], ...]. */
const WAYS = Object.fromEntries(
  Object.entries(FORM.graphs).map(([name, graph]) => {
    const step = (word) => [word.split("*")[0], Number(word.split("*")[1] ?? 1)];
    return [name, new Map(Object.entries(graph).map(([cell, words]) => [cell, words.split(" ").map(step)]))];
  }),
);
const BARRED = new Set(FORM.barred);
const STOPS = new Set(FORM.stops);

/** The walks that were made last: graph and start -> what was found. */
const WALKED = new Map();
const MOST_WALKS = 60;

/** How far every cell is from a start, and over which it is reached: cell -> { far, from }. Nearest first. */
function reach(graph, start) {
  const name = `${graph} ${start}`;
  if (!WALKED.has(name)) {
    if (WALKED.size >= MOST_WALKS) WALKED.clear();
    WALKED.set(name, walked(graph, start));
  }
  return WALKED.get(name);
}

/** The same, walked anew: nothing on the page changes the ways. */
function walked(graph, start) {
  const found = new Map([[start, { far: 0, from: "" }]]);
  const rings = [[start]];
  for (let far = 0; far < rings.length; far += 1) {
    for (const cell of rings[far] ?? []) {
      const here = found.get(cell);
      const ends = far && STOPS.has(cell);
      if (here.far !== far || ends || BARRED.has(cell)) continue;
      for (const [to, cost] of WAYS[graph].get(cell) ?? []) {
        if (BARRED.has(to) || (found.get(to)?.far ?? Infinity) <= far + cost) continue;
        found.set(to, { far: far + cost, from: cell });
        (rings[far + cost] ??= []).push(to);
      }
    }
  }
  return found;
}

/** The cells from a start to a goal, both included; straight to the goal where no way is known. */
function way(graph, start, goal) {
  const found = reach(graph, start);
  return found.has(goal) ? wayIn(found, goal) : [start, goal];
}

/** The cells to a goal from where a reach begins. */
function wayIn(found, goal) {
  const cells = [goal];
  for (let before = found.get(goal).from; before; before = found.get(before).from) cells.push(before);
  return cells.reverse();
}

/** "1 hex", "7 hexes". */
const steps = (number) => `${number} ${FORM.step[number === 1 ? 0 : 1]}`;
