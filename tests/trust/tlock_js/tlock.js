// Seals and opens with tlock-js, without a network: the chain and the beacon come in by hand.
//
//   node tlock.js < requests.json > answers.json
//
// Requests and answers are lists of the same length.
// request: {"act": "seal" | "open", "info": chain info as relays tell it, "round": n, "signature": hex, "data": base64}
// answer:  {"data": base64} or {"error": words}; sealing gives the armoured file.
"use strict";

const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { timelockDecrypt, timelockEncrypt } = require("tlock-js");

// The library reports the beacon it has been given on stdout, where our answer goes.
console.log = console.error;

function offlineClient({ info, round, signature }) {
  const randomness = createHash("sha256").update(Buffer.from(signature, "hex")).digest("hex");
  const beacon = { round, signature, randomness };
  return {
    options: { disableBeaconVerification: false, noCache: true },
    chain: () => ({ baseUrl: "", info: async () => info }),
    get: async () => beacon,
    latest: async () => beacon,
  };
}

async function sealOrOpen(request) {
  const client = offlineClient(request);
  const data = Buffer.from(request.data, "base64");
  if (request.act === "seal") {
    return Buffer.from(await timelockEncrypt(request.round, data, client), "ascii");
  }
  return Buffer.from(await timelockDecrypt(data.toString("ascii"), client));
}

async function answer(request) {
  try {
    return { data: (await sealOrOpen(request)).toString("base64") };
  } catch (error) {
    return { error: String(error.message) };
  }
}

Promise.all(JSON.parse(readFileSync(0, "utf8")).map(answer)).then((answers) =>
  process.stdout.write(JSON.stringify(answers)),
);
