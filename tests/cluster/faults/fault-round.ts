import { waitUntil } from "../../harness/wait-until.ts";
import { CheckedLoad } from "./checked-load.ts";
import type { Fault } from "./faults.ts";
import { probeManagement } from "./management-probe.ts";
import type { OrderedLoad } from "./ordered-load.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/** Times count from when the fault began. */
export interface FaultReport {
  /** Until every device had a reading accepted that it sent after the fault, and nobody had to repeat or wait because of it. */
  readonly acceptedMs: number;
  /** Until everything was stored that had been accepted by then, and what was accepted was stored soon again. */
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
  /** What is worth knowing besides. */
  readonly notes: readonly string[];
}

const storedTimeoutMs = 120_000;
/** A reading is stored within this time while nothing is wrong, also on a busy machine. */
const usualLagMaxMs = 2000;
const lookEveryMs = 100;

/** Loads a whole cluster, lets the fault happen, waits until everything has recovered, and compares. */
export async function faultRound(cluster: TestedCluster, fault: Fault, seed: number): Promise<FaultReport> {
  using checked = await CheckedLoad.begin(cluster, seed);
  const { load } = checked;
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
  const storedMs = (await lag.end(rightMs)) - faultMs;
  const { broken, notes } = await checked.endAfter(fault);
  const acceptedMs = Math.max(firstMs, load.troubleEndedMs(rightMs)) - faultMs;
  return {
    ...{ acceptedMs, storedMs, managedMs: management.managedMs, wholeMs, longestMs: load.longestMs },
    ...{ acknowledged: load.ledger.acknowledgedCount, answers: load.answers },
    notes,
    broken: [...broken, ...management.problems.map((problem) => `the management API answered ${problem}`)],
  };
}

/** Looks again and again how long it takes until what is accepted is stored. */
class StoringLag {
  readonly #looking: Promise<Look[]>;
  #isEnding = false;

  constructor(cluster: TestedCluster, load: OrderedLoad) {
    this.#looking = this.#look(cluster, load);
    // Looked at by `end`: nothing of it may be unhandled before.
    this.#looking.catch(() => undefined);
  }

  /** When what took long was stored that was accepted before this moment; when it was first looked at if nothing took long. */
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
