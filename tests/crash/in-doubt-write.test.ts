import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../harness/describe-unless.ts";
import { pauseProcess } from "../harness/running-process.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { Ledger, type SentReading } from "./ledger.ts";
import { brokenAfterCut } from "./power-cut/broken-after-cut.ts";
import { DiskModel } from "./power-cut/disk-model.ts";
import { RecordedRun } from "./power-cut/recorded-run.ts";
import { isSyncOf } from "./power-cut/system-calls.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { faultCommand, whyNoStrace } from "./strace.ts";

const problem = await whyNoStrace();
setDefaultTimeout(60_000);
const nothingSurvives = 0;
const requestsMax = 20;
const random = new SeededRandom(0);

interface Doubt {
  readonly device: SimulatedDevice;
  readonly ledger: Ledger;
  /** Written to the queue, but never synced or answered. */
  readonly inDoubt: SentReading;
  readonly disk: DiskModel;
}

/**
 * Everything is killed between the write of a reading and its sync. The next server finds the complete reading in the
 * queue, because it is in the system's memory, but it may not be on the disk. A power cut now shows which one counted.
 */
async function killBetweenWriteAndSync(weir: WeirInstallation): Promise<Doubt> {
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  // After an orderly stop, everything in the folder is on the disk.
  expect(await (await weir.start()).stop()).toBe(0);
  const fault = { file: join(weir.dataDir, "queue.db-wal"), after: 3, effect: "signal=KILL" } as const;
  const life = await weir.start({ under: faultCommand(join(weir.notesDir, "fault.strace"), fault) });
  // A processor that outlives its server tidies the queue's files when it ends, so this one must die with the server.
  await pauseProcess(await life.untilProcessorRuns());
  for (let request = 0; request < requestsMax; request++) {
    const disk = new DiskModel(weir.dataDir);
    const [reading] = device.samples(1);
    const delivery = await device.deliver([reading!]);
    if (delivery.kind === "acknowledged") continue;
    expect(delivery).toEqual({ kind: "unanswered", status: null });
    await life.killAll();
    disk.adoptUnsynced();
    return { device, ledger, inDoubt: reading!, disk };
  }
  throw new Error(`The server survived ${requestsMax} syncs that should have killed it.`);
}

describeUnless(problem, "an in-doubt write", () => {
  test("is called a duplicate only when a power cut can no longer lose it", async () => {
    await using weir = new WeirInstallation();
    const { device, ledger, inDoubt, disk } = await killBetweenWriteAndSync(weir);
    const run = await RecordedRun.start(weir, "second");
    await run.deliver(device, [inDoubt], "single");
    await run.life.killAll();
    for (const call of run.calls()) {
      disk.apply(call);
      run.noteAnswer(call, ledger);
      if (ledger.isAcknowledged(inDoubt)) break;
    }
    expect(ledger.isAcknowledged(inDoubt)).toBe(true);
    const dataDir = join(weir.notesDir, "cut");
    disk.cut(dataDir, { survival: nothingSurvives, random });
    expect(await brokenAfterCut({ dataDir, ledger, device })).toEqual([]);
  });

  test("never puts the store ahead of the queue, where it would hide readings that come later", async () => {
    await using weir = new WeirInstallation();
    const { device, ledger, disk } = await killBetweenWriteAndSync(weir);
    const run = await RecordedRun.start(weir, "second");
    await weir.untilSettled();
    await waitUntil("the store is synced", () => run.calls().some((call) => isSyncOf("weir.db", call)));
    await run.life.killAll();
    for (const call of run.calls()) {
      disk.apply(call);
      if (isSyncOf("weir.db", call)) break;
    }
    const dataDir = join(weir.notesDir, "cut");
    disk.cut(dataDir, { survival: nothingSurvives, random });
    expect(await brokenAfterCut({ dataDir, ledger, device })).toEqual([]);
  });
});
