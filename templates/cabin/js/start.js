// The page: where one is, and how it begins.

const APP = { state: null, kept: null, link: "", place: 0 };

/** Go somewhere, and wait until it is shown. */
async function goTo(place) {
  if (location.hash === `#${place}`) return show();
  const shown = new Promise((resolve) => (APP.whenShown = resolve));
  location.hash = place;
  return shown;
}

/** Shows the place that the address names. */
async function show() {
  const main = byId("main");
  const turn = (APP.place += 1);
  const fresh = el("div", { class: "place" });
  try {
    APP.state = await act("state");
    if (!APP.state.keys) showWelcome(fresh);
    else if (!APP.state.opened) showDoor(fresh);
    else await showPlace(fresh);
  } catch (error) {
    if (!(error instanceof Faulty)) console.error(error);
    fresh.append(faultSlip(error), para(el("a", { href: "#inbox" }, "To your games")));
  }
  if (turn !== APP.place) return;
  main.replaceChildren(fresh);
  await showBar();
  showBanner();
  document.documentElement.dataset.shown = String(turn);
  APP.whenShown?.();
}

/** One of the places of an open cabin. */
async function showPlace(main) {
  const [kind, name, part = "", ...more] = location.hash.slice(1).split("/");
  if (kind === "game") return showGame(main, decodeURIComponent(name ?? ""), part, more.join("/"));
  if (kind === "keys") return showKeys(main);
  return showInbox(main);
}

/** The bar: every game, the chest, and whose cabin it is. */
async function showBar() {
  const { state } = APP;
  byId("whose").textContent = state?.opened ? state.whose.name : "";
  if (!state?.opened) return byId("nav").replaceChildren();
  const games = await act("games");
  const here = location.hash.split("/").slice(0, 2).join("/");
  const links = [["#inbox", "Inbox"], ...games.map((game) => [`#game/${encodeURIComponent(game.folder)}`, `${game.title || game.folder}${game.todo?.length ? " •" : ""}`]), ["#keys", "Keys and chest"]];
  return byId("nav").replaceChildren(...links.map(([to, text]) => el("a", { href: to, "aria-current": (here || "#inbox") === to ? "page" : null }, text)));
}

/** Takes what the browser has kept, as far as it can be read without a passphrase. */
async function fetchKept() {
  try {
    APP.kept = await fromStore();
  } catch {
    STORE.off = "This browser does not let the page keep anything. Save the sea chest before you close the page.";
  }
  if (!APP.kept) return;
  PYTHON.files.writeFile("/hold/keys.zip", APP.kept.keys);
  await act("take_out", { place: "/hold", which: "keys.zip" });
}

/** Begins: Python, what was kept, the page. */
async function begin() {
  const progress = byId("progress");
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function" || !globalThis.crypto?.subtle) {
    progress.textContent = "This browser is too old for the cabin: it wants one of the last three years.";
    return;
  }
  try {
    APP.link = new TextDecoder().decode(await unpacked("link"));
    await startPython((text) => (progress.textContent = text));
    await fetchKept();
  } catch (error) {
    console.error(error);
    progress.textContent = `The cabin cannot start: ${error.message}. Fetch the page again from the release, and save it as it is: 'Save as' in a browser changes it.`;
    progress.className = "slip bad";
    return;
  }
  addEventListener("hashchange", () => show().then(() => (scrollTo(0, 0), byId("main").focus({ preventScroll: true }))));
  addEventListener("message", hearDesk);
  addEventListener("beforeunload", (event) => { if (STORE.off && APP.state?.opened) event.preventDefault(); });
  startDropping();
  await show();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

begin();
