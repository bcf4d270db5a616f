// The form: an editor for every part of the schema, with what the view has to offer for it. What is chosen goes into
// the orders at once; after a change of structure the section is built anew and the focus put where work goes on.

const idOf = (path, ...more) => ["f", ...path, ...more].join("-").replaceAll(/[^\w-]/g, "_");
const words = (text) => text.replaceAll("_", " ");
const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

/** A meaning taken apart: its first thought is the name of a field, the rest a word beside it. */
function thoughts(about) {
  const [, first, rest] = /^(.{6,}?)(?:[;:] |, (?=.{4})|$)(.*)$/su.exec(about) ?? [null, about, ""];
  return [first, rest];
}

/** What a field is called: what its schema says of it, never its key in the file. */
function calledField(schema, key) {
  const about = resolved(schema).description ?? "";
  return about ? capital(thoughts(about)[0]) : capital(words(String(key)));
}

/** What else its schema says of it. */
const hintOf = (schema) => capital(thoughts(schema.description ?? "")[1]);

/** The schema at a path of the orders; nothing where the schema does not know it. */
function schemaAt(path) {
  let schema = { properties: FORM.schema.properties, type: "object" };
  path.forEach((step, at) => {
    const value = valueAt(path.slice(0, at));
    if (schema?.oneOf) schema = formSchema(schema, value);
    const next = typeof step === "number" ? schema?.items : schema?.properties?.[step];
    schema = next && resolved(next);
  });
  return schema;
}

/** The same, and where there are several forms the one that stands there. */
function formAt(path) {
  const schema = schemaAt(path);
  return schema?.oneOf ? formSchema(schema, valueAt(path)) : schema;
}

/** What a section is called. */
const sectionTitle = (name) => calledField(FORM.schema.properties[name], name);

/** A button that does something; `name` says in full what, where its face is too short for that. */
function button(face, act, { id = "", name = "", kind = "" } = {}) {
  const given = Object.entries({ id, "aria-label": name, class: kind }).filter(([, value]) => value);
  const made = element("button", { type: "button", ...Object.fromEntries(given) }, face);
  made.addEventListener("click", act);
  return made;
}

/** One of the small ones that stand beside what they are about. */
const small = (face, act, name = "", id = "") => button(face, act, { id, name, kind: "small" });

/** A choice among what could still be said, and the button that says it. */
function adder(label, id, options, add) {
  const select = choice(id, options, "", () => {});
  const go = small("Add", () => select.value && add(select.value), "", `${id}-go`);
  return element("div", { class: "adder" }, labelled(label, select), go);
}

/** A label and its control, with a word on what belongs there. */
function labelled(label, control, hint = "") {
  const id = control.labelledId ?? control.id;
  const asked = control.labelledId ? control.querySelector("input") : control;
  if (hint) asked.setAttribute("aria-describedby", `${id}-hint`);
  const told = hint ? [element("span", { class: "hint", id: `${id}-hint` }, hint)] : [];
  return element("div", { class: "field" }, element("label", { for: id }, label), control, ...told);
}

/** A choice among options [value, label]; an option that is taken but not offered stands there too. */
function choice(id, options, value, choose) {
  const select = element("select", { id });
  const known = options.some(([each]) => each === value);
  if (value === undefined || value === "") select.append(element("option", { value: "" }, "choose…"));
  else if (!known) select.append(element("option", { value }, value));
  for (const [each, label] of options) select.append(element("option", { value: each }, label));
  select.value = value ?? "";
  select.addEventListener("change", () => choose(select.value));
  return select;
}

const offerWords = (offer) => [offer.label, offer.note].filter(Boolean).join(" — ");

// -------------------------------------------------------------------------------------------------------- each kind

/** The editor of a value. */
function editor(schema, path, label) {
  const wanted = resolved(schema);
  const value = valueAt(path);
  if (wanted.oneOf) return formEditor(wanted, path, label);
  if (wanted.type === "array") return listEditor(wanted, path, label);
  if (wanted.type === "object") return mappingEditor(wanted, path, label);
  return scalarEditor(wanted, path, label, value);
}

