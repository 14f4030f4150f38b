import { expect, setDefaultTimeout, test } from "bun:test";
import { isRunning, signalProcess } from "../harness/running-process.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { brokenPromises } from "./broken-promises.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { LoadedWeir } from "./loaded-weir.ts";
import { pauseBetweenWrites } from "./pause-between-writes.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(120_000);

const env = { WEIR_PROCESS_COUNT: "2" };

test("loses and repeats no reading when processors of two are killed in turn under load", async () => {
  await using loaded = await LoadedWeir.create({ seed: 5, devices: 6, env });
  const life = await loaded.weir.start();
  await loaded.begin();
  const random = new SeededRandom(7);
  for (let kill = 1; kill <= 6; kill++) {
    await loaded.untilAcknowledged(500);
    const processors = await life.untilProcessorsRun(2);
    const victim = processors[random.between(0, 1)]!;
    signalProcess(victim, "SIGKILL");
    await waitUntil("that processor is gone", () => !isRunning(victim));
  }
  expect(brokenPromises(await loaded.finish())).toEqual([]);
});

test("settles the readings of other devices while a processor stands still, and its own after it was killed", async () => {
  await using weir = new WeirInstallation({ env });
  const ledger = new Ledger();
  const devices: SimulatedDevice[] = [];
  while (devices.length < 2)
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger));
  const life = await weir.start();
  const [stopped] = await life.untilProcessorsRun(2);
  const sensorsSaved = () => new Set(storedRows(weir.dataDir).map(({ sensorId }) => sensorId)).size;
  for (const device of devices)
    expect(await device.deliver(device.samples(20))).toMatchObject({ accepted: 20 });
  await weir.untilSettled();
  await pauseBetweenWrites(stopped!, weir.dataDir);
  for (const device of devices)
    expect(await device.deliver(device.samples(20))).toMatchObject({ accepted: 20 });
  await waitUntil(
    "the other processor has settled its readings",
    () => storedRows(weir.dataDir).length >= 60,
  );
  expect([storedRows(weir.dataDir).length, sensorsSaved()]).toEqual([60, 2]);
  signalProcess(stopped!, "SIGKILL");
  expect(await weir.untilSettled()).toMatchObject({ accepted: 80, saved: 80, dead: 0 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});
