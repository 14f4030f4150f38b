import { isRunning, signalProcess } from "../harness/running-process.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { Evidence } from "./broken-promises.ts";
import { Ledger } from "./ledger.ts";
import { pauseBetweenWrites } from "./pause-between-writes.ts";
import { startSecondProcessor } from "./second-processor.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

interface StoppedProcessorOptions {
  readonly seed: number;
  readonly stops: number;
  /** A broken variant that is loaded before Weir. */
  readonly preload?: string;
}

const usualLooks = 100;

/**
 * Stops a processor that has work, lets another one take over its partition and settle that work, and lets the first
 * one continue, which must then notice that it is no longer the owner.
 */
export async function stoppedProcessorRun({
  seed,
  stops,
  preload,
}: StoppedProcessorOptions): Promise<Evidence> {
  const random = new SeededRandom(seed);
  const ledger = new Ledger();
  await using weir = new WeirInstallation();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a", "b"]), ledger);
  const life = await weir.start(preload === undefined ? {} : { preload });
  const problems: string[] = [];
  const send = async (count: number) => {
    const delivery = await device.deliver(device.samples(count, random.pick(device.device.sensors)));
    if (delivery.kind !== "acknowledged") problems.push(JSON.stringify(delivery));
  };
  for (let stop = 0; stop < stops; stop++) {
    const processor = await life.untilProcessorRuns();
    await send(random.between(1, 50));
    await weir.untilSettled();
    await pauseBetweenWrites(processor, weir.dataDir);
    for (let request = random.between(1, 5); request > 0; request--) await send(random.between(1, 200));
    const other = startSecondProcessor(weir, processor);
    const all = ledger.acknowledgedCount;
    await waitUntil("the other processor has settled them", () => storedRows(weir.dataDir).length >= all);
    other.kill("SIGKILL");
    await other.exited;
    signalProcess(processor, "SIGCONT");
    await send(random.between(1, 50));
    // An owner that ignores its epoch goes on, so there is nothing to wait for then.
    for (let look = 0; isRunning(processor) && look < usualLooks; look++) await Bun.sleep(10);
    // What was settled twice shows as a gap below 0.
    await waitUntil("everything is settled", async () => ((await weir.status()).gap ?? 1) <= 0);
  }
  const status = await weir.status();
  return { ledger, rows: storedRows(weir.dataDir), problems, status };
}