/** A single value: a choice where there is one, else something to type in. */
function scalarEditor(schema, path, label, value) {
  const [id, write] = [idOf(path), (given) => settle(path, given)];
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  const hint = hintOf(schema);
  if (schema.type === "boolean") {
    const options = [["true", "yes"], ["false", "no"]];
    const now = value === undefined ? "" : String(value);
    return labelled(label, choice(id, options, now, (word) => write(word === "true")), hint);
  }
  if (choices) return labelled(label, choice(id, choices.map((each) => [each, words(each)]), value, write), hint);
  if (schema.type === "integer") return labelled(label, numberField(schema, id, value, path), hint);
  const list = listFor(path, schema);
  if (list && !FORM.open.includes(list)) {
    const options = offersFor(list, path).filter((offer) => offer.value === value || stillThere(path, list, offer)).map((offer) => [offer.value, offerWords(offer)]);
    return labelled(label, choice(id, options, value, write), hint);
  }
  return labelled(label, typed(id, list, value, write), hint);
}

/** Whether a shop still has something that another row of this file may have bought. */
function stillThere(path, list, offer) {
  const arrival = FORM.arrivals.find((each) => each.shop === list && each.section.join() === path.slice(0, -2).join());
  return !arrival || !arrival.stock[offer.value] || bought(arrival, offer.value).length < arrival.stock[offer.value].length;
}

/** A whole number of the orders. */
function numberField(schema, id, value, path) {
  const taken = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
  return counter(schema, id, value, (text) => settle(path, taken(text)));
}

/** A whole number, with buttons for one less and one more. */
function counter(schema, id, value, write) {
  const range = { min: schema.minimum ?? "", max: schema.maximum ?? "", step: "1" };
  const input = element("input", { id: `${id}-text`, type: "number", inputmode: "numeric", ...range });
  input.value = value ?? "";
  input.addEventListener("change", () => write(input.value));
  const by = (step) => () => {
    if (step > 0) input.stepUp();
    else input.stepDown();
    write(input.value);
  };
  const whole = element("span", { class: "with-map" }, input, small("−", by(-1), "One less", `${id}-less`), small("+", by(1), "One more", `${id}-more`));
  whole.id = id;
  return Object.assign(whole, { labelledId: input.id });
}

/** Something to type, or to choose from what is offered for it, or for a place to hit on the map. */
function typed(id, list, value, write) {
  const offered = list ? { list: dataList(list) } : {};
  const input = element("input", { id, type: "text", autocomplete: "off", spellcheck: "false", ...offered });
  input.value = value ?? "";
  input.addEventListener("change", () => write(input.value.trim()));
  const take = (word) => ((input.value = word), write(word));
  const beside = list && FORM.offers[list]?.length ? [pickFrom(list, id, take)] : [];
  if (listOf(list) === "places" && CELLS.size) beside.push(small("Map", () => pickPlace(id, take), "Choose it on the map", `${id}-map`));
  if (!beside.length) return input;
  const both = element("span", { class: "with-map" }, input, ...beside);
  if (listOf(list) !== "places") return Object.assign(both, { labelledId: id });
  both.id = id;
  input.id = `${id}-text`;
  return Object.assign(both, { labelledId: input.id });
}

/** A list beside a field to choose from; its options are made when it is wanted. */
function pickFrom(list, id, take) {
  const select = element("select", { id: `${id}-pick`, class: "pick", "aria-label": "Choose from the list" }, element("option", { value: "" }, "…"));
  const fill = () => {
    if (select.childElementCount > 1) return;
    for (const offer of offersFor(list, [""])) select.append(element("option", { value: offer.value }, offerWords(offer)));
  };
  for (const event of ["pointerdown", "focus", "keydown"]) select.addEventListener(event, fill);
  select.addEventListener("change", () => select.value && take(select.value));
  return select;
}

/** The offers of an open list, once on the page; made when they are first wanted, and again when others come. */
function dataList(list) {
  const id = `list-${list}`.replaceAll(/[^\w-]/g, "_");
  const offers = offersFor(list, [""]);
  const made = byId(id) ?? element("datalist", { id });
  if (made.childElementCount !== offers.length) {
    made.replaceChildren(...offers.map((offer) => element("option", { value: offer.value }, offerWords(offer))));
  }
  if (!made.isConnected) byId("lists").append(made);
  return id;
}

