import { expect, setDefaultTimeout, test } from "bun:test";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { getDevice } from "../../packages/server/src/manage/core/find-device.ts";
import { createDevice, editDevice } from "../../packages/server/src/manage/devices/devices.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { unwrap } from "../../packages/server/src/manage/test-control.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { chainQueries } from "../../packages/server/src/store/chain-queries.ts";
import { SqliteStoreReader } from "../../packages/server/src/store/engine/sqlite/sqlite-store-reader.ts";
import { SqliteReadingQueries } from "../../packages/server/src/store/readings/sqlite/sqlite-reading-queries.ts";
import { ManualClock } from "../harness/manual-clock.ts";
import { postReadings } from "../harness/post-readings.ts";
import { startHere } from "../harness/start-here.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";

setDefaultTimeout(120_000);

async function start(dataDir: string, clock: ManualClock) {
  const flags = { data: dataDir, port: "0", demo: "false" };
  const { config } = unwrap(loadConfig({ flags, env: {}, cwd: dataDir }));
  return startHere({ config, log: createLog("error", "server", () => undefined), clock });
}

async function send(url: string, device: CreatedDevice): Promise<number> {
  const response = await postReadings(url, device, { data: [{ sensor_slug: "temperature", value: 21.5 }] });
  await response.text();
  return response.status;
}

test("learns how often a device sends, and raises and clears an alarm on time, even across restarts", async () => {
  using folder = tempFolder();
  const dataDir = folder.path;
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  let server = await start(dataDir, clock);
  const control = openSqliteControl(dataDir, {
    key: loadTokenKey(dataDir),
    clock,
    announce: (changes) => announceChanges(dataDir, changes),
  });
  const { id: accountId } = unwrap(await accountFor(control));
  const device = unwrap(
    await createDevice(control, {
      accountId,
      name: "Boiler",
      contract: "queued",
      handling: "strict",
      sensors: [{ slug: "temperature" }],
    }),
  );
  const { id } = unwrap(await getDevice(control, device.uuid));
  const restart = async () => {
    await server.stop();
    server = await start(dataDir, clock);
  };
  const readings = new SqliteReadingQueries(dataDir);
  const chains = chainQueries(new SqliteStoreReader(dataDir));
  const written = async () => (await readings.connectionsOf([id])).get(id);
  const alarms = async () =>
    (await chains.alarms({ accountId, limit: 9 })).map(({ message, clearedUs }) => [
      message,
      clearedUs !== null,
    ]);
  /** Ten times as fast as real time, so that the server checks often enough. */
  const goOnUntil = (what: string, condition: () => Promise<boolean>) =>
    waitUntil(what, () => {
      clock.advanceMs(100);
      return condition();
    });
  try {
    for (let sent = 0; sent < 4; sent++) {
      expect(await send(server.url, device)).toBe(202);
      const sentMs = clock.nowMs();
      await waitUntil("the connection is written", async () => (await written())?.lastConnectedMs === sentMs);
      if (sent === 2) await restart();
      clock.advanceMs(120_000);
    }
    expect((await written())?.rhythm).toBe("120000,120000,120000");

    unwrap(await editDevice(control, device.uuid, { expectedIntervalS: 20, silenceAlarm: "critical" }));
    await goOnUntil("the alarm is raised", async () => (await alarms()).length > 0);
    const message = "No request for 1 min. It is expected every 20 s.";
    expect(await alarms()).toEqual([[message, false]]);
    await restart();
    expect(await alarms()).toEqual([[message, false]]);
    expect(await send(server.url, device)).toBe(202);
    await goOnUntil("the alarm is cleared", async () => (await alarms())[0]?.[1] === true);
    expect(await alarms()).toEqual([[message, true]]);
  } finally {
    await server.stop();
    await control.close();
    await readings.close();
    await chains.close();
  }
});
