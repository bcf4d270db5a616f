// One game: what it waits for, its report, its orders, its letters, its papers and its proof.

const PARTS = { "": "Now", report: "Reports", orders: "Orders", letters: "Letters", papers: "Papers", proof: "Proof" };

/** A game's page, or the part of it that is asked for. */
async function showGame(main, name, part = "", more = "") {
  const game = await act("game", { name });
  const to = (which) => `#game/${encodeURIComponent(name)}${which ? `/${which}` : ""}`;
  main.append(el("header", { class: "masthead game" }, game.title && game.title !== game.rules ? el("p", { class: "kicker" }, game.rules) : null,
    heading(1, game.title || game.game), para(`You play ${nameOf(game.seat)}${game.phase ? `. ${phaseInWords(game.phase)}` : ""}`)));
  main.append(el("nav", { class: "parts", "aria-label": "Parts of this game" }, ...Object.entries(PARTS).map(([which, text]) =>
    el("a", { href: to(which), "aria-current": which === part ? "page" : null }, text))));
  if (game.clock) main.append(slip("bad", para(`Your device's clock is wrong: the game's record has an entry of ${timeInWords(game.clock)}. Set the clock, or deadlines are shown wrongly.`)));
  if (game.elsewhere?.length) main.append(slip("call", para(`Orders were sent with your keys from another place (${game.elsewhere.join(", ")}). If that was you, open the same letters there and here. If not, tell your moderator at once.`)));
  await ({ "": showNow, report: showReports, orders: showOrders, letters: showOutbox, papers: showPapers, proof: showProof }[part] ?? showNow)(main, game, name, more);
}

/** What the game waits for, with the way to do it. */
async function showNow(main, game, name) {
  const calls = game.todo?.length ?? 0;
  const ways = el("p", { class: "ways" });
  for (const letter of game.letters ?? []) ways.append(button("Send the letter", () => letterSheet(name, letter), { class: "chief" }));
  if (game.open && !game.letters?.length) ways.append(button("Write the second letter", async () => {
    const written = await change("second_letter", { name });
    await show();
    await letterSheet(name, written.letter);
  }, { class: "chief" }));
  const writes = game.takes && /not written|drafted|faults|checked/.test(game.orders ?? "");
  if (writes) ways.append(el("a", { href: `#game/${encodeURIComponent(name)}/orders`, class: "button chief" }, "To the orders"));
  main.append(el("section", { class: calls ? "card call" : "card" }, heading(2, calls ? "What waits for you" : "Nothing waits for you"),
    calls ? list(game.todo, { class: "todo" }) : para(stageInWords(game)),
    game.local && game.phase ? el("p", { class: "due" }, `Due ${game.local}`) : null, game.paused ? para(game.paused) : null, ways.childElementCount ? ways : null));
  if (game.asked.length) main.append(el("section", { class: "card" }, heading(2, "You are asked"), list(game.asked.map((each) => each.text))));
  if (game.reports.length) await reportFrame(main, name, game.reports[0].name);
}

/** All reports, and one of them open. */
async function showReports(main, game, name, which) {
  if (!game.reports.length) return void main.append(para("No report has come yet."));
  const open = which ? decodeURIComponent(which) : game.reports[0].name;
  main.append(el("nav", { class: "parts small", "aria-label": "Reports" }, ...game.reports.map((each) =>
    el("a", { href: `#game/${encodeURIComponent(name)}/report/${encodeURIComponent(each.name)}`, "aria-current": each.name === open ? "page" : null }, phaseInWords(each.name)))));
  return reportFrame(main, name, open);
}

/** A report in a frame in which nothing can run; its links lead to places of the cabin. */
async function reportFrame(main, name, which) {
  const report = await act("report", { name, which });
  if (!report.page) return void main.append(el("section", {}, heading(2, phaseInWords(which)), lines(report.text)));
  const frame = el("iframe", { sandbox: "allow-same-origin", title: `Report, ${phaseInWords(which)}`, class: "report" });
  frame.srcdoc = report.page;
  frame.addEventListener("load", () => fitReport(frame, name));
  main.append(frame);
}

/** As high as the report is, so that the page scrolls and not the frame. */
function fitReport(frame, name) {
  const inside = frame.contentDocument;
  if (!inside?.body) return;
  const fit = () => (frame.style.height = `${Math.ceil(inside.documentElement.scrollHeight) + 4}px`);
  inside.documentElement.style.overflow = "hidden";
  fit();
  new ResizeObserver(fit).observe(inside.body);
  for (const each of inside.querySelectorAll("time[datetime]")) each.after(farOff(each.getAttribute("datetime"), nowText()));
  inside.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const to = link?.getAttribute("href") ?? "";
    if (!link) return;
    event.preventDefault();
    if (to.startsWith("#")) return void toPlace(frame, inside, to.slice(1));
    if (to.includes("order-desk")) goTo(`game/${encodeURIComponent(name)}/orders`);
    else if (to.startsWith("proof.html")) goTo(`game/${encodeURIComponent(name)}/proof`);
  });
}

/** A link within the report: the page goes there, for the frame is as high as the report. */
function toPlace(frame, inside, id) {
  const found = inside.getElementById(decodeURIComponent(id));
  if (found) scrollTo({ top: frame.getBoundingClientRect().top + scrollY + found.getBoundingClientRect().top - 12, behavior: "smooth" });
}

/** The letters that were written here. */
async function showOutbox(main, game, name) {
  main.append(heading(2, "Letters that you have written"));
  if (!game.outbox.length) return void main.append(para("None yet."));
  main.append(el("ul", { class: "plainlist" }, ...[...game.outbox].reverse().map((letter) => el("li", {},
    el("span", {}, letter.subject, el("br"), el("span", { class: "second" }, letter.sent ? `sent ${timeInWords(letter.when)}` : "not sent yet, as far as the cabin knows")),
    button(letter.sent ? "Send again" : "Send", () => letterSheet(name, letter.name), { class: letter.sent ? "plain" : "" })))));
}

/** Everything that was received, checked anew. */
async function showProof(main, game, name) {
  const told = el("div", { role: "status" });
  if (game.words) main.append(el("section", { class: "card" }, heading(2, "The charter's words"), el("p", { class: "sixwords" }, game.words),
    para("All players of this game have the same six words. Compare them with somebody by telephone: then nobody has exchanged a key on the way.")));
  const check = async () => {
    told.replaceChildren(para("Checking every signature, hash and die…"));
    const found = await act("verify", { name });
    told.replaceChildren(slip(found.ok && !found.choices.length ? "good" : found.ok ? "call" : "bad", el("p", {}, el("b", {}, found.words.charAt(0).toUpperCase() + found.words.slice(1), ".")),
      found.faults.length ? list(found.faults.map(faultLine)) : null, list(found.choices),
      found.demo ? para("The beacon of this game is for demonstrations: it proves nothing.") : null, list(found.checked, { class: "counts" }), list(found.notes)));
  };
  const saveRecord = async () => {
    const record = await act("record", { name });
    saveFile(record.name, bytesOf(record.data), "application/zip");
  };
  main.append(el("section", { class: "card" }, heading(2, "The record"),
    para("Every order, die and change of this game stands in a public record. The cabin can compute all of it again."),
    el("p", { class: "ways" }, button("Check everything", check, { class: "chief" }), button("Save the record", saveRecord)), told));
}
