// The order schema, held against what is written: every fault of shape at once, each with its line and a way to the
// field. The keywords are those of schemas/; what orders mean is for `pbem orders check` to say.

/** The schema with its reference followed; `def` keeps the name of what it referred to. */
function resolved(schema) {
  let found = schema;
  while (found.$ref) {
    const def = found.$ref.replace("#/$defs/", "");
    const { $ref, ...own } = found;
    found = { ...FORM.schema.$defs[def], def, ...own };
  }
  return found;
}

const kindOfNode = (node) => (node.entries ? "object" : node.items ? "array" : "text");
const kindOfSchema = (schema) => (["object", "array"].includes(schema.type) ? schema.type : "text");
const kindOfValue = (value) => (Array.isArray(value) ? "array" : value && typeof value === "object" ? "object" : "text");

/** Which of several forms something has that is of this kind and has these keys; -1 where none fits at all. */
function formOf(schema, kind, keys, text = "") {
  const forms = schema.oneOf.map(resolved);
  const able = forms.map((form, at) => at).filter((at) => kindOfSchema(forms[at]) === kind);
  if (kind === "object") {
    const fits = able.filter((at) => (forms[at].required ?? []).every((key) => keys.includes(key)));
    const known = (at) => keys.filter((key) => forms[at].properties?.[key]).length;
    return (fits.length ? fits : able).sort((one, other) => known(other) - known(one) || one - other)[0] ?? -1;
  }
  return able.find((at) => kind !== "text" || !faultOfText(forms[at], text)) ?? able[0] ?? -1;
}

/** What is wrong with a text by its schema; empty where nothing is. */
function faultOfText(schema, text) {
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  if (schema.type === "boolean") return ["true", "false"].includes(text) ? "" : "is neither true nor false";
  if (schema.type === "integer") return faultOfNumber(schema, text);
  if (choices && !choices.includes(text)) return `is none of ${choices.join(", ")}`;
  const length = [...text].length;
  if (length < (schema.minLength ?? 0)) return schema.minLength === 1 ? "is empty" : "is too short";
  if (length > (schema.maxLength ?? Infinity)) return `is longer than ${schema.maxLength} characters`;
  if (schema.pattern && !new RegExp(schema.pattern, "u").test(text)) return `is not ${schema.title || lower(schema.description)}`;
  return "";
}

/** The same of a whole number. */
function faultOfNumber(schema, text) {
  if (!/^-?(0|[1-9][0-9]{0,14})$/.test(text) || text === "-0") return "is no whole number";
  const [number, least, most] = [Number(text), schema.minimum ?? -Infinity, schema.maximum ?? Infinity];
  if (number < least) return `is less than ${least}`;
  return number > most ? `is more than ${most}` : "";
}

const lower = (text) => (text ? text[0].toLowerCase() + text.slice(1) : "what belongs here");

/** Every fault of a node's shape, into `faults`: { message, line, path }. */
function judge(schema, node, path, faults) {
  const wanted = resolved(schema);
  const blame = (message, at = node, where = path) => void faults.push({ message, line: at.line, path: where });
  const name = nameOf(path);
  if (wanted.oneOf) {
    const at = formOf(wanted, kindOfNode(node), [...(node.entries?.keys() ?? [])], node.text);
    return at < 0 ? blame(`${name} has none of the forms it may have`) : judge(wanted.oneOf[at], node, path, faults);
  }
  if (kindOfNode(node) !== kindOfSchema(wanted)) {
    const forms = { object: "a mapping", array: "a list", text: "a single value" };
    return blame(`${name} is ${forms[kindOfNode(node)]}, not ${forms[kindOfSchema(wanted)]}`);
  }
  if (node.entries) return judgeMapping(wanted, node, path, faults, blame);
  if (node.items) return judgeList(wanted, node, path, faults, blame);
  const wrong = faultOfText(wanted, node.text);
  if (wrong && !node.text) return blame(`${spokenOf(path)}: still to be chosen`);
  return wrong ? blame(`'${short(node.text)}' ${wrong}`) : undefined;
}

