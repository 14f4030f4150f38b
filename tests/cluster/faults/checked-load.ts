import { brokenLaws } from "./broken-laws.ts";
import { OrderedLoad } from "./ordered-load.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/** A load from which nothing that was promised may be missing in the end: `using checked = await CheckedLoad.begin(cluster, seed)`. */
export class CheckedLoad implements Disposable {
  readonly load: OrderedLoad;
  readonly #cluster: TestedCluster;
  readonly #queueEnd: number;
  readonly #settled: number;

  private constructor(cluster: TestedCluster, load: OrderedLoad, queueEnd: number, settled: number) {
    this.#cluster = cluster;
    this.load = load;
    this.#queueEnd = queueEnd;
    this.#settled = settled;
  }

  static async begin(cluster: TestedCluster, seed: number): Promise<CheckedLoad> {
    const [queueEnd, settled] = [await cluster.queue.end(), await cluster.settledCount()];
    const { weir, devices } = cluster;
    const load = new OrderedLoad({ url: weir.url, devices, seed });
    return new CheckedLoad(cluster, load, queueEnd, settled);
  }

  /** Sends nothing new, waits until everything is settled, and resolves to what was promised and not kept, in words. */
  async end(): Promise<string[]> {
    await this.load.finish();
    await this.#cluster.untilSettled();
    const { accepted, settled } = await this.counts();
    const broken = brokenLaws(this.load, await this.#cluster.rows(this.load.fromUs));
    if (accepted !== settled) broken.push(`${accepted} readings were accepted, but ${settled} settled`);
    return broken;
  }

  /** How many readings were accepted since the load began, a repeat as another one, and how many came to their end. */
  async counts(): Promise<{ accepted: number; settled: number }> {
    const settled = (await this.#cluster.settledCount()) - this.#settled;
    return { accepted: await this.#cluster.queue.readingsAfter(this.#queueEnd), settled };
  }

  [Symbol.dispose](): void {
    this.load[Symbol.dispose]();
  }
}
