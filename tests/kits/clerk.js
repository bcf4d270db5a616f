// A clerk in a hurry, within the page: composes orders by clicks on what is in sight. It stops where it needs the mouse on
// the map, where the page has yet to draw something, and after a while of work; whoever drives it goes on from there.

(() => {
  const CLERK = { clicks: 0, typed: 0, work: null, until: 0 };
  /** So many milliseconds of work at a time: no answer is waited for longer than that takes. */
  const AT_A_TIME = 500;
  const told = (e) => e.dispatchEvent(new Event("change", { bubbles: true }));
  const at = (id) => document.getElementById(id);

  /** One click on something that is in sight. */
  function hit(selector) {
    const e = document.querySelector(selector);
    if (!e) throw new Error(`nothing is ${selector}`);
    if (!e.checkVisibility() || e.disabled) throw new Error(`${selector} cannot be clicked`);
    CLERK.clicks += 1;
    e.click();
  }

  /** A choice in a list: two clicks. */
  function choose(id, value) {
    const e = at(id);
    if (!e) throw new Error(`no ${id}`);
    CLERK.clicks += 2;
    e.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    if (![...e.options].some((o) => o.value === value)) throw new Error(`${id} offers no ${value}`);
    e.focus();
    e.value = value;
    told(e);
  }

  /** Opens a section, and the group that it lies in. */
  function* unfold(name) {
    const group = at(`part-${name}`).closest("details.group");
    if (group && !group.open) hit(`#${group.id} > summary`);
    if (at(`part-${name}`).open) return;
    hit(`#part-${name} > summary`);
    while (!at(`body-${name}`).childElementCount) yield { wait: name };
  }

  /** The whole file, section by section. */
  function* composed(wanted) {
    for (const name of Object.keys(DESK.orders)) {
      if (name in wanted) continue;
      yield* unfold(name);
      hit(`#clear-${name}`);
    }
    for (const [name, value] of Object.entries(wanted)) {
      yield* unfold(name);
      yield* fill([name], value);
    }
  }

  /** Makes one place of the orders say this. */
  function* fill(path, value) {
    if (performance.now() > CLERK.until) yield {};
    if (typeof path.at(-1) !== "number" && schemaAt(path).oneOf) takeForm(path, value);
    if (Array.isArray(value)) yield* fillList(path, value);
    else if (typeof value === "object") yield* fillMapping(path, value);
    else yield* fillText(path, String(value));
  }

  /** Chooses the one of several forms that a value has. */
  function takeForm(path, value) {
    const schema = schemaAt(path);
    const form = (v) => (v === null || v === undefined ? -1 : formOf(schema, kindOfValue(v), Object.keys(Object(v)), String(v)));
    if (form(valueAt(path)) !== form(value)) choose(idOf(path, "form"), String(form(value)));
  }

  /** Says each key of a mapping that it has to say. */
  function* fillMapping(path, value) {
    for (const [key, inner] of Object.entries(value)) {
      const [now, schema] = [valueAt(path), formAt(path)];
      const there = (now && key in now) || (schema.required ?? []).includes(key)
        || (path.length === 1 && resolved(schema.properties[key]).type === "array");
      if (!there) {
        if (at(idOf(path, "new"))) throw new Error(`${path} is a choice of one word`);
        choose(idOf(path, "more"), key);
        hit(`#${idOf(path, "more")}-go`);
      }
      yield* fill([...path, key], inner);
    }
  }

  /** Fills a list with words or with rows; words that stand there and differ are taken out first. */
  function* fillList(path, value) {
    const items = resolved(formAt(path).items);
    const now = valueAt(path) ?? [];
    if (!items.oneOf && items.type !== "object" && items.type !== "array") {
      if (now.map(String).join("\n") === value.map(String).join("\n")) return;
      for (let number = now.length - 1; number >= 0; number -= 1) hit(`#${idOf([...path, number], "out")}`);
      for (const each of value) yield* addWord(path, String(each));
      return;
    }
    for (const [number, row] of value.entries()) {
      if (number >= (valueAt(path) ?? []).length) addRow(path, row);
      yield* fill([...path, number], row);
    }
  }

  /** One more word of a list. */
  function* addWord(path, value) {
    const add = idOf(path, "add");
    if (at(add).tagName === "SELECT") {
      choose(add, value);
      hit(`#${add}-go`);
    } else if (at(`${add}-more`)) {
      step(add, Number(value));
      hit(`#${add}-go`);
    } else yield* fromList(add, value);
  }

  /** A new row: its form's button, or the one word that it is. */
  function addRow(path, row) {
    const word = idOf(path, "new");
    if (at(word)) {
      choose(word, Object.keys(row)[0]);
      hit(`#${word}-go`);
      return;
    }
    const items = resolved(formAt(path).items);
    hit(`#${idOf(path, "new", String(items.oneOf ? formOf(items, kindOfValue(row), Object.keys(Object(row)), String(row)) : 0))}`);
  }

  /** A single value: chosen, stepped to, or taken from the map. */
  function* fillText(path, value) {
    if (String(valueAt(path) ?? "") === value) return;
    const name = idOf(path);
    if (at(name).tagName === "SELECT") choose(name, value);
    else if (at(`${name}-more`)) step(name, Number(value));
    else yield* fromList(name, value);
  }

  /** One less or one more, until a number is there. */
  function step(name, value) {
    const now = Number(at(`${name}-text`).value || "0");
    for (let left = Math.abs(value - now); left > 0; left -= 1) hit(`#${name}-${value > now ? "more" : "less"}`);
  }

  /** A word from the list beside a field; a cell without a name from the map; a name of one's own is typed. */
  function* fromList(name, value) {
    const word = CELLS.has(cellNamed(value)) ? placeWord(cellNamed(value)) : value;
    const pick = at(`${name}-pick`);
    if (!pick) {
      CLERK.typed += 1;
      at(name).focus();
      at(name).value = word;
      told(at(name));
      return;
    }
    pick.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    const listed = [value, word].find((each) => [...pick.options].some((o) => o.value === each));
    if (listed !== undefined) return choose(`${name}-pick`, listed);
    if (!CELLS.has(cellNamed(word))) throw new Error(`${name}: ${word} is nowhere to be clicked`);
    hit(`#${name}-map`);
    yield { cell: cellNamed(word) };
  }

  globalThis.clerkBegins = (wanted) => ((CLERK.work = composed(wanted)), true);
  /** Goes on to the next stop: what is wanted there, and what was done since. */
  globalThis.clerkGoesOn = () => {
    CLERK.until = performance.now() + AT_A_TIME;
    const { value, done } = CLERK.work.next();
    const { clicks, typed } = CLERK;
    Object.assign(CLERK, { clicks: 0, typed: 0 });
    return { ...value, done, clicks, typed };
  };
})();
