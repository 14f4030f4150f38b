import { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { brokenLaws } from "./broken-laws.ts";
import type { Fault } from "./faults.ts";
import { probeManagement } from "./management-probe.ts";
import { OrderedLoad } from "./ordered-load.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/** Times count from when the fault began. */
export interface FaultReport {
  /** Until every device had a reading accepted that it sent after the fault, and nobody had to repeat or wait any more. */
  readonly acceptedMs: number;
  /** Until everything was stored that had been accepted by then, and what was accepted was stored within a second again. */
  readonly storedMs: number;
  /** Until the management API had answered a question and made a change. */
  readonly managedMs: number;
  /** From when things were put right until every part was there and had all that it should. */
  readonly wholeMs: number;
  /** The longest that a device had to repeat a request, or to wait for its answer. */
  readonly longestMs: number;
  readonly acknowledged: number;
  /** How many requests ended how. */
  readonly answers: ReadonlyMap<string, number>;
  /** What was promised and not kept, in words. */
  readonly broken: readonly string[];
}

const storedTimeoutMs = 120_000;
/** A reading is stored within this time while nothing is wrong, also on a busy machine. */
const usualLagMaxMs = 1000;
const lookEveryMs = 100;

/** Loads a whole cluster, lets the fault happen, waits until everything has recovered, and compares. */
export async function faultRound(cluster: TestedCluster, fault: Fault, seed: number): Promise<FaultReport> {
  const { weir, devices } = cluster;
  using load = new OrderedLoad({ url: weir.url, devices, random: new SeededRandom(seed) });
  await load.untilAccepted(performance.now());
  await untilStored(cluster, load);
  const putRight = await fault.begin(cluster);
  const faultMs = performance.now();
  const lag = new StoringLag(cluster, load);
  const recovering = Promise.all([load.untilAccepted(faultMs), probeManagement(cluster, faultMs)]);
  // Looked at below: nothing of it may be unhandled while the fault lasts.
  recovering.catch(() => undefined);
  await Bun.sleep(fault.lastsMs);
  await putRight();
  const rightMs = performance.now();
  const [firstMs, management] = await recovering;
  await cluster.untilWhole();
  const wholeMs = performance.now() - rightMs;
  await load.untilAccepted(performance.now());
  await load.finish();
  const acceptedMs = Math.max(firstMs, load.troubleEndedMs) - faultMs;
  const storedMs = (await lag.end()) - faultMs;
  await cluster.untilSettled();
  const broken = brokenLaws(load, await cluster.rows(load.fromUs));
  return {
    ...{ acceptedMs, storedMs, managedMs: management.managedMs, wholeMs, longestMs: load.longestMs },
    ...{ acknowledged: load.ledger.acknowledgedCount, answers: load.answers },
    broken: [...broken, ...management.problems.map((problem) => `the management API answered ${problem}`)],
  };
}

/** Looks again and again how long it takes until what is accepted is stored. */
class StoringLag {
  readonly #looking: Promise<number>;
  #isEnding = false;

  constructor(cluster: TestedCluster, load: OrderedLoad) {
    this.#looking = this.#look(cluster, load);
  }

  /** When it had last taken long; when it was first looked at where it never had. */
  end(): Promise<number> {
    this.#isEnding = true;
    return this.#looking;
  }

  async #look(cluster: TestedCluster, load: OrderedLoad): Promise<number> {
    let caughtUpMs: number | null = null;
    do {
      const lookedMs = performance.now();
      await untilStored(cluster, load);
      const nowMs = performance.now();
      if (caughtUpMs === null || nowMs - lookedMs > usualLagMaxMs) caughtUpMs = nowMs;
      await Bun.sleep(lookEveryMs);
    } while (!this.#isEnding);
    return caughtUpMs;
  }
}

/** Resolves when everything is stored that has been accepted by now. */
async function untilStored(cluster: TestedCluster, load: OrderedLoad): Promise<void> {
  const accepted = load.senders.map(({ device, acknowledgedUs }) => ({
    ...{ id: device.device.sensors[0]!.id, acknowledgedUs },
  }));
  await waitUntil(
    `what was accepted is stored, up to ${JSON.stringify(accepted)}`,
    async () => {
      const newestUs = await cluster.newestUs(load.fromUs).catch(() => new Map<number, number>());
      return accepted.every(({ id, acknowledgedUs }) => (newestUs.get(id) ?? 0) >= acknowledgedUs);
    },
    storedTimeoutMs,
  );
}
