import type { SettledBatch } from "../../settlement.ts";
import { emptyBatch } from "./test-batch.ts";
import { openRecordStore } from "./test-record-store.ts";

type Store = Awaited<ReturnType<typeof openRecordStore>>;

/** For tests: a processor that owns one partition and commits batches of it. */
export class Processor {
  readonly store: Store;
  readonly partition: number;
  readonly epoch: number;
  #sequence = 0;

  static async start(url: string, partition: number): Promise<Processor> {
    const store = await openRecordStore(
      url,
      { deadLettersMax: 100, quarantinedMaxPerAccount: 100 },
      partition,
    );
    return new Processor(store, partition, (await store.ownership.take(partition)).epoch);
  }

  private constructor(store: Store, partition: number, epoch: number) {
    this.store = store;
    this.partition = partition;
    this.epoch = epoch;
  }

  async commit(contents: Partial<SettledBatch>): Promise<void> {
    await this.store.settlement.commit(this.next(contents), this.epoch);
  }

  /** The batch after the last one. */
  next(contents: Partial<SettledBatch>): SettledBatch {
    const { partition } = this;
    const from = { partition, sequence: this.#sequence };
    const to = { partition, sequence: ++this.#sequence };
    return emptyBatch({ ...contents, from, to });
  }
}
