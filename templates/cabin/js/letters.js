// Letters coming in: dropped, chosen or pasted in one heap; each opened in its order, those that ask shown first.

/** The place where letters are dropped. */
function dropPlace(text) {
  const input = el("input", { type: "file", multiple: true, class: "unseen", id: "letter-files", "aria-label": "Letters from your mail program" });
  const place = el("section", { class: "drop", "aria-label": "New letters" },
    para(text), el("p", { class: "ways" }, el("label", { for: "letter-files", class: "button chief" }, "Choose letters")), input,
    el("p", { class: "second" }, "A letter saved from your mail program (.eml), its attachments, or a whole mailbox export (.mbox)."),
    toServer ? el("p", { class: "ways" }, button("Fetch my letters", fetchLetters)) : null, el("div", { id: "taken" }));
  input.addEventListener("change", () => takeFiles([...input.files]).finally(() => (input.value = "")));
  return place;
}

/** Files dropped anywhere on the page. */
function startDropping() {
  addEventListener("dragover", (event) => (event.preventDefault(), document.body.classList.add("over")));
  addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    if (!APP.state?.opened) return;
    takeFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

const MOST_DROPPED = 200 * 1024 * 1024;

/** Everything that can be opened is opened; what was said stays to be read. */
async function takeFiles(files) {
  if (!files.length) return;
  if (files.reduce((sum, file) => sum + file.size, 0) > MOST_DROPPED) {
    return showTaken([el("span", {}, "That is more than 200 MB: export one folder of your mailbox, or choose the letters.")]);
  }
  if (location.hash !== "#inbox") await goTo("inbox");
  showTaken([el("span", { "aria-busy": "true" }, "Opening…")]);
  const given = await Promise.all(files.map(async (file) => ({ name: file.name, data: textOf(new Uint8Array(await file.arrayBuffer())) })));
  return openLetters(given);
}

/** Asks the page's own server for something. */
async function harbour(what, given) {
  const answer = await toServer(what, { method: "POST", headers: { "X-Cabin": "1" }, body: JSON.stringify(given) });
  if (!answer.ok) throw new Faulty([{ message: "The server of this page does not answer.", hint: "is 'pbem cabin' still running?" }]);
  const told = await answer.json();
  if (told.faults) throw new Faulty(told.faults);
  return told.value;
}

/** The letters of the mailbox that the server knows. */
const fetchLetters = async () => openLetters(await harbour("fetch", {}));

/** One letter sent by the server, and noted as sent. */
async function harbourSends(game, letter, draft, made) {
  await harbour("send", { letter: draft });
  await change("sent", { game, letter });
  made.close();
  await show();
}

/** The letters among some files, opened one by one in their order. */
async function openLetters(given) {
  const told = [];
  try {
    const sorted = await act("sort", { files: given });
    for (const each of sorted.told) if (!each.calm || sorted.told.length < 5) told.push(el("span", { class: each.calm ? "second" : "" }, `${each.name}: ${each.said}`, each.hint ? ` — ${each.hint}` : ""));
    for (const letter of sorted.letters) told.push(await openLetter(letter));
  } catch (error) {
    told.push(faultSlip(error));
  }
  await keepAll();
  await show();
  showTaken(told);
}

/** One letter; in words, with a way to what it brought. */
async function openLetter(letter) {
  if (letter.answer) return el("span", {}, `${letter.subject.replace(/\?$/, "")}: it asks for your answer.`);
  try {
    const opened = await act("open", { name: letter.id });
    const game = `#game/${encodeURIComponent(opened.game)}`;
    const where = opened.report ? el("a", { href: `${game}/report/${encodeURIComponent(opened.report)}` }, "Read the report") : el("a", { href: game }, "To the game");
    const first = opened.report ? "" : opened.text.trim().split("\n").slice(0, 3).join(" ");
    return el("span", {}, `${letter.subject}. `, first ? `${first} ` : "", where, list(opened.notes.map((note) => note)));
  } catch (error) {
    if (!(error instanceof Faulty)) throw error;
    await act("decline", { name: letter.id });
    return el("span", {}, `${letter.subject}: `, ...error.faults.map(faultLine));
  }
}

/** What became of the letters. */
function showTaken(told) {
  const place = byId("taken");
  if (!place) return;
  const box = told.length ? slip("", list(told)) : "";
  if (box) box.setAttribute("role", "status");
  place.replaceChildren(box);
}

// ------------------------------------------------------------------------------------------------------- the inbox

/** All games at a glance, and what waits to be answered. */
async function showInbox(main) {
  const [games, waiting] = [await act("games"), await act("waiting")];
  main.append(el("header", { class: "masthead" }, el("p", { class: "kicker" }, "The cabin"),
    heading(1, games.length ? "Your games" : `Welcome aboard, ${APP.state.whose.name}`)));
  if (!games.length && !waiting.length) {
    main.append(para("You play by e-mail with a moderator. They send you an invitation; save it from your mail program and drop it here."));
  }
  main.append(dropPlace("Drop your letters here, as many as you like, in any order."));
  for (const each of waiting) main.append(answerCard(each));
  if (games.length) main.append(el("div", { class: "cards" }, ...games.map(gameCard)));
}

/** A letter that asks for an answer, with what the answer agrees to. */
function answerCard(letter) {
  const invited = letter.kind === "invitation";
  const answer = async () => {
    const written = await change("answer", { name: letter.id });
    await show();
    await letterSheet(written.game, written.letter);
  };
  const decline = async () => (await change("decline", { name: letter.id }), show());
  const words = letter.terms.filter((line) => !/pbem /.test(line));
  return el("section", { class: "card call" }, heading(2, invited ? "An invitation" : "A charter to sign"),
    para(letter.subject), list(words.map((line) => line.charAt(0).toUpperCase() + line.slice(1))),
    invited ? el("details", {}, el("summary", {}, "The moderator's letter"), lines(letter.text)) : null,
    invited ? para("To accept, the cabin writes a letter with your public keys, signed by you.")
      : para("Before you sign, compare the six words with the moderator or another player, by telephone if you can: the same words mean the same keys."),
    el("p", { class: "ways" }, button(invited ? "Accept the invitation" : "Sign the charter", answer, { class: "chief" }),
      button("Put it away", decline, { class: "plain" })));
}

/** One game on the inbox. */
function gameCard(game) {
  const to = `#game/${encodeURIComponent(game.folder)}`;
  const calls = (game.todo?.length ?? 0) > 0;
  return el("section", { class: calls ? "card call" : "card" },
    heading(2, game.title || game.game || game.folder),
    game.fault ? para(game.fault) : para(`You play ${nameOf(game.seat)}`, game.phase ? `. ${phaseInWords(game.phase)}.` : "."),
    game.todo?.length ? list(game.todo, { class: "todo" }) : para(stageInWords(game)),
    game.local && calls ? el("p", { class: "due" }, `Due ${game.local}`) : null,
    game.paused ? para(game.paused) : null,
    el("p", { class: "ways" }, el("a", { href: to, class: calls ? "button chief" : "button" }, "Open this game")));
}

/** A seat with a capital letter. */
const nameOf = (seat) => (seat ?? "").charAt(0).toUpperCase() + (seat ?? "").slice(1);

const STEPS = { setup: "set-up", ops: "operations", admin: "administration" };

/** `t02.english` as a player says it. */
function phaseInWords(phase) {
  const [, turn, rest] = /^t0*(\d+)\.?(.*)$/.exec(phase) ?? [];
  const [, year, month, step] = /^y(\d\d)t0*(\d+)\.?(.*)$/.exec(phase) ?? [];
  if (year) return `17${year}, Turn ${month}${step ? `, ${STEPS[step] ?? step}` : ""}`;
  if (!turn) return nameOf(phase.replaceAll(/[._-]/g, " "));
  return `Turn ${turn}${rest ? `, ${rest.replaceAll(/[._-]/g, " ")}` : ""}`;
}

/** Where a game stands that asks nothing. */
function stageInWords({ stage, idle, orders }) {
  if (idle) return `${idle.charAt(0).toUpperCase()}${idle.slice(1)}.`;
  if (orders) return `Your orders: ${orders}.`;
  return { joined: "You have accepted.", signed: "You have signed the charter." }[stage] ?? `The game is ${stage || "quiet"}.`;
}
