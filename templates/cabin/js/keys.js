// The first visit, and the door at every later one: keys are made, brought or restored, always under a passphrase.

/** A passphrase twice, so that a slip of the finger locks nobody out. */
function passphraseTwice() {
  const first = field("A passphrase", { type: "password", autocomplete: "new-password", minlength: 8 }, "At least 8 characters; three or four words are easy to remember. Nobody can tell you it if you forget it.");
  const again = field("The passphrase again", { type: "password", autocomplete: "new-password" });
  return {
    boxes: [first.box, again.box],
    value() {
      if (first.input.value !== again.input.value) throw new Faulty([{ message: "The two passphrases are not the same." }]);
      return first.input.value;
    },
  };
}

/** Keys there are now: the browser takes the signing key, the page its store, and the inbox opens. */
async function aboard(passphrase) {
  await keepSigningKey(await act("signing_key", { passphrase }));
  await keepStorageKey(await act("storage_key"));
  APP.state = await act("state");
}

/** A form whose button, or Enter, does its work. */
function form(title, work, text, ...children) {
  const chief = el("button", { type: "submit", class: "chief" }, text);
  const made = el("form", { class: "card" }, heading(2, title), ...children, el("p", { class: "ways" }, chief));
  made.addEventListener("submit", (event) => (event.preventDefault(), working(chief, work)));
  return made;
}

/** Nobody has been here before. */
function showWelcome(main) {
  const name = field("Your name, as other players see it", { autocomplete: "name", maxlength: 60 });
  const pass = passphraseTwice();
  const make = async () => {
    const passphrase = pass.value();
    await act("make_keys", { name: name.input.value.trim(), passphrase });
    await aboard(passphrase);
    await keepAll();
    await goTo("keys");
  };
  main.append(el("header", { class: "masthead" }, el("p", { class: "kicker" }, "Wargames of the age of sail, by e-mail"), heading(1, "The cabin"),
    el("p", { class: "lede" }, "Read your reports, click your orders together, seal them, and send them with your own mail program. Everything happens on this device.")),
  form("Make your keys", make, "Make my keys", para("Your keys sign your orders and open your letters. You make them once, for all your games."), name.box, ...pass.boxes),
  el("div", { class: "cards" }, chestForm(), bringForm(), wordsForm()));
}

/** A signing key that the person has already. */
function bringForm() {
  const file = field("The file of your private key", { type: "file" }, "Ed25519, ECDSA or RSA, as ssh-keygen makes it: the file without .pub.");
  const own = field("Its passphrase, if it has one", { type: "password", autocomplete: "off" });
  const name = field("Your name", { autocomplete: "name", maxlength: 60 });
  const pass = passphraseTwice();
  const bring = async () => {
    const [chosen] = file.input.files;
    if (!chosen) throw new Faulty([{ message: "Choose the file of your key." }]);
    const passphrase = pass.value();
    const data = textOf(new Uint8Array(await chosen.slice(0, 65_536).arrayBuffer()));
    await act("bring_key", { name: name.input.value.trim(), file: data, its_passphrase: own.input.value, passphrase });
    await aboard(passphrase);
    await keepAll();
    await goTo("keys");
  };
  return folded("I sign with an SSH key of my own", form("Bring your key", bring, "Bring it in", name.box, file.box, own.box, para("The cabin keeps its own copy under this passphrase:"), ...pass.boxes));
}

/** Keys from the words on paper. */
function wordsForm() {
  const words = field("The thirteen words", { type: "textarea", rows: 3, autocapitalize: "off", spellcheck: "false" });
  const name = field("Your name", { autocomplete: "name", maxlength: 60 });
  const pass = passphraseTwice();
  const restore = async () => {
    const passphrase = pass.value();
    await act("restore_keys", { words: words.input.value, name: name.input.value.trim(), passphrase });
    await aboard(passphrase);
    await keepAll();
    await goTo("inbox");
  };
  return folded("I have thirteen words on paper", form("Restore your keys", restore, "Restore them", name.box, words.box, ...pass.boxes));
}

const folded = (title, content) => el("details", { class: "fold" }, el("summary", {}, title), content);

/** All that the browser has kept, once its owner's passphrase has opened the keys. */
async function takeKept() {
  await keepStorageKey(await act("storage_key"));
  const rest = await openRest(APP.kept);
  if (!rest) throw new Faulty([{ message: "What this browser has kept was changed, and cannot be opened.", hint: "open your newest sea chest instead" }]);
  PYTHON.files.writeFile("/hold/rest.zip", rest);
  await act("take_out", { place: "/hold", which: "rest.zip" });
}

/** The door. */
function showDoor(main) {
  const pass = field("Your passphrase", { type: "password", autocomplete: "current-password" });
  const open = async () => {
    const passphrase = pass.input.value;
    await act("unlock", { passphrase });
    await takeKept();
    await aboard(passphrase);
    await goTo("inbox");
  };
  main.append(el("header", { class: "masthead" }, el("p", { class: "kicker" }, "The cabin"), heading(1, `Welcome back, ${APP.state.whose.name}`)),
    form("Open the cabin", open, "Open", pass.box), el("div", { class: "cards" }, chestForm()));
  pass.input.focus();
}

/** Keys and chest, to be looked after. */
async function showKeys(main) {
  const { whose, notes } = APP.state;
  main.append(el("header", { class: "masthead" }, el("p", { class: "kicker" }, "The cabin"), heading(1, "Keys and sea chest")));
  main.append(chestCard());
  const paper = el("div", {});
  const showPaper = async () => {
    const found = await change("paper");
    paper.replaceChildren(el("ol", { class: "wordlist" }, ...found.words.map((word) => el("li", {}, word))), list(found.without.map((line) => `They do not bring back ${line}.`)),
      para("Write them down by hand and keep them away from this device. Who has the words has your keys."));
    APP.state = await act("state");
  };
  main.append(el("section", { class: notes.words_shown ? "card" : "card call" }, heading(2, "Thirteen words on paper"),
    para("They bring your keys back if everything else is lost."), el("p", { class: "ways" }, button("Show me the words", showPaper)), paper));
  main.append(el("section", { class: "card" }, heading(2, "Your public key"), para(`${whose.name}, ${whose.fingerprint}`), lines(whose.line),
    SIGNING.byHand ? slip("call", para("This browser cannot sign by itself, so the page signs with code of its own. A newer browser is safer.")) : para("Your browser holds the secret half for this visit; no script can read it there.")));
}
