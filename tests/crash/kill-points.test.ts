import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDeviceControl } from "../harness/device-control.ts";
import { runSeed, SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { killPoints } from "./kill-points.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { Traffic } from "./traffic.ts";

setDefaultTimeout(120_000);

const deaths = 2;
const preload = fileURLToPath(new URL("./kill-at-point.ts", import.meta.url));

test.each(killPoints)("a process that is killed at the point %p loses and doubles nothing", async (point) => {
  await using weir = new WeirInstallation({ env: { WEIR_DUPLICATE_WINDOW_S: "3600" } });
  const killFile = join(weir.notesDir, "kill");
  writeFileSync(killFile, "");
  const ledger = new Ledger();
  const devices: SimulatedDevice[] = [];
  while (devices.length < 3) {
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(["a", "b"]), ledger));
  }
  const changed = await weir.createDevice(["c"]);
  const env = { WEIR_TEST_KILL_POINT: point, WEIR_TEST_KILL_FILE: killFile };
  const life = await weir.start({ preload, env });
  const role = point.split(":")[0]!;
  const died = () => weir.logText.split(`the ${role} process ended and will be restarted`).length - 1;
  await using control = openDeviceControl(weir.dataDir);
  using traffic = new Traffic(devices, new SeededRandom(runSeed()));
  let { token } = changed;
  await waitUntil(
    `it has died ${deaths} times`,
    async () => {
      // A change whose answer does not come is committed all the same.
      token = await control.regenerateToken(changed.uuid).catch(() => "");
      return died() >= deaths;
    },
    60_000,
  );
  rmSync(killFile);
  await traffic.finish();
  expect(traffic.problems).toEqual([]);
  await weir.untilSettled(60_000);
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);

  const last = await control.regenerateToken(changed.uuid);
  const statusWith = (used: string) => {
    const device = new SimulatedDevice(weir.url, { ...changed, token: used }, new Ledger());
    return device.request(device.samples(1)).then(({ status }) => status);
  };
  expect(await statusWith(last)).toBe(202);
  if (token !== "") expect(await statusWith(token)).toBe(401);
  expect(await life.stop()).toBe(0);
});
