import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { onlyPartition } from "../../packages/server/src/queue/position.ts";
import { at } from "../../packages/server/src/queue/test-positions.ts";
import { SqliteOwnership } from "../../packages/server/src/store/engine/sqlite/sqlite-ownership.ts";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { TestReadingStore } from "../../packages/server/src/store/readings/sqlite/test-reading-store.ts";
import { isRunning, signalProcess } from "../harness/running-process.ts";
import { flushServer } from "../harness/server-on-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { pauseBetweenWrites } from "./pause-between-writes.ts";
import { startSecondProcessor } from "./second-processor.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(60_000);

test("restarts a processor that keeps dying with growing delays, while the server still accepts readings", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  for (let death = 1; death <= 4; death++) {
    const processor = await life.untilProcessorRuns();
    expect(await device.deliver(device.samples(500))).toMatchObject({ accepted: 500 });
    signalProcess(processor, "SIGKILL");
    expect(await device.deliver(device.samples(500))).toMatchObject({ accepted: 500 });
    await waitUntil("that processor is gone", () => !isRunning(processor));
  }
  expect(await weir.untilSettled()).toMatchObject({ accepted: 4000, saved: 4000, dead: 0 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
  const metrics = await (await fetch(`${weir.url}/metrics`)).text();
  expect(metrics).toContain('\nweir_process_restarts_total{role="process"} 4\n');
  const waitsMs = [...weir.logText.matchAll(/"restartMs":(\d+)/g)].map(([, ms]) => Number(ms));
  expect(waitsMs).toEqual([...waitsMs].sort((a, b) => a - b));
  expect(new Set(waitsMs).size).toBe(4);
});

test("ends the processor when its server is killed, and the next server continues", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  const processor = await life.untilProcessorRuns();
  expect(await device.deliver(device.samples(500))).toMatchObject({ accepted: 500 });
  await life.killServer();
  await waitUntil("the processor has ended", () => !isRunning(processor));

  await weir.start();
  expect(await device.deliver(device.samples(500))).toMatchObject({ accepted: 500 });
  expect(await weir.untilSettled()).toMatchObject({ accepted: 1000, saved: 1000 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});

test("ends a processor whose server was killed while starting it", async () => {
  await using weir = new WeirInstallation();
  await weir.createDevice(["a"]);
  for (let attempt = 0; attempt < 6; attempt++) {
    const life = weir.launch();
    await life.untilProcessorRuns();
    await Bun.sleep(attempt * 20);
    await life.killServer();
    await life.untilRolesEnded();
  }
});

test("loses and repeats no reading when a processor is killed while it merges rows into blocks", async () => {
  await using weir = new WeirInstallation();
  const { sensors } = await weir.createDevice(["a"]);
  const count = 150_000;
  writeRows(weir.dataDir, sensors[0]!.id, count);
  const life = await weir.start();
  const expectAll = () => {
    const stored = storedRows(weir.dataDir);
    expect(stored).toHaveLength(count);
    expect(new Set(stored.map(({ atUs }) => atUs)).size).toBe(count);
  };
  for (let kill = 1; kill <= 3; kill++) {
    const rows = rowsIn(weir.dataDir);
    if (rows < 1024) break;
    const processor = await life.untilProcessorRuns();
    await waitUntil("it has merged some", () => rowsIn(weir.dataDir) < rows);
    signalProcess(processor, "SIGKILL");
    await waitUntil("that processor is gone", () => !isRunning(processor));
    expectAll();
  }
  await waitUntil("the next one has merged the rest", () => rowsIn(weir.dataDir) < 1024, 30_000);
  expectAll();
});

/** The rows as the processor wrote them from single requests, in a store that no processor has open. */
function writeRows(dataDir: string, sensorId: number, count: number): void {
  const store = new TestReadingStore(dataDir);
  for (let from = 0; from < count; from += 15) {
    store.begin();
    for (let nth = from; nth < from + 15; nth++) {
      const atUs = 1_790_000_000_000_000 + nth * 60_000_000;
      store.save(sensorId, atUs, nth % 50, atUs, -1, 0, "");
    }
    store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  }
  store.close();
}

function rowsIn(dataDir: string): number {
  using db = new Database(join(dataDir, storeFile), { readonly: true });
  return (db.query("SELECT count(*) AS rows FROM readings").get() as { rows: number }).rows;
}

test("continues after the readings that another processor has settled", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  expect(await device.deliver(device.samples(10))).toMatchObject({ accepted: 10 });
  await weir.untilSettled();
  // Answered by a processor that then waits to be woken.
  await flushServer(weir.dataDir);
  const processor = await life.untilProcessorRuns();
  await pauseBetweenWrites(processor, weir.dataDir);
  // The server tells the processor about connections and then about new readings. The processor gets both when it
  // continues.
  expect((await device.request([], "batch")).status).toBe(422);
  const flushed = flushServer(weir.dataDir).catch((error: unknown) => error);
  await weir.status();
  expect(await device.deliver(device.samples(10))).toMatchObject({ accepted: 10 });

  // As if the processor of the previous server had not ended yet.
  const other = startSecondProcessor(weir, processor);
  await waitUntil("the other processor has settled them", () => storedRows(weir.dataDir).length === 20);
  other.kill("SIGKILL");
  await other.exited;

  signalProcess(processor, "SIGCONT");
  expect(await device.deliver(device.samples(10))).toMatchObject({ accepted: 10 });
  expect(await weir.untilSettled(10_000)).toMatchObject({ accepted: 30, saved: 30 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
  expect(await flushed).toBeUndefined();
});

test("commits nothing more after another processor took over the partition of a stopped one, which ends", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  const processor = await life.untilProcessorRuns();
  expect(await device.deliver(device.samples(100))).toMatchObject({ accepted: 100 });
  await weir.untilSettled();
  await pauseBetweenWrites(processor, weir.dataDir);
  const other = new TestReadingStore(weir.dataDir);
  await new SqliteOwnership(other).take(onlyPartition);
  other.close();
  expect(await device.deliver(device.samples(100))).toMatchObject({ accepted: 100 });
  signalProcess(processor, "SIGCONT");
  await waitUntil("the processor has ended", () => !isRunning(processor));
  expect(weir.logText).toContain("Another process has taken over partition 0");
  expect(await weir.untilSettled()).toMatchObject({ accepted: 200, saved: 200, dead: 0 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});
