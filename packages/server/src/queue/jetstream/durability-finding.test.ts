import { expect, test } from "bun:test";
import { natsUrl, startNats } from "../../../../../scripts/engines/private-nats.ts";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { factsOf, findDurability, judgeServers, requireSync } from "./durability-finding.ts";
import { connectForTest } from "./test-queue.ts";

const synced = { name: "a", version: "2.12.1", syncsAlways: true };

test.each([
  ["all servers sync always", [synced, synced], 0, "synced", "before they acknowledge"],
  [
    "a server is too old to",
    [synced, { name: "b", version: "2.9.10", syncsAlways: null }],
    0,
    "not synced",
    "2.9.10",
  ],
  [
    "a server syncs now and then",
    [synced, { ...synced, name: "b", syncsAlways: false }],
    0,
    "not synced",
    "sync_interval",
  ],
  ["a server does not answer", [synced], 1, "unknown", "nats_monitor_urls"],
  ["nothing but the version is known", [{ ...synced, syncsAlways: null }], 0, "unknown", "nats_monitor_urls"],
  [
    "a version cannot be read",
    [{ name: "b", version: "", syncsAlways: null }],
    0,
    "not synced",
    "sync_interval",
  ],
] as const)("%s", (_, servers, silent, verdict, words) => {
  const finding = judgeServers(servers, silent);
  expect(finding.verdict).toBe(verdict);
  expect(finding.text).toContain(words);
  const refusal = () => requireSync(finding);
  if (verdict === "synced") expect(refusal).not.toThrow();
  else expect(refusal).toThrow("queue_require_sync");
});

test("recognises a server that always syncs by its monitoring address, and one that does not", () => {
  const facts = (config: object) => factsOf({ server_name: "a", version: "2.12.1", jetstream: { config } });
  expect(facts({ sync_interval: 120_000_000_000, sync_always: true })).toEqual(synced);
  expect(facts({ sync_interval: 120_000_000_000 })).toEqual({ ...synced, syncsAlways: false });
  expect(facts({})).toEqual({ ...synced, syncsAlways: null });
  expect(factsOf({})).toEqual({ name: "", version: "", syncsAlways: null });
});

describeUnless(await whyNoEngines(), "servers that are running", () => {
  test("are checked at their monitoring addresses, or judged by the connected one", async () => {
    using folder = tempFolder();
    const [port, monitorPort] = [freePort(), freePort()];
    const nats = await startNats({ folder: folder.path, port, monitorPort });
    const connection = await connectForTest(natsUrl(port));
    const { version = "" } = connection.info ?? {};
    const isOld = /^2\.[0-9]\./.test(version);
    const asked = await findDurability(connection, [`http://127.0.0.1:${monitorPort}`]);
    expect(asked.verdict).toBe("not synced");
    expect(asked.text).toContain(`n${port}`);
    const silent = await findDurability(connection, ["http://127.0.0.1:1"]);
    expect(silent.verdict).toBe(isOld ? "not synced" : "unknown");
    await connection.close();
    await nats.kill();
  });
});
