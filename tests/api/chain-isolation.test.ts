/**
 * Long work on chains runs on another thread: the server still answers everybody else, and the account that asked has
 * limits.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { saving } from "../../packages/server/src/manage/chains/test-chains.ts";
import { slowToCheck, slowToRun } from "../../packages/server/src/manage/chains/work/test-heavy-chains.ts";
import { weirJson } from "../cli/weir-command.ts";
import { endpointPath } from "../harness/device-client.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { nicenessOfThreads } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { Role, WeirProcess } from "../harness/weir-process.ts";
import type { BrowserSession } from "./browser-session.ts";
import { startWithOwner } from "./serve-owner.ts";

const weir = new WeirInstallation();
const readings = 10_000;
let owner: BrowserSession;
let slow = "";
let sensor = "";

beforeAll(async () => {
  const first = await startWithOwner(weir);
  owner = first.owner;
  const chain = { format: "weir-chain", version: 1, name: "Slow", definition: slowToRun };
  const { json: imported } = await owner.call("POST", "./chains/import", { chain, publish: {} });
  slow = imported.chain.uuid;
  const { json: device } = await owner.call("POST", "./devices", {
    name: "Boiler",
    sensors: [{ slug: "temperature" }],
  });
  sensor = device.sensors[0].uuid;
  const nowMs = Date.now();
  const data = Array.from({ length: readings }, (_, index) => ({
    value: index,
    timestamp: new Date(nowMs - index * 100).toISOString(),
  }));
  const sent = await fetch(weir.url + endpointPath("bulk", device.uuid), {
    method: "POST",
    headers: { authorization: `Bearer ${device.token}`, "content-type": "application/json" },
    body: JSON.stringify({ data }),
  });
  expect(sent.status).toBe(202);
  await first.server.stop();
});

afterAll(() => weir[Symbol.asyncDispose]());

/** Restarts the server with other settings. */
async function running(
  env: Record<string, string>,
  check: (server: WeirProcess) => Promise<void>,
): Promise<void> {
  const server = await weir.start({ env });
  try {
    await check(server);
  } finally {
    // Not stopped, because a stopping server would let a replay go on for as long as requests may take.
    await server.killAll();
  }
}

const replay = () =>
  owner.call("POST", `./chains/${slow}/replay`, { definition: slowToRun, sensor, hours: 24 });
const validate = (account: string, chain: string, definition: object) =>
  owner.call("POST", `/accounts/${account}/chains/${chain}/validate`, { definition });

/** The answer to a check whose body never arrives. */
async function statusByHead(): Promise<number> {
  using connection = await RawConnection.open(weir.url);
  connection.write(
    [
      `POST ${managePath}/accounts/${owner.account}/chains/${slow}/validate HTTP/1.1`,
      `Host: ${new URL(weir.url).host}`,
      "Sec-Fetch-Site: same-origin",
      `Cookie: ${owner.cookie}`,
      "Content-Type: application/json",
      "Content-Length: 200000",
      "",
      "",
    ].join("\r\n"),
  );
  return (await connection.answer()).status;
}

test("answers other requests during a replay, and refuses a second replay of the same tenant", async () => {
  await running({ WEIR_CHAIN_CHECK_DEADLINE_S: "60", WEIR_CHAIN_CHECKS_PER_ACCOUNT: "1" }, async () => {
    // An account that the operator creates counts with itself, and one that a person creates, with the person's first.
    const create = ["account", "create", "Office", "--owner", "ada@example.org", "--existing", "--json"];
    const { uuid: office } = await weirJson<{ uuid: string }>([...create, "--data", weir.dataDir]);
    let isOver = false;
    const long = (async () => {
      // The first one to arrive gets the only place, and that may be the check below.
      while ((await replay()).status === 429);
      isOver = true;
    })();
    await waitUntil("the replay is under way", async () => {
      const { status, json, headers } = await validate(owner.account, slow, saving);
      if (status !== 429) return false;
      expect(json.limit).toEqual({ setting: "chain_checks_per_account", max: 1 });
      expect([json.code, headers.get("retry-after")]).toEqual(["check_limit", "1"]);
      return true;
    });
    expect(await statusByHead()).toBe(429);
    expect((await fetch(`${weir.url}/healthz`)).status).toBe(200);
    expect((await owner.call("GET", `./chains/${slow}`)).status).toBe(200);
    const { json: chains } = await owner.call("GET", `/accounts/${office}/chains`);
    const other = await validate(office, chains.items[0].uuid, saving);
    expect([other.status, other.json]).toEqual([200, { publishable: true, problems: [] }]);
    expect(isOver).toBe(false);
    // Killing the server ends it.
    void long.catch(() => undefined);
  });
});

test("refuses a check that exceeds its deadline and names the node, then runs the next one on a low-priority thread", async () => {
  await running({ WEIR_CHAIN_CHECK_DEADLINE_S: "0.005" }, async (server) => {
    // On a busy machine, the thread may have waited before it reached an expensive node.
    await waitUntil("an expensive node is named", async () => {
      const { status, json } = await validate(owner.account, slow, slowToCheck);
      if (status === 200) return false;
      expect([status, json.code]).toEqual([422, "check_deadline"]);
      expect(json.errors).toEqual([{ field: expect.stringMatching(/^nodes/), message: json.detail }]);
      return json.detail.endsWith('at node "Sort".');
    });
    const threads = (role: Role) => nicenessOfThreads(server.role(role)!);
    // Loading a published chain may exceed such a short deadline as well, and end the thread after the check.
    await waitUntil("a small check is done in time, on a thread that stands back", async () => {
      const next = await validate(owner.account, slow, saving);
      return next.status === 200 && Math.max(...threads("manage")) === 10;
    });
    // The priority of a process is lowered once it has started.
    await waitUntil("no thread of these roles comes first", () =>
      (["process", "manage"] as const).every((role) => Math.min(...threads(role)) === 5),
    );
    expect(Math.max(...threads("ingest"))).toBe(0);
  });
});