/** One of several forms. */
function formEditor(schema, path, label) {
  const value = valueAt(path);
  const forms = schema.oneOf.map(resolved);
  const at = value === undefined ? -1 : formOf(schema, kindOfValue(value), Object.keys(value ?? {}), String(value));
  const options = forms.map((form, number) => [String(number), form.description || words(form.type)]);
  const id = idOf(path, "form");
  const pick = choice(id, options, at < 0 ? "" : String(at), (number) => change(path, blank(forms[number]), id));
  const inner = at < 0 || forms[at].const !== undefined ? [] : [editor(forms[at], path, calledField(forms[at], "which"))];
  return element("div", { class: "forms" }, labelled(label, pick, hintOf(schema)), ...inner);
}

/** What a new value begins with: required keys without values, the only word there is, an empty list. */
function blank(schema) {
  const wanted = resolved(schema);
  if (wanted.oneOf) {
    const forms = wanted.oneOf.map(resolved);
    const all = forms.find((form) => form.const === "all" || form.enum?.includes("all"));
    return all ? "all" : blank(forms.find((form) => form.type === "array") ?? forms[0]);
  }
  if (wanted.type === "array") return [];
  const entry = (key) => [key, blank(wanted.properties[key])];
  if (wanted.type === "object") return Object.fromEntries((wanted.required ?? []).map(entry));
  if (wanted.type === "boolean") return true;
  if (wanted.type === "integer") return wanted.minimum ?? 0;
  return wanted.const ?? wanted.enum?.[0] ?? "";
}

// -------------------------------------------------------------------------------------------------- lists, mappings

/** A list: of words as tags in their order, of anything else as rows. */
function listEditor(schema, path, label) {
  const items = resolved(schema.items);
  const simple = !items.oneOf && items.type !== "object" && items.type !== "array";
  return simple ? wordsEditor(schema, items, path, label) : rowsEditor(schema, items, path, label);
}

/** Words in an order: each can be moved and taken out, one more can be added. */
function wordsEditor(schema, items, path, label) {
  const values = [valueAt(path) ?? []].flat();
  const list = listFor([...path, 0], items);
  const taken = (value) => (items.type === "integer" ? Number(value) : value);
  const add = (value) => value !== "" && append(path, taken(value), idOf(path, "add"));
  const tags = values.map((value, at) => wordTag(path, value, at, values.length, list));
  const adder = adderOf(items, list, path, values, add);
  return element(
    "fieldset", { class: "words" }, element("legend", {}, label),
    ...(hintOf(schema) ? [element("p", { class: "hint" }, hintOf(schema))] : []),
    ...(tags.length ? [element("ol", { class: "tags" }, ...tags)] : []), adder,
  );
}

/** One word of a list. */
function wordTag(path, value, at, length, list) {
  const offer = offersFor(list, path).find((each) => each.value === value);
  const [name, own] = [offer?.label ?? String(value), [...path, at]];
  const before = length > 1 ? idOf(path, Math.max(at - 1, 0), "out") : idOf(path, "add");
  const tag = element("li", {}, code(String(value)), offer && offer.label !== value ? ` ${offer.label} ` : " ");
  if (at) tag.append(small("↑", () => shift(own, -1, before), `${name}: earlier`));
  tag.append(small("×", () => change(own, undefined, before), `${name}: take out`, idOf(own, "out")));
  return tag;
}

/** What adds a word to a list: a choice of what is not in it yet, or something to type. */
function adderOf(items, list, path, values, add) {
  const id = idOf(path, "add");
  const offers = offersFor(list, path);
  const closed = items.enum ?? (list && !FORM.open.includes(list) ? offers.map((offer) => offer.value) : null);
  if (!closed && items.type === "integer") {
    const field = counter(items, id, items.minimum ?? 0, () => {});
    const go = small("Add", () => add(byId(field.labelledId).value.trim()), "", `${id}-go`);
    return element("div", { class: "adder" }, labelled("Add", field), go);
  }
  if (!closed) {
    const field = typed(id, list, "", add);
    const go = small("Add", () => add(byId(field.labelledId ?? id).value.trim()));
    return element("div", { class: "adder" }, labelled("Add", field), go);
  }
  const offered = (value) => offers.find((offer) => offer.value === value);
  const nameFor = (value) => offerWords(offered(value) ?? { label: words(value), note: "" });
  const options = closed.filter((value) => !values.includes(value)).map((value) => [value, nameFor(value)]);
  return adder("Add", id, options, add);
}

