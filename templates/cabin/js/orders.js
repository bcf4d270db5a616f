// Orders: the desk in a frame of its own, and beside it what the rules say of each change; then seal, and send.

const ORDERS = { name: "", text: "", frame: null, said: null, seal: null, timer: 0, ready: false, begins: "" };

/** The orders of the open phase. */
async function showOrders(main, game, name) {
  if (!game.takes) return void main.append(slip("", para(game.idle ? `${game.idle.charAt(0).toUpperCase()}${game.idle.slice(1)}.` : "No orders are asked for now.")));
  const desk = await act("desk", { name });
  Object.assign(ORDERS, { name, text: desk.text, frame: null, ready: false, begins: desk.text });
  const said = el("div", { id: "said", role: "status", "aria-live": "polite" });
  const seal = button("Seal these orders", () => sealOrders(name), { class: "chief", id: "seal" });
  Object.assign(ORDERS, { said, seal });
  const judge = el("section", { class: "judge card", "aria-labelledby": "judge-title" }, el("h2", { id: "judge-title", class: "unseen" }, "What the rules say"), said,
    el("p", { class: "ways" }, seal, el("span", { class: "second" }, "You can replace sealed orders until they are locked.")));
  main.append(desk.page ? deskFrame(desk.page) : plainOrders(), judge);
  await judgeOrders();
}

/** The desk as it comes with a letter, with one script more that tells the cabin of each change. */
function deskFrame(page) {
  const frame = el("iframe", { sandbox: "allow-scripts allow-downloads allow-modals", title: "Order desk", class: "desk", tabindex: "0" });
  frame.srcdoc = page.replace("</body>", () => `<${"script"}>${APP.link}</${"script"}></body>`).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  ORDERS.frame = frame;
  return frame;
}

/** A file to type in, where a game has no desk. */
function plainOrders() {
  const { box, input } = field("The order file", { type: "textarea", rows: 24, spellcheck: "false" });
  input.value = ORDERS.text;
  input.addEventListener("input", () => ordersChanged(input.value));
  return box;
}

/** What the desk tells: it is there, or its file has changed. */
function hearDesk({ source, data }) {
  if (!data?.desk || source !== ORDERS.frame?.contentWindow) return;
  if (data.desk.ready && !ORDERS.ready) {
    ORDERS.ready = true;
    ORDERS.frame.contentWindow.postMessage({ text: ORDERS.text }, "*");
  }
  if (typeof data.desk.text === "string") ordersChanged(data.desk.text);
}

/** A change is judged as soon as the hand rests, and kept a little later. */
function ordersChanged(text) {
  if (text === ORDERS.text) return;
  ORDERS.text = text;
  clearTimeout(ORDERS.timer);
  ORDERS.timer = setTimeout(async () => {
    await judgeOrders();
    if (ORDERS.text !== ORDERS.begins) await change("keep_orders", { name: ORDERS.name, text: ORDERS.text });
  }, 150);
}

/** Every fault, or what the orders will do, from the rules themselves. */
async function judgeOrders() {
  const began = performance.now();
  const found = await act("check", { name: ORDERS.name, text: ORDERS.text });
  PYTHON.times.check = performance.now() - began;
  const place = ORDERS.said;
  const wrong = found.faults.length;
  const verdict = wrong ? `${wrong === 1 ? "One thing is" : `${wrong} things are`} not as the rules have it:` : "These orders are lawful.";
  const echo = found.echo.length ? el("details", { open: place.querySelector("details")?.open ?? false }, el("summary", {}, "What they will do"), list(found.echo)) : null;
  place.replaceChildren(slip(wrong ? "bad" : "good", el("p", {}, el("b", {}, verdict)), list(found.faults.slice(0, 40).map(faultLine)), echo));
  ORDERS.seal.textContent = wrong ? "Seal them all the same" : "Seal these orders";
}

/** The orders sealed and signed, and the letter that carries them. */
async function sealOrders(name) {
  clearTimeout(ORDERS.timer);
  const found = await act("check", { name, text: ORDERS.text });
  if (found.faults.length && !confirm("These orders have faults. Seal them all the same?")) return;
  const sealed = await change("seal", { name, text: ORDERS.text, anyway: found.faults.length > 0 });
  await goTo(`game/${encodeURIComponent(name)}`);
  await letterSheet(name, sealed.letter);
}
