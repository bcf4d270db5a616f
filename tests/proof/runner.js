// Runs the page's checking program in Node.js: one question a line on stdin, one answer a line on stdout. A question is a
// function in JavaScript and what it is given; bytes travel as {"b64": "..."}.

const fs = require("node:fs");
const readline = require("node:readline");
const vm = require("node:vm");

const unpack = (key, value) =>
  value && typeof value.b64 === "string" ? new Uint8Array(Buffer.from(value.b64, "base64")) : value;

async function answer(line) {
  const { ask, given } = JSON.parse(line, unpack);
  try {
    return { value: (await vm.runInThisContext(`(${ask})`)(...given)) ?? null };
  } catch (error) {
    return error.faults ? { refused: error.faults.map((fault) => fault.message) } : { broken: String(error.stack) };
  }
}

async function main() {
  vm.runInThisContext(fs.readFileSync(process.argv[2], "utf8"));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
  }
}

main();
