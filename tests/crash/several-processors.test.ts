import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { weirProcess } from "../cli/weir-command.ts";
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

test("continues with another number of processors after a kill and after a stop, and from a backup", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const devices: SimulatedDevice[] = [];
  while (devices.length < 6)
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger));
  const send = async () => {
    for (const device of devices)
      expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
  };
  const withProcessors = (count: number) => weir.start({ env: { WEIR_PROCESS_COUNT: String(count) } });
  const killed = await withProcessors(2);
  await send();
  await weir.untilSettled();
  const [stopped] = await killed.untilProcessorsRun(2);
  await pauseBetweenWrites(stopped!, weir.dataDir);
  await send();
  // One of them has settled its readings by now, and the other has not.
  await waitUntil("the other one has settled its own", () => storedRows(weir.dataDir).length >= 450);
  await killed.killAll();

  // Three partitions cannot be made of two that are not equally far.
  const three = await withProcessors(3);
  await send();
  await weir.untilSettled();
  expect(weir.logText).toContain("process_count takes full effect with the next start");
  await three.stop();
  for (const count of [3, 1]) {
    const life = await withProcessors(count);
    await life.untilProcessorsRun(count);
    await send();
    await life.stop();
  }
  await withProcessors(4);
  const all = 5 * 6 * 50;
  expect(await weir.untilSettled()).toMatchObject({ accepted: all, saved: all, dead: 0, gap: 0 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);

  const backup = join(weir.notesDir, "backup");
  await using restored = new WeirInstallation();
  for (const words of [
    ["backup", backup, "--data", weir.dataDir],
    ["restore", backup, "--data", restored.dataDir],
  ])
    expect((await weirProcess(words)).code).toBe(0);
  await restored.start({ env });
  expect(await restored.untilSettled()).toMatchObject({ accepted: all, saved: all });
  expect(ledger.compare(storedRows(restored.dataDir))).toEqual(nothingWrong);
});
