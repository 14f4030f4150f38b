import { waitUntil } from "../../harness/wait-until.ts";
import { CheckedLoad } from "./checked-load.ts";
import type { Fault } from "./fault.ts";
import { probeManagement } from "./management-probe.ts";
import type { OrderedLoad } from "./ordered-load.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/** The results of one fault. Times count from the start of the fault. */
export interface FaultReport {
  /** Until every device had a new reading accepted and no device had to repeat or wait any more. */
  readonly acceptedMs: number;
  /** Until all earlier readings were stored and new ones were stored quickly again. */
  readonly storedMs: number;
  /** Until the management API had answered a query and made a change. */
  readonly managedMs: number;
  /** From the repair until every part was running and complete. */
  readonly wholeMs: number;
  /** The longest time that a device had to repeat a request or wait for its answer. */
  readonly longestMs: number;
  readonly acknowledged: number;
  /** The number of requests by result. */
  readonly answers: ReadonlyMap<string, number>;
  /** The broken promises, in words. */
  readonly broken: readonly string[];
  /** Further remarks. */
  readonly notes: readonly string[];
}

/** Longer than anything takes on a busy machine. The report says how long it took. */
const storedTimeoutMs = 300_000;
/** A reading is stored within this time if nothing is wrong, even on a busy machine. */
const usualLagMaxMs = 2000;
const lookEveryMs = 100;

/** Puts a whole cluster under load, causes the fault, waits until everything has recovered, and checks the promises. */
export async function faultRound(cluster: TestedCluster, fault: Fault, seed: number): Promise<FaultReport> {
  using checked = await CheckedLoad.begin(cluster, seed);
  const { load } = checked;
  await checked.untilWorking();
  await untilStored(cluster, load);
  const ongoing = await fault.begin(cluster, checked);
  const faultMs = performance.now();
  const lag = new StoringLag(cluster, load);
  const recovering = Promise.all([load.untilAccepted(faultMs), probeManagement(cluster, faultMs)]);
  // Awaited below. Until then, a rejection must not count as unhandled.
  recovering.catch(() => undefined);
  await Bun.sleep(fault.lastsMs);
  const whyHarmless = await ongoing.whyHarmless();
  const remark = await ongoing.putRight();
  const rightMs = performance.now();
  const [firstMs, management] = await recovering;
  await cluster.untilWhole();
  const wholeMs = performance.now() - rightMs;
  await checked.untilWorking();
  const storedMs = (await lag.end(rightMs)) - faultMs;
  const { broken, notes } = await checked.endAfter(fault);
  const acceptedMs = Math.max(firstMs, load.troubleEndedMs(rightMs)) - faultMs;
  return {
    acceptedMs,
    storedMs,
    managedMs: management.managedMs,
    wholeMs,
    longestMs: load.longestMs,
    acknowledged: load.ledger.acknowledgedCount,
    answers: load.answers,
    notes: remark === undefined ? notes : [remark, ...notes],
    broken: [
      ...(whyHarmless === null ? [] : [`the fault did not happen: ${whyHarmless}`]),
      ...broken,
      ...management.problems.map((problem) => `the management API answered ${problem}`),
    ],
  };
}

/** Measures repeatedly how long it takes until accepted readings are stored. */
class StoringLag {
  readonly #looking: Promise<Look[]>;
  #isEnding = false;

  constructor(cluster: TestedCluster, load: OrderedLoad) {
    this.#looking = this.#look(cluster, load);
    // Awaited by `end`. Until then, a rejection must not count as unhandled.
    this.#looking.catch(() => undefined);
  }

  /** When the last slow measurement that began before this moment ended; the end of the first one if none was slow. */
  async end(beforeMs: number): Promise<number> {
    this.#isEnding = true;
    const looks = await this.#looking;
    const long = looks.filter(
      ({ begunMs, endedMs }) => begunMs < beforeMs && endedMs - begunMs > usualLagMaxMs,
    );
    return (long.at(-1) ?? looks[0]!).endedMs;
  }

  async #look(cluster: TestedCluster, load: OrderedLoad): Promise<Look[]> {
    const looks: Look[] = [];
    do {
      const begunMs = performance.now();
      await untilStored(cluster, load);
      looks.push({ begunMs, endedMs: performance.now() });
      await Bun.sleep(lookEveryMs);
    } while (!this.#isEnding);
    return looks;
  }
}

interface Look {
  readonly begunMs: number;
  readonly endedMs: number;
}

/** Resolves when everything that has been accepted by now is stored. */
async function untilStored(cluster: TestedCluster, load: OrderedLoad): Promise<void> {
  const accepted = load.senders.map(({ device, acknowledgedUs }) => ({
    id: device.device.sensors[0]!.id,
    acknowledgedUs,
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
