import { expect, onTestFinished, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../harness/describe-unless.ts";
import { isRunning, pauseProcess, signalProcess } from "../harness/running-process.ts";
import { runSeed, SeededRandom } from "../harness/seeded-random.ts";
import { mountSmallDisk, type SmallDisk, whyNoMount } from "../harness/small-disk.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { expectUnavailable } from "./expect-unavailable.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { Traffic } from "./traffic.ts";

const diskBytes = 24 * 1024 * 1024;
setDefaultTimeout(60_000);

/** Requests of a thousand readings each. */
const waitingRequests = 80;

/** A mount outlives the process, so it must also be removed if the test times out. */
function mountedDisk(): SmallDisk {
  const disk = mountSmallDisk(diskBytes);
  onTestFinished(() => disk[Symbol.dispose]());
  return disk;
}

async function installOn(disk: SmallDisk) {
  const weir = new WeirInstallation({ dataDir: join(disk.path, "data") });
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a", "b"]), ledger);
  return { weir, ledger, device };
}

/** How often a processor has ended, or continued after an error. */
function processorFailures(weir: WeirInstallation): number {
  return [...weir.logText.matchAll(/"level":"error","process":"processor"|"restartMs":/g)].length;
}

describeUnless(whyNoMount(), "a full disk", () => {
  test("refuses whole requests with 503, calls nothing accepted or duplicate, and recovers by itself", async () => {
    const disk = mountedDisk();
    const { weir, ledger, device } = await installOn(disk);
    await using _ = weir;
    // With several threads, others have to answer what fails in the intake thread.
    const life = await weir.start({ env: { WEIR_INGEST_THREADS: "2" } });
    expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
    // Otherwise the processor would free space when it has processed them.
    await weir.untilSettled();

    disk.fill();
    // The rest of the last page still has room for a request or two.
    const { refused, delivery } = await device.deliverUntilRefused(200);
    expect(delivery).toEqual({ kind: "unanswered", status: 503 });
    const neverSentAgain = device.samples(100);
    await expectUnavailable(await device.request(neverSentAgain));
    expect((await fetch(`${weir.url}/readyz`)).status).toBe(503);
    const repeated = device.samples(20);
    // Space that was freed meanwhile, for example by a checkpoint, would hold a few of them.
    disk.fill();
    await Promise.all(
      [...repeated, ...repeated].map(async (reading) =>
        expectUnavailable(await device.request([reading], "single")),
      ),
    );

    disk.free();
    await waitUntil("the server is ready again", () => life.isReady());
    expect(await device.deliver(refused)).toMatchObject({ accepted: 200, duplicates: 0 });
    expect(await device.deliver(repeated)).toMatchObject({ accepted: 20, duplicates: 0 });
    const { accepted } = await weir.untilSettled();
    const rows = storedRows(weir.dataDir);
    expect(ledger.compare(rows)).toEqual(nothingWrong);
    expect(rows).toHaveLength(accepted!);
    const stored = new Set(rows.map(({ value }) => value));
    expect(neverSentAgain.filter(({ value }) => stored.has(value))).toEqual([]);
    expect(life.hasExited).toBe(false);
  });

  test("turns readiness to 503 before any reading is refused, and back to 200 when there is space", async () => {
    const disk = mountedDisk();
    const { weir, device } = await installOn(disk);
    await using _ = weir;
    const life = await weir.start();
    expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
    expect(await life.isReady()).toBe(true);
    disk.fill();
    await waitUntil("the server is not ready", async () => !(await life.isReady()));
    disk.free();
    await waitUntil("the server is ready again", () => life.isReady());
    expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
    expect(life.hasExited).toBe(false);
  });

  test("delays the processor, which settles everything once there is space", async () => {
    const disk = mountedDisk();
    const { weir, ledger, device } = await installOn(disk);
    await using _ = weir;
    const life = await weir.start();
    expect(await device.deliver(device.samples(1000))).toMatchObject({ accepted: 1000 });
    await weir.untilSettled();
    const processor = await life.untilProcessorRuns();
    await pauseProcess(processor);
    // More than the store's files may have room for, because blocks are small.
    for (let request = 0; request < waitingRequests; request++) {
      expect(await device.deliver(device.samples(1000))).toMatchObject({ accepted: 1000 });
    }
    disk.fill();
    signalProcess(processor, "SIGCONT");
    await waitUntil("the processor has failed", () => processorFailures(weir) > 0);
    expect(isRunning(processor)).toBe(true);
    // A new processor may not even be able to start now. Its end would be the second failure after the kill.
    const failures = processorFailures(weir);
    signalProcess(processor, "SIGKILL");
    await waitUntil("the next processor has failed", () => processorFailures(weir) > failures + 1);
    expect(await weir.status()).toMatchObject({ saved: 1000, gap: waitingRequests * 1000 });

    disk.free();
    const all = (1 + waitingRequests) * 1000;
    expect(await weir.untilSettled()).toMatchObject({ accepted: all, saved: all, dead: 0 });
    expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
  });

  test("loses nothing and leaves nothing half accepted when it comes and goes under load", async () => {
    const disk = mountedDisk();
    const { weir, ledger, device } = await installOn(disk);
    await using _ = weir;
    const life = await weir.start();
    const devices = [device, new SimulatedDevice(weir.url, await weir.createDevice(["c", "d"]), ledger)];
    using traffic = new Traffic(devices, new SeededRandom(runSeed()));
    for (let turn = 0; turn < 10; turn++) {
      disk.fill();
      await waitUntil("the server is not ready", async () => !(await life.isReady()));
      disk.free();
      await waitUntil("the server is ready again", () => life.isReady());
    }
    await traffic.finish();
    const { accepted, saved } = await weir.untilSettled();
    const rows = storedRows(weir.dataDir);
    expect(traffic.problems).toEqual([]);
    expect(ledger.compare(rows)).toEqual(nothingWrong);
    expect({ accepted, saved }).toEqual({ accepted: rows.length, saved: rows.length });
    expect(life.hasExited).toBe(false);
  });
});
