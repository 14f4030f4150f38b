import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeUnless } from "../harness/describe-unless.ts";
import { isRunning } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { Ledger, nothingWrong, type SentReading } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { faultCommand, whyNoStrace } from "./strace.ts";

const problem = await whyNoStrace();
setDefaultTimeout(60_000);

/** The number of single readings whose answers wait for one sync. */
const waitingAtOnce = 12;

/** A Weir in which the syncs of one file fail, except for the first few of each thread. */
async function startWithFailingSyncs(weir: WeirInstallation, file: string, after: number) {
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  // A first run creates the files, so that the failing syncs are those of readings.
  expect(await (await weir.start()).stop()).toBe(0);
  const traceFile = join(weir.notesDir, "fault.strace");
  const fault = { file: join(weir.dataDir, file), after, effect: "error=EIO" } as const;
  const life = await weir.start({ under: faultCommand(traceFile, fault) });
  return { ledger, device, life, failedSyncs: () => countFailed(traceFile) };
}

function countFailed(traceFile: string): number {
  return existsSync(traceFile) ? readFileSync(traceFile, "utf8").split("(INJECTED)").length - 1 : 0;
}

describeUnless(problem, "a sync that fails", () => {
  test("in the queue ends the ingest process without answering waiting requests, and loses nothing acknowledged", async () => {
    await using weir = new WeirInstallation({ env: { WEIR_INGEST_THREADS: "2" } });
    const { ledger, device, life, failedSyncs } = await startWithFailingSyncs(weir, "queue.db-wal", 5);
    const ingest = await life.untilRoleRuns("ingest");
    const deliver = async (reading: SentReading) => ({
      reading,
      delivery: await device.deliver([reading], "single"),
    });
    const unanswered: Awaited<ReturnType<typeof deliver>>[] = [];
    let sent = 0;
    while (unanswered.length === 0) {
      const delivered = await Promise.all(device.samples(waitingAtOnce).map(deliver));
      unanswered.push(...delivered.filter(({ delivery }) => delivery.kind !== "acknowledged"));
      sent += waitingAtOnce;
    }
    const kinds = new Set(unanswered.map(({ delivery }) => JSON.stringify(delivery)));
    expect([...kinds]).toEqual([JSON.stringify({ kind: "unanswered", status: null })]);
    await waitUntil("the process that asked for it has ended", () => !isRunning(ingest), 10_000);
    expect(failedSyncs()).toBe(1);
    expect(sent).toBeGreaterThan(unanswered.length);
    expect(weir.logText).toContain("SQLITE_IOERR_FSYNC");
    await life.killAll();

    await weir.start();
    for (const { reading } of unanswered) {
      expect(await device.deliver([reading])).toMatchObject({ kind: "acknowledged" });
    }
    const { accepted, saved } = await weir.untilSettled();
    expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
    expect({ accepted, saved }).toEqual({ accepted: sent, saved: sent });
  });

  test("of the queue's checkpoint ends the ingest process as well", async () => {
    await using weir = new WeirInstallation();
    const { ledger, device, life, failedSyncs } = await startWithFailingSyncs(weir, "queue.db", 0);
    const ingest = await life.untilRoleRuns("ingest");
    const [sensor] = device.device.sensors;
    const metadata = JSON.stringify({ note: "x".repeat(3900) });
    // 25 MB, which is more than the log holds before a checkpoint.
    for (let request = 0; request < 14; request++) {
      const readings = Array.from({ length: 450 }, () => device.sample(sensor!, { metadata }));
      if ((await device.deliver(readings)).kind !== "acknowledged") break;
    }
    expect(failedSyncs()).toBeGreaterThan(0);
    await waitUntil("the process that asked for it has ended", () => !isRunning(ingest), 10_000);
    await life.killAll();

    await weir.start();
    await weir.untilSettled();
    expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
  });

  test.each(["weir.db-wal", "weir.db"])(
    "in the store, in %s, ends the processor, and nothing is lost",
    async (file) => {
      await using weir = new WeirInstallation();
      const { ledger, device, life, failedSyncs } = await startWithFailingSyncs(weir, file, 0);
      const processor = await life.untilProcessorRuns();
      expect(await device.deliver(device.samples(5))).toMatchObject({ kind: "acknowledged" });
      await waitUntil("a sync has failed", () => failedSyncs() > 0);
      await waitUntil("the processor that asked for it has ended", () => !isRunning(processor), 10_000);
      expect(await device.deliver(device.samples(5))).toMatchObject({ kind: "acknowledged" });
      await life.killAll();

      await weir.start();
      expect(await weir.untilSettled()).toMatchObject({ accepted: 10, saved: 10 });
      expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
    },
  );
});
