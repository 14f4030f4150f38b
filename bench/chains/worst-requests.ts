import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { managePath } from "@weir/protocol/manage/route";
import { BrowserSession } from "../../tests/api/browser-session.ts";
import { waitUntil } from "../../tests/harness/wait-until.ts";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";
import { type Definition, worstBodies } from "./worst-bodies.ts";

/**
 * Measures how long the slowest requests keep the server from answering anybody else: `bun
 * bench/chains/worst-requests.ts`. It starts a server, sends the worst chains to each route that takes one,
 * and prints the longest turn of the event loop. The first column is for a server that has just started, the
 * second for the third repetition of the same requests.
 */
const promisedMs = 100;
const chainsInList = 1000;

const weir = new WeirInstallation();
const turns = join(weir.dataDir, "..", `turns-${process.pid}`);
const watched = {
  preload: new URL("./watch-turns.ts", import.meta.url).pathname,
  env: { WEIR_BENCH_TURNS: turns },
};
const server = await weir.start(watched);
const owner = await BrowserSession.setUp(weir);
let isKept = true;

/** The longest turn while `work` runs, in milliseconds; 0 if no turn was long enough to be recorded. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  // When this is answered, the turns of everything before it are over.
  await owner.call("GET", "/session");
  writeFileSync(turns, "");
  await work();
  await owner.call("GET", "/session");
  const told = existsSync(turns) ? readFileSync(turns, "utf8").trim() : "";
  return told === "" ? 0 : Math.max(...told.split("\n").map(Number));
}

async function report(name: string, work: () => Promise<unknown>): Promise<void> {
  const cold = await longestTurn(work);
  await work();
  const warm = await longestTurn(work);
  const isLong = Math.max(cold, warm) > promisedMs;
  if (isLong) isKept = false;
  console.log(
    `${name.padEnd(52)} ${cold.toFixed(0).padStart(5)} ms ${warm.toFixed(0).padStart(5)} ms${isLong ? "  TOO LONG" : ""}`,
  );
}

const any = { "if-match": "*" };
const { json: chain } = await owner.call("POST", "./chains", { name: "Worst" });
const path = `./chains/${chain.uuid}`;
const exported = (name: string, definition: Definition) => ({
  format: "weir-chain",
  version: 1,
  name,
  definition,
});

for (const { name, definition } of worstBodies) {
  await report(`validate: ${name}`, () => owner.call("POST", `${path}/validate`, { definition }));
  await report(`save draft: ${name}`, () => owner.call("PUT", `${path}/draft`, definition, any));
  await report(`publish: ${name}`, () => owner.call("POST", `${path}/publish`, {}));
  await report(`show: ${name}`, () => owner.call("GET", path));
  await report(`compare: ${name}`, () => owner.call("GET", `${path}/diff?from=draft&to=draft`));
  await report(`dry run: ${name}`, () =>
    owner.call("POST", `${path}/dry-run`, { definition, samples: [{ value: 1 }] }),
  );
  await report(`import: ${name}`, () =>
    owner.call(
      "POST",
      "./chains/import",
      { chain: exported(name, definition), into: chain.uuid, publish: {} },
      any,
    ),
  );
}

const deep = `${"[".repeat(900_000)}${"]".repeat(900_000)}`;
const deepChain = `{"nodes":[{"id":"a","type":"a","config":{"a":${deep}}}],"wires":[]}`;
await report("validate: lists in lists", () =>
  fetch(`${weir.url}${managePath}/accounts/${owner.account}/chains/${chain.uuid}/validate`, {
    method: "POST",
    headers: { cookie: owner.cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: `{"definition":${deepChain}}`,
  }),
);

await fillAccount();
await report(`list ${chainsInList} chains`, () => owner.call("GET", `./chains?limit=${chainsInList}`));
await report(`count what waits, with ${chainsInList} chains`, () => owner.call("GET", "./counts"));
await report(`list devices, with ${chainsInList} chains`, () => owner.call("GET", "./devices"));
await server.stop();
await weir.start(watched);
await waitUntil("the server answers", async () => (await owner.call("GET", "/session")).status === 200);
await report(`list ${chainsInList} chains after a restart`, () =>
  owner.call("GET", `./chains?limit=${chainsInList}`),
);

console.log(
  isKept ? `No turn took more than ${promisedMs} ms.` : `Some turns took more than ${promisedMs} ms.`,
);
await weir[Symbol.asyncDispose]();
process.exit(isKept ? 0 : 1);

/** Chains that lead on to as many others as allowed. */
async function fillAccount(): Promise<void> {
  const layers = 10;
  const uuids: string[] = [];
  for (let index = 0; index < chainsInList - 2; index++) {
    const layer = index % layers;
    const targets = uuids.filter((_, other) => other % layers === layer - 1).slice(0, 100);
    const nodes = targets.map((chain, place) => ({ id: `n${place}`, type: "chain", config: { chain } }));
    const definition = {
      nodes: [{ id: "input", type: "input" }, { id: "save", type: "save" }, ...nodes],
      wires: ["save", ...nodes.map(({ id }) => id)].map((to) => ({ from: "input", output: "out", to })),
    };
    const body = { chain: exported(`Chain ${index}`, definition), publish: {} };
    const { status, json } = await owner.call("POST", "./chains/import", body);
    if (status === 201) uuids.push(json.chain.uuid);
  }
}