/** Rows: each in a frame of its own, with what moves it and takes it out. */
function rowsEditor(schema, items, path, label) {
  const values = valueAt(path) ?? [];
  const rows = values.map((value, at) => keptRow(items, [...path, at], value, at === values.length - 1));
  const frame = keptFrame(path);
  fit(frame, [element("legend", path.length === 1 ? { class: "unseen" } : {}, label),
    ...(path.length > 1 && hintOf(schema) ? [element("p", { class: "hint" }, hintOf(schema))] : []),
    ...rows, newRows(items, path)]);
  return frame;
}

/** The frame of rows: that of an outer list stays on the page. */
function keptFrame(path) {
  const made = path.length > 2 ? null : ROWS.get(idOf(path))?.row;
  const frame = made ?? element("fieldset", { class: "rows" });
  if (path.length <= 2) ROWS.set(idOf(path), { from: "", row: frame });
  return frame;
}

/** Puts these into a holder; what stands in its place already is not touched, since that would lay it out anew. */
function fit(holder, children) {
  const wanted = new Set(children);
  children.forEach((child, at) => {
    const there = holder.childNodes[at];
    if (there === child) return;
    if (there && !wanted.has(there)) there.replaceWith(child);
    else holder.insertBefore(child, there ?? null);
  });
  while (holder.childNodes.length > children.length) holder.lastChild.remove();
}

/** Whether a row is a choice of one word, as conditions are. */
const isChoice = ({ type, required = [], properties = {} }) =>
  type === "object" && !required.length && Object.keys(properties).length > 12;

/** The buttons that begin a row: one for each form, or a choice of words. */
function newRows(items, path) {
  const at = (valueAt(path) ?? []).length;
  if (isChoice(items)) {
    const begin = (word) => append(path, { [word]: blank(items.properties[word]) }, idOf([...path, at, word]));
    return adder("Condition", idOf(path, "new"), keyOptions(items, Object.keys(items.properties)), begin);
  }
  const forms = items.oneOf ? items.oneOf.map(resolved) : [items];
  const begin = (form) => () => append(path, blank(form), idOf([...path, at]));
  const face = (form) => `Add: ${lower(form.description || calledField(formAt(path) ?? {}, path.at(-1)))}`;
  const buttons = forms.map((form, number) => button(face(form), begin(form), { id: idOf(path, "new", number) }));
  return element("div", { class: "adder" }, ...buttons);
}

/** Keys of a mapping as options, each with what it means. */
function keyOptions(schema, keys) {
  return keys.map((key) => [key, resolved(schema.properties[key]).description || capital(words(key))]);
}

/** The one of several forms that a value has. */
function formSchema(schema, value) {
  const at = formOf(schema, kindOfValue(value), Object.keys(value ?? {}), String(value));
  return resolved(schema.oneOf[Math.max(0, at)]);
}

/** The rows of outer lists as they were drawn last: id -> what each was drawn from, and its frame. */
const ROWS = new Map();

/** A row as it stands on the page where nothing about it has changed, since drawing it is slow; else a new one. */
function keptRow(items, path, value, last) {
  const list = path.slice(0, -1).join();
  if (path.length > 3 || FORM.arrivals.some(({ shop, section }) => shop && section.join() === list)) return rowOf(items, path, value, last);
  const [id, from] = [idOf(path), JSON.stringify([value, last, SHOWN.come])];
  const kept = ROWS.get(id);
  if (kept?.from === from) return kept.row;
  const row = rowOf(items, path, value, last);
  ROWS.set(id, { from, row });
  return row;
}

/** One row. */
function rowOf(items, path, value, last) {
  const [form, at] = [items.oneOf ? formSchema(items, value) : items, path.at(-1)];
  const name = `${at + 1}. ${form.description ?? ""}`.trim();
  const list = path.slice(0, -1);
  const stay = (which) => idOf([...list, Math.min(Math.max(which, 0), valueAt(list).length - 1)]);
  const after = () => (valueAt(list).length > 1 ? stay(at - 1) : idOf(list, "new", 0));
  const tools = element("div", { class: "tools" });
  if (at) tools.append(small("↑ earlier", () => shift(path, -1, stay(at - 1)), `${name}: earlier`));
  if (!last) tools.append(small("↓ later", () => shift(path, 1, stay(at + 1)), `${name}: later`));
  tools.append(small("× take out", () => change(path, undefined, after()), `${name}: take out`));
  const inner = form.type === "object" ? mappingParts(form, path) : [editor(form, path, calledField(form, "value"))];
  const frame = { class: "row", id: idOf(path), tabindex: "-1" };
  return element("fieldset", frame, element("legend", {}, name), tools, ...inner);
}

