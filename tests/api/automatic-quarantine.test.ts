import { expect, setDefaultTimeout, test } from "bun:test";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { getDevice } from "../../packages/server/src/manage/core/find-device.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { unwrap } from "../../packages/server/src/manage/test-control.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { activityQueries } from "../../packages/server/src/store/activity/queries.ts";
import { SqliteStoreReader } from "../../packages/server/src/store/engine/sqlite/sqlite-store-reader.ts";
import { ManualClock } from "../harness/manual-clock.ts";
import { postReadings } from "../harness/post-readings.ts";
import { startHere } from "../harness/start-here.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";

setDefaultTimeout(60_000);

const hourMs = 3_600_000;

async function start(dataDir: string, clock: ManualClock) {
  const flags = { data: dataDir, port: "0", demo: "false" };
  const { config } = unwrap(loadConfig({ flags, env: {}, cwd: dataDir }));
  return startHere({ config, log: createLog("error", "server", () => undefined), clock });
}

async function send(url: string, device: CreatedDevice, slug: string): Promise<number> {
  const response = await postReadings(url, device, { data: [{ sensor_slug: slug, value: 21.5 }] });
  await response.text();
  return response.status;
}

test("switches off the quarantine of a new device after a clean day, even across restarts, and discards nothing", async () => {
  using folder = tempFolder();
  const dataDir = folder.path;
  // The processor uses the machine's clock, so later days are counted from now.
  const clock = new ManualClock(new Date().toISOString());
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
  const mode = async () => unwrap(await getDevice(control, device.uuid)).quarantineMode;
  const restart = async () => {
    await server.stop();
    server = await start(dataDir, clock);
  };
  try {
    expect(await send(server.url, device, "temprature")).toBe(404);
    expect(await send(server.url, device, "temperature")).toBe(202);
    clock.advanceMs(25 * hourMs);
    await restart();
    expect(await send(server.url, device, "temperature")).toBe(202);
    expect(await mode()).toBe("automatic");
    await restart();
    await waitUntil("the quarantine is off", async () => (await mode()) === "off");
    expect(await send(server.url, device, "temprature")).toBe(404);
  } finally {
    await server.stop();
    await control.close();
  }
  const activity = activityQueries(new SqliteStoreReader(dataDir));
  expect(await activity.quarantined({ accountId, limit: 9 })).toMatchObject([
    { reason: "dropped_unknown_sensor" },
  ]);
  await activity.close();
});