/** Keys: the known ones by their schemas, the unknown and the missing by name. */
function judgeMapping(schema, node, path, faults, blame) {
  for (const [key, { node: inner, line }] of node.entries) {
    const wanted = schema.properties[key];
    if (wanted) judge(wanted, inner, [...path, key], faults);
    else if (!schema.additionalProperties) blame(`'${key}' is no key here`, { line });
  }
  for (const key of schema.required ?? []) {
    if (!node.entries.has(key)) blame(`'${key}' is missing${path.length ? ` in ${nameOf(path)}` : ""}`);
  }
}

/** Entries, how many, and none twice where that is asked. */
function judgeList(schema, node, path, faults, blame) {
  node.items.forEach((item, at) => judge(schema.items, item, [...path, at], faults));
  if (node.items.length < (schema.minItems ?? 0)) blame(`${nameOf(path)} has too few entries: ${node.items.length}`);
  if (node.items.length > (schema.maxItems ?? Infinity)) blame(`${nameOf(path)} has too many entries: ${node.items.length}`);
  const by = schema["x-unique-by"];
  if (!schema.uniqueItems && !by) return;
  const keys = node.items.map((item) => (by ? item.entries?.get(by)?.node.text : JSON.stringify(plain(true, item))));
  keys.forEach((key, at) => {
    if (key !== undefined && keys.indexOf(key) < at) blame(`${nameOf(path)} names '${short(String(key))}' twice`, node.items[at]);
  });
}

/** A path in words: `'moves', entry 2, 'path'`, as the file has it. */
function nameOf(path) {
  if (!path.length) return "the file";
  return path.map((step) => (typeof step === "number" ? `entry ${step + 1}` : `'${step}'`)).join(", ");
}

/** The same as the form has it: "Moves, entry 2, Where to go". */
function spokenOf(path) {
  return path.map((step, at) => (typeof step === "number" ? `entry ${step + 1}` : calledField(schemaAt(path.slice(0, at + 1)) ?? {}, step))).join(", ");
}

/** A node as plain data: whole numbers and truth where the schema has them, text elsewhere. */
function plain(schema, node) {
  const wanted = schema === true ? {} : resolved(schema);
  if (wanted.oneOf) {
    const at = formOf(wanted, kindOfNode(node), [...(node.entries?.keys() ?? [])], node.text);
    return plain(at < 0 ? true : wanted.oneOf[at], node);
  }
  if (node.items) return node.items.map((item) => plain(wanted.items ?? true, item));
  if (node.entries) {
    const entry = ([key, { node: inner }]) => [key, plain(wanted.properties?.[key] ?? true, inner)];
    return Object.fromEntries([...node.entries].map(entry));
  }
  if (wanted.type === "integer" && !faultOfNumber({}, node.text)) return Number(node.text);
  return wanted.type === "boolean" && /^(true|false)$/.test(node.text) ? node.text === "true" : node.text;
}

/** A whole file: its orders as plain data, and every fault of its shape. `orders` is null where it cannot be read. */
function readOrders(data) {
  const node = attempted(() => new YamlReader(yamlText(data, ""), "").document());
  if (node instanceof Refused) return { orders: null, faults: node.faults.map((fault) => ({ path: [], ...fault })) };
  const faults = [];
  judge(FORM.schema, node, [], faults);
  if (!node.entries) return { orders: null, faults };
  for (const [key, own] of Object.entries(FORM.head)) {
    const given = node.entries.get(key);
    if (given?.node.text === undefined || given.node.text === own) continue;
    const message = `these orders are for ${key} '${short(given.node.text)}', not '${own}'`;
    faults.push({ message, line: given.line, path: [] });
  }
  const orders = plain(FORM.schema, node);
  Object.keys(FORM.head).forEach((key) => delete orders[key]);
  return { orders, faults: faults.sort((one, other) => one.line - other.line) };
}