/** A mapping in a frame. */
function mappingEditor(schema, path, label) {
  if (schema.additionalProperties && !Object.keys(schema.properties).length) return freeEditor(path, label, schema);
  const legend = element("legend", path.length === 1 ? { class: "unseen" } : {}, label);
  return element("fieldset", { id: idOf(path), tabindex: "-1" }, legend, ...mappingParts(schema, path));
}

/** The keys of a mapping: those that must be there, those that are, and a choice of what else could be said. */
function mappingParts(schema, path) {
  const value = valueAt(path) ?? {};
  const required = schema.required ?? [];
  const keys = Object.keys(schema.properties);
  const listed = (key) => path.length === 1 && resolved(schema.properties[key]).type === "array";
  const shown = keys.filter((key) => required.includes(key) || key in value || listed(key));
  const more = keys.filter((key) => !shown.includes(key));
  const fixed = (key) => required.includes(key) || !(key in value);
  const parts = shown.map((key) => keyPart(schema.properties[key], [...path, key], fixed(key)));
  if (!more.length) return parts;
  const begin = (key) => change([...path, key], blank(schema.properties[key]), idOf([...path, key]));
  return [...parts, adder(isChoice(schema) ? "And also" : "What else", idOf(path, "more"), keyOptions(schema, more), begin)];
}

/** One key of a mapping; what need not be said can be taken back. */
function keyPart(schema, path, required) {
  const label = calledField(schema, path.at(-1));
  const part = element("div", { class: "key" }, editor(schema, path, label));
  if (!required) {
    const away = () => change(path, undefined, idOf(path.slice(0, -1), "more"));
    part.append(button("×", away, { name: `${label}: unsay`, kind: "small unsay" }));
  }
  return part;
}

/** A mapping of any words at all, typed as a line of YAML. */
function freeEditor(path, label, schema) {
  const input = element("input", { id: idOf(path), type: "text", autocomplete: "off", spellcheck: "false" });
  input.value = oneLine(valueAt(path) ?? {});
  input.addEventListener("change", () => {
    const node = attempted(() => new YamlReader(`${input.value}\n`, "").document());
    input.setAttribute("aria-invalid", String(node instanceof Refused));
    if (!(node instanceof Refused)) settle(path, plain(true, node));
  });
  return labelled(label, input, `${hintOf(schema)} {name: value, name: value}`.trim());
}

// --------------------------------------------------------------------------------------------------------- sections

/** A section of the order file, folded away until it is wanted. */
function sectionPart(name) {
  const schema = resolved(FORM.schema.properties[name]);
  const rule = schema["x-rule"] ? ` (${schema["x-rule"]})` : "";
  const title = element("h4", {}, sectionTitle(name), element("span", { class: "rule" }, rule));
  const body = element("div", { class: "body", id: `body-${name}` });
  const summary = element("summary", {}, title, element("span", { class: "second", id: `count-${name}` }));
  const part = element("details", { class: "part", id: `part-${name}` }, summary, body);
  part.addEventListener("toggle", () => {
    if (!part.open) return;
    fillSection(name);
    const group = part.closest("details.group");
    if (group) group.open = true;
  });
  return part;
}

/** What stands in a section: what to know, what is in force, the editor. */
function fillSection(name) {
  const schema = FORM.schema.properties[name];
  const about = hintOf(resolved(schema));
  const parts = [...(about ? [element("p", {}, `${about}.`)] : []), element("ul", { class: "cautions", id: `cautions-${name}` }), ...talkOf(name)];
  spending().forEach((spent, at) => {
    if (spent.section === name) parts.push(element("p", { class: purseClass(spent), id: purseId(at) }, purseWords(spent)));
  });
  if (name === "standing") parts.push(...inForce());
  if (name === "answers") parts.push(...openQuestions());
  const clear = () => change([name], undefined, `body-${name}`);
  const said = valueAt([name]) !== undefined && !Array.isArray(valueAt([name])) ? [small("Leave this out", clear, `Leave this out: ${sectionTitle(name)}`, `clear-${name}`)] : [];
  fit(byId(`body-${name}`), [...parts, editor(schema, [name], sectionTitle(name)), ...said]);
  showCautions();
}

