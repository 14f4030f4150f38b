import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { alertRules } from "../../packages/server/src/manage/alerts/alert-rules.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import { unwrap } from "../../packages/server/src/manage/test-control.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { chainQueries } from "../../packages/server/src/store/chain-queries.ts";
import { SqliteStoreReader } from "../../packages/server/src/store/engine/sqlite/sqlite-store-reader.ts";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { postReadings } from "../harness/post-readings.ts";
import { startHere } from "../harness/start-here.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";

setDefaultTimeout(60_000);

test("applies alert rules at once, notices silent sensors, and leaves nothing of a deleted rule", async () => {
  using folder = tempFolder();
  const dataDir = folder.path;
  const { config } = unwrap(
    loadConfig({ flags: { data: dataDir, port: "0", demo: "false" }, env: {}, cwd: dataDir }),
  );
  const server = await startHere({ config, log: createLog("error", "server", () => undefined) });
  const control = openSqliteControl(dataDir, {
    key: loadTokenKey(dataDir),
    announce: (changes) => announceChanges(dataDir, changes),
  });
  const chains = chainQueries(new SqliteStoreReader(dataDir));
  try {
    const { id: accountId } = unwrap(await accountFor(control));
    const device = unwrap(
      await createDevice(control, {
        accountId,
        name: "Freezer",
        contract: "queued",
        handling: "strict",
        sensors: [{ slug: "temperature", type: "temperature" }],
      }),
    );
    const target = { kind: "type", type: "temperature" } as const;
    const of = { severity: "critical", text: "{{value}}", target } as const;
    const run = { hysteresis: 0, for_readings: 1, for_seconds: 0 };
    const hot = { ...of, name: "Hot", condition: { kind: "above", limit: 30, ...run } } as const;
    const silent = { ...of, name: "Silent", condition: { kind: "silent", seconds: 1 } } as const;
    const editor = { accountId, userId: null, role: "editor" } as const;
    const uuids: string[] = [];
    for (const definition of [hot, silent]) {
      uuids.push(unwrap(await alertRules.operations.create(control, editor, definition)).uuid);
    }
    const send = async (slug: string, value: number) =>
      (await postReadings(server.url, device, { data: [{ sensor_slug: slug, value }] })).status;
    const active = async () =>
      (await chains.alarms({ accountId, state: "active", limit: 9 })).map(({ name }) => name).sort();
    expect(await send("temperature", 31)).toBe(202);
    await waitUntil("the value raises an alarm", async () => (await active()).includes("Hot"));
    await waitUntil("the silence raises an alarm", async () => (await active()).length === 2);
    using stored = new Database(join(dataDir, storeFile), { readonly: true });
    const states = stored.query("SELECT chain_id FROM node_states");
    expect(states.all()).toHaveLength(2);
    for (const uuid of uuids) unwrap(await alertRules.operations.remove(control, editor, uuid, null));
    const cleared = await chains.alarms({ accountId, limit: 9 });
    expect(cleared.map(({ clearReason }) => clearReason)).toEqual(["rule_deleted", "rule_deleted"]);
    expect(states.all()).toEqual([]);
  } finally {
    await chains.close();
    await control.close();
    await server.stop();
  }
});
