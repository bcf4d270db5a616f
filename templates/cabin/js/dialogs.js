// What stands over the page for a moment: work that takes a while, faults, and a letter on its way out.

/** Work behind a button, with the button at rest meanwhile; faults stand below it. */
async function working(origin, work) {
  const place = origin.closest("form, section, .card, dialog") ?? byId("main");
  place.querySelectorAll(":scope > .faults, :scope .faults").forEach((old) => old.remove());
  origin.setAttribute("aria-busy", "true");
  origin.disabled = true;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Faulty)) console.error(error);
    const told = faultSlip(error);
    if (place.isConnected) place.append(told);
    else byId("main").prepend(told);
    told.scrollIntoView({ block: "nearest" });
    told.focus();
  } finally {
    origin.removeAttribute("aria-busy");
    origin.disabled = false;
  }
}

/** Every fault at once, each with its way out. */
function faultSlip(error) {
  const faults = error instanceof Faulty ? error.faults : [{ message: "Something went wrong in this page itself. Nothing was changed.", hint: String(error?.message ?? error).slice(0, 300) }];
  const rows = faults.slice(0, 30).map((fault) => faultLine(fault));
  return el("div", { class: "slip bad faults", role: "alert", tabindex: "-1" }, list(rows));
}

/** One fault in words. */
function faultLine({ message, hint, line, file }) {
  const where = line ? `Line ${line}: ` : file && !file.startsWith("/") ? `${file} ` : "";
  const text = `${where}${message}`;
  return el("span", {}, text.charAt(0).toUpperCase() + text.slice(1), hint ? el("span", { class: "second" }, ` — ${hint}`) : "");
}

/** A sheet over the page, closed by its button, by Escape, or by `done`. */
function sheet(title, ...children) {
  const id = `sheet-${Date.now()}`;
  const made = el("dialog", { "aria-labelledby": id }, el("h2", { id }, title), ...children);
  made.append(el("p", { class: "ways" }, button("Close", () => made.close(), { class: "plain" })));
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}

/** A file for the reader's own disk. */
function saveFile(name, bytes, type) {
  const link = el("a", { download: name, href: URL.createObjectURL(new Blob([bytes], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A letter that is ready: how it gets into the player's own mail program, and the word that it was sent. */
async function letterSheet(game, letter) {
  const draft = await act("draft", { game, letter });
  const bytes = bytesOf(draft.draft);
  const told = el("p", { class: "second", role: "status" });
  const open = () => {
    saveFile(draft.name, bytes, "message/rfc822");
    told.textContent = `Saved as ${draft.name}. Open it: your mail program shows a new letter with everything in it. Then press Send there.`;
  };
  const parts = draft.parts.map((part) => new File([bytesOf(part.data)], part.name, { type: "text/plain" }));
  const shared = { files: parts, title: draft.subject, text: draft.text };
  const canShare = Boolean(navigator.canShare?.(shared));
  const share = async () => navigator.share(shared);
  const byPiece = el("details", {}, el("summary", {}, "Or write it yourself"),
    para("Write a letter with this subject to these readers, and attach these files as they are."),
    el("dl", {}, el("dt", {}, "To"), el("dd", {}, draft.to.join(", ")), el("dt", {}, "Subject"), el("dd", {}, draft.subject)),
    el("p", { class: "ways" }, ...parts.map((part) => button(`Save ${part.name}`, () => saveFile(part.name, part, part.type), { class: "plain" }))));
  const sent = async () => {
    await change("sent", { game, letter });
    made.close();
    await show();
  };
  const made = sheet("Your letter is ready",
    el("dl", { class: "envelope" }, el("dt", {}, "From"), el("dd", {}, draft.from), el("dt", {}, "To"), el("dd", {}, draft.to.join(", ")),
      el("dt", {}, "Subject"), el("dd", {}, draft.subject)),
    para(toServer ? "The cabin can send it by your account, or hand it to your mail program." : "The cabin cannot send it: your own mail program does."),
    el("p", { class: "ways" }, button("Open it as a draft", open, { class: "chief" }), canShare ? button("Share it", share) : null,
      toServer ? button("Send it now", () => harbourSends(game, letter, draft.draft, made)) : null),
    told, byPiece, el("hr"), para("When it has gone:"), el("p", { class: "ways" }, button("I have sent it", sent)));
}