/** What to know before one orders; folded away where it is long. */
function talkOf(name) {
  const lines = FORM.talk[name] ?? [];
  if (!lines.length) return [];
  const inCode = (line) => line.split("`").map((part, at) => (at % 2 ? code(part) : part));
  const list = element("ul", { class: "talk" }, ...lines.map((line) => element("li", {}, ...inCode(line))));
  return lines.length <= 8 ? [list] : [element("details", {}, element("summary", {}, "What to know"), list)];
}

/** Questions that a letter has put and this file does not answer yet. */
function openQuestions() {
  const given = valueAt(["answers"]) ?? [];
  const free = FORM.questions.filter(({ key }) => !given.some((row) => row.key === key));
  return free.map(({ key, rule, prompt, default: usual }) => {
    const answer = () => append(["answers"], { key, answer: usual }, idOf(["answers", given.length]));
    return element("p", { class: "slip call" }, `${prompt} `, element("span", { class: "rule" }, rule), " ",
      button("Answer it", answer, { name: `Answer: ${prompt}`, kind: "small" }));
  });
}

const purseWords = ({ spent, points, word }) => `${capital(word)}: ${spent} of ${points} spent here.`;
const purseClass = ({ spent, points }) => (spent > points ? "purse over" : "purse");

/** Standing orders in force, each to be changed or ended. */
function inForce() {
  const given = valueAt(["standing"]) ?? [];
  const spoken = (number) => given.some((row) => (row.number ?? row.cancel) === number);
  const free = FORM.standing.filter((order) => !spoken(Number(order.number)));
  const rows = free.map((order) => {
    const number = Number(order.number);
    const edit = () => append(["standing"], readable(order), idOf(["standing", given.length]));
    const end = () => append(["standing"], { cancel: number }, idOf(["standing", given.length]));
    const name = `standing order ${number}`;
    const both = [small("Change", edit, `Change ${name}`), " ", small("End it", end, `End ${name}`)];
    return element("li", {}, code(oneLine(order)), " ", ...both);
  });
  return rows.length ? [element("h5", {}, "In force"), element("ul", {}, ...rows)] : [];
}

/** A standing order as this file would have it: numbers as numbers. */
function readable(order) {
  const node = new YamlReader(`standing:\n- ${oneLine(order)}\n`, "").document();
  return plain(FORM.schema.properties.standing, node.entries.get("standing").node)[0];
}

/** How much stands in a section, for its folded head. */
function sectionCount(name) {
  const value = DESK.orders[name];
  if (value === undefined || isEmpty(value)) return "";
  if (Array.isArray(value)) return ` — ${value.length}`;
  if (isSimple(value)) return ` — ${value}`;
  const schema = resolved(FORM.schema.properties[name]);
  return ` — ${Object.keys(value).map((key) => lower(calledField(schema.properties?.[key] ?? {}, key))).join(", ")}`;
}

/** How much stands in each section, and what is spent. */
function showCounts() {
  for (const name of FORM.sections) byId(`count-${name}`).textContent = visible(sectionCount(name));
  spending().forEach((spent, at) => {
    const purse = byId(purseId(at));
    if (purse) Object.assign(purse, { textContent: purseWords(spent), className: purseClass(spent) });
  });
}

/** The first purse is called so, the others are numbered. */
const purseId = (at) => (at ? `purse-${at}` : "purse");

/** Who is on the map, as a text: others come, and every list that offers them has to be made anew. */
const SHOWN = { come: "" };

/** The open sections again, as the orders now are: the one that changed, and all of them where others came. */
function showForm() {
  const come = pieces().filter((piece) => piece.fresh).map(({ id, at, aboard }) => `${id} ${at} ${aboard}`).join();
  const all = !DESK.touched || come !== SHOWN.come;
  SHOWN.come = come;
  for (const name of FORM.sections) {
    if (byId(`part-${name}`).open && (all || name === DESK.touched)) fillSection(name);
  }
}
