// What dice decide on the way: how many fall, and what they may cost; or whether one throw carries so far.

/** What is known of the dice of a graph; nothing where none fall. */
const oddsOf = (graph) => FORM.odds[graph];

/** The dice of a way after a start: how many fall, and with what shift for bad weather. */
function diceOn(odds, cells, count = 0) {
  const [anew, rough] = [new Set(odds.anew), new Set(odds.rough)];
  const state = { dice: 0, shifts: [], count, stormy: false };
  for (const cell of cells) {
    if (anew.has(cell)) {
      Object.assign(state, { count: 0, stormy: false });
      continue;
    }
    state.count += 1;
    state.stormy ||= rough.has(cell);
    if (state.count < odds.every) continue;
    state.shifts.push(state.stormy ? odds.weather : 0);
    Object.assign(state, { dice: state.dice + 1, count: 0, stormy: false });
  }
  return state;
}

/** The chance in hundredths that something is lost on a way; `help` is what a leader adds to each die. */
function chanceOfLoss(odds, shifts, help) {
  const known = Object.keys(odds.losses).map(Number);
  const at = (shift) => odds.losses[Math.min(Math.max(shift, Math.min(...known)), Math.max(...known))] / 100;
  const safe = shifts.reduce((chance, shift) => chance * (1 - at(shift + help)), 1);
  return Math.round((1 - safe) * 100);
}

/** The best help among those who go: a leader's figure; nothing where none is aboard. */
const helpOf = (odds, ids) => Math.max(0, ...ids.map((id) => odds.help[id] ?? 0));

/** The chance that one throw carries so far. */
function chanceToReach(odds, far, help) {
  const wanted = far - help;
  const known = Object.keys(odds.reach).map(Number);
  if (wanted <= Math.min(...known)) return odds.reach[Math.min(...known)];
  return odds.reach[wanted] ?? 0;
}

/** Those who go, against what was last seen at a goal; nothing where nobody was. */
function against(cell, ids) {
  const [seen, when] = FORM.foes[cell] ?? [];
  if (!seen) return "";
  const own = FORM.figures.map((_, at) => ids.flatMap(memberIds).reduce((sum, id) => sum + (FORM.mights[id]?.[at] ?? 0), 0));
  const told = (numbers) => FORM.figures.map((word, at) => `${numbers[at]} ${word}`).join(" and ");
  return `yours ${told(own)} against ${told(seen)} ${when}`;
}

/** What a goal is worth knowing of: its mark on the map, its words, and whether it can be come to at all. */
function outlook(graph, cells, ids) {
  const odds = oddsOf(graph);
  if (!odds) return { mark: "", words: "", able: true };
  const help = helpOf(odds, ids);
  if (Object.keys(odds.reach).length) {
    const spent = odds.spends ? ids.reduce((sum, id) => sum + pointsOf(id), 0) : 0;
    const chance = chanceToReach(odds, cells.far + spent, help);
    return { mark: `${chance}%`, words: `${chance} in 100 to get there`, able: chance > 0 };
  }
  const { dice, shifts } = diceOn(odds, cells.way.slice(1));
  if (!dice) return { mark: "", words: "no die on the way", able: true };
  const chance = chanceOfLoss(odds, shifts, help);
  return { mark: String(dice), words: `${dice} ${dice === 1 ? "die" : "dice"} on the way, ${chance} in 100 ${odds.word}`, able: true };
}
