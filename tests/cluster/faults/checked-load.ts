import { AlarmLoad } from "./alarm-load.ts";
import { brokenAlarms } from "./broken-alarms.ts";
import { brokenLaws, isOfLoss } from "./broken-laws.ts";
import type { Fault } from "./fault.ts";
import { LivePage } from "./live-page.ts";
import { OrderedLoad } from "./ordered-load.ts";
import { Pausing } from "./pausing.ts";
import type { SettledMoment, TestedCluster } from "./tested-cluster.ts";
import { unseenLoss } from "./unseen-loss.ts";

/**
 * A load of which nothing that was promised may be missing at the end: `using checked = await
 * CheckedLoad.begin(cluster, seed)`.
 */
export class CheckedLoad implements Disposable {
  readonly load: OrderedLoad;
  readonly alarmLoad: AlarmLoad;
  readonly #page: LivePage;
  readonly #pausing: Pausing;
  readonly #cluster: TestedCluster;
  readonly #begun: SettledMoment;

  private constructor(
    cluster: TestedCluster,
    { load, begun, pausing }: { load: OrderedLoad; begun: SettledMoment; pausing: Pausing },
  ) {
    this.#pausing = pausing;
    this.#cluster = cluster;
    this.load = load;
    this.#begun = begun;
    const { weir, owner, alarmed } = cluster;
    this.alarmLoad = new AlarmLoad(weir.url, alarmed, pausing);
    this.#page = new LivePage(owner, alarmed.device.sensors[0]!.uuid);
  }

  static async begin(cluster: TestedCluster, seed: number): Promise<CheckedLoad> {
    const begun = await cluster.settledMoment();
    const { weir, devices } = cluster;
    const pausing = new Pausing(devices.length + 1);
    const load = new OrderedLoad({ url: weir.url, devices, seed, pausing });
    return new CheckedLoad(cluster, { load, begun, pausing });
  }

  /** Resolves when every device was accepted again, and an open page has shown a reading sent from now on. */
  async untilWorking(): Promise<void> {
    const known = new Set(this.alarmLoad.values);
    await this.load.untilAccepted(performance.now());
    await this.alarmLoad.untilAccepted();
    await this.#page.untilSeen("new readings", () =>
      this.alarmLoad.values.filter((value) => !known.has(value)),
    );
  }

  /** Resolves when nothing is sent any more, and everything sent was acknowledged. */
  async pause(): Promise<void> {
    await this.#pausing.pause();
  }

  resume(): void {
    this.#pausing.resume();
  }

  /** Stops sending, waits until everything is settled, and resolves to the broken promises in words. */
  async end(): Promise<string[]> {
    const { broken, notes } = await this.endAfter({ isOfQueue: false });
    return [...broken, ...notes];
  }

  /** After a fault of the queue's servers, readings that were not settled exactly once are only noted. */
  async endAfter({
    isOfQueue = false,
    mayLose = false,
  }: Pick<Fault, "isOfQueue" | "mayLose">): Promise<{ broken: string[]; notes: string[] }> {
    await Promise.all([this.load.finish(), this.alarmLoad.finish()]);
    const uneven = await this.#uneven(await this.#cluster.settledMoment());
    const rows = await this.#cluster.rows(this.load.fromUs);
    await this.#cluster.untilDelivered();
    const laws = brokenLaws(this.load, rows);
    const alarms = brokenAlarms(this.alarmLoad, await this.#cluster.alarms(), this.#cluster.receiver);
    const ofLoss = [...laws.filter(isOfLoss), ...alarms];
    if (mayLose && ofLoss.length > 0) {
      const { broken, notes } = await this.#judgeLoss(ofLoss);
      return { broken: [...laws.filter((law) => !isOfLoss(law)), ...broken], notes: [...notes, ...uneven] };
    }
    const broken = [...laws, ...alarms];
    return isOfQueue ? { broken, notes: uneven } : { broken: [...broken, ...uneven], notes: [] };
  }

  /** What was lost also raises no alarms and leaves gaps in the order, so only a loss without a report is broken then. */
  async #judgeLoss(ofLoss: readonly string[]): Promise<{ broken: string[]; notes: string[] }> {
    const { entries, readings } = await this.#cluster.losses();
    const before = this.#begun.losses;
    if (entries === before.entries) return { broken: ["a loss was not reported", ...ofLoss], notes: [] };
    const reported = `${entries - before.entries} lost entries with ${readings - before.readings} readings were reported`;
    return { broken: await unseenLoss(this.#cluster), notes: [reported, ...ofLoss] };
  }

  /** How many more readings were settled since the load began than the queue received in that time. */
  async surplus(): Promise<number> {
    const settled = await this.#cluster.settledCounts();
    const accepted = await this.#cluster.queue.readingsBetween(
      this.#begun.end,
      await this.#cluster.queue.end(),
    );
    return sum(settled) - sum(this.#begun.settled) - sum(accepted);
  }

  /** Partitions in which some accepted reading was not settled exactly once. */
  async #uneven({ end, settled }: SettledMoment): Promise<string[]> {
    const accepted = await this.#cluster.queue.readingsBetween(this.#begun.end, end);
    return [...settled].flatMap(([partition, count]) => {
      const own = count - this.#begun.settled.get(partition)!;
      const expected = accepted.get(partition) ?? 0;
      return own === expected ? [] : [`partition ${partition}: ${expected} accepted, but ${own} settled`];
    });
  }

  [Symbol.dispose](): void {
    this.load[Symbol.dispose]();
    this.alarmLoad[Symbol.dispose]();
    this.#page[Symbol.dispose]();
  }
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
