// The sea chest: everything in one file, packed and opened at any time.

/** Packs it, and notes when. */
async function packChest() {
  const packed = await change("pack");
  saveFile(packed.name, bytesOf(packed.data), "application/zip");
  APP.state = await act("state");
  showBanner();
}

/** The chest as a card: when it was packed last, and the way to do it again. */
function chestCard() {
  const { notes, stale } = APP.state;
  const last = notes.exported ? `Packed last on ${timeInWords(notes.exported)}.` : "It was never packed.";
  return el("section", { class: stale || !notes.exported ? "card call" : "card" }, heading(2, "The sea chest"),
    para("Everything in the cabin in one file: keys, letters, orders, diary. Browsers may forget what a page has kept; the chest does not. Only your passphrase opens it."),
    para(last, stale ? " You have sent letters since, which it does not hold." : ""),
    el("p", { class: "ways" }, button("Pack the sea chest", async () => (await packChest(), show()), { class: "chief" })), chestForm());
}

/** A chest brought in. */
function chestForm() {
  const file = field("Your sea chest", { type: "file", accept: ".zip,application/zip" });
  const pass = field("Its passphrase", { type: "password", autocomplete: "current-password" });
  const open = async () => {
    const [chosen] = file.input.files;
    if (!chosen) throw new Faulty([{ message: "Choose the file, sea-chest-….zip." }]);
    const data = textOf(new Uint8Array(await chosen.arrayBuffer()));
    const found = await act("look", { data });
    if (APP.kept && !APP.state.opened && !(await openedBefore(pass.input.value))) return;
    if (found.older && !confirm(olderWords(found))) return;
    const taken = await act("unpack", { data, passphrase: pass.input.value });
    await aboard(pass.input.value);
    await keepAll();
    await goTo("inbox");
    if (taken.said) byId("main").prepend(slip("", para(`The chest is open; ${taken.said}.`)));
  };
  return folded("I have a sea chest", form("Open a sea chest", open, "Open it", file.box, pass.box));
}

/** What the browser has kept is opened before a chest is added to it; if this passphrase does not, the person decides. */
async function openedBefore(passphrase) {
  try {
    await act("unlock", { passphrase });
    await takeKept();
    return true;
  } catch (error) {
    if (!(error instanceof Faulty)) throw error;
    return confirm("This passphrase does not open what this browser keeps. If you go on, only what is in the chest will be here. Go on?");
  }
}

/** What an older chest brings, and what it does not take away. */
function olderWords({ made, newest }) {
  const sent = newest > made ? ` You have sent a letter since, on ${timeInWords(newest)}.` : "";
  return `This chest is of ${timeInWords(made)}, and what lies here is newer.${sent} What lies here stays, and what only the chest has is added. Go on?`;
}

/** The strip above the page: what must not be forgotten. */
function showBanner() {
  const { state } = APP;
  const told = [];
  if (STORE.off) told.push(el("p", {}, STORE.off, " ", button("Save the sea chest", packChest)));
  else if (state?.opened && state.stale) {
    told.push(el("p", {}, state.notes.exported ? "Your sea chest is older than your last letter. " : "Your sea chest was never packed, and you have sent letters. ", button("Pack it now", packChest)));
  }
  if (state?.behind) told.push(el("p", {}, "Your device's clock is behind the time at which you opened your last letter: set it right, or deadlines are shown wrongly."));
  byId("banner").replaceChildren(...told.map((each) => el("div", { class: "strip" }, each)));
}
