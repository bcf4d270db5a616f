// Papers of a game: letters to other players, a diary, and short words to the moderator's program.

/** The player's own pen. */
async function showPapers(main, game, name) {
  if (game.press !== "none") main.append(pressCard(game, name));
  for (const each of game.received) main.append(el("section", { class: "card" }, heading(3, each.head), lines(each.text)));
  main.append(diaryCard(game, name), wordCard(game, name));
}

/** A letter to other players. */
function pressCard(game, name) {
  const others = game.seats.filter((seat) => seat !== game.seat && seat !== "moderator");
  const boxes = ["all", ...others].map((seat) => ({ seat, input: el("input", { type: "checkbox", id: `to-${seat}` }) }));
  const text = field("Your words", { type: "textarea", rows: 6 });
  const grey = el("input", { type: "checkbox", id: "grey" });
  const write = async () => {
    const to = boxes.filter(({ input }) => input.checked).map(({ seat }) => seat);
    if (!to.length) throw new Faulty([{ message: "Choose whom it is for." }]);
    const written = await change("press", { name, to: to.includes("all") ? ["all"] : to, text: text.input.value.trimEnd(), grey: grey.checked });
    text.input.value = "";
    await letterSheet(name, written.letter);
  };
  const unsigned = game.press.includes("grey") || game.press === "any" ? para(grey, " ", el("label", { for: "grey" }, "Unsigned: only the moderator knows who wrote it")) : null;
  return el("section", { class: "card" }, heading(2, "Write to other players"),
    el("fieldset", {}, el("legend", {}, "To"), ...boxes.map(({ seat, input }) => el("span", { class: "choice" }, input, el("label", { for: `to-${seat}` }, seat === "all" ? "Everybody" : nameOf(seat))))),
    text.box, unsigned, el("p", { class: "ways" }, button("Write the letter", write)));
}

/** The diary, which nobody else sees. */
function diaryCard(game, name) {
  const text = field("A note", { type: "textarea", rows: 3 });
  const write = async () => {
    if (!text.input.value.trim()) return;
    await change("note", { name, text: text.input.value });
    await show();
  };
  return el("section", { class: "card" }, heading(2, "Diary"), para("For your eyes alone. It goes into the sea chest."),
    ...game.diary.map((note) => el("div", { class: "entry" }, el("p", { class: "second" }, `${note.at}${note.phase ? `, ${phaseInWords(note.phase)}` : ""}`), lines(note.text))),
    text.box, el("p", { class: "ways" }, button("Write it down", write)));
}

/** Short words, each a signed letter. */
function wordCard(game, name) {
  const [from, to] = [field("From", { type: "date" }), field("Until", { type: "date" })];
  const say = (what, value) => async () => {
    const written = await change("word", { name, what, value: typeof value === "function" ? value() : value });
    await letterSheet(name, written.letter);
  };
  const days = () => {
    if (!from.input.value || !to.input.value) throw new Faulty([{ message: "Give the first and the last day." }]);
    return { from: from.input.value, to: to.input.value };
  };
  return el("section", { class: "card" }, heading(2, "A word to the moderator's program"),
    el("p", { class: "ways" }, button("Please wait for the deadline", say("wait", true)), button("No need to wait", say("wait", false)), button("Send me my letters again", say("again", "newest"))),
    el("details", {}, el("summary", {}, "I shall be away"), from.box, to.box, el("p", { class: "ways" }, button("Tell the moderator", say("away", days)), button("I am back", say("back", true)))));
}
