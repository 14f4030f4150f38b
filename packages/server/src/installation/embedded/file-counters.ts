import type { Counters, Counts } from "../../counters/counters.ts";
import { sumUp } from "../../counters/sum-up.ts";
import { readLogTotals } from "../../queue/sqlite-log/read-log-totals.ts";
import { readStoreProgress } from "../../store/engine/sqlite/read-store-progress.ts";
import { progressOfAll } from "../../store/partition-progress.ts";

/** The counts in the files, read beside the processes that write them. */
export class FileCounters implements Counters {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async read(): Promise<Counts> {
    const settled = progressOfAll(readStoreProgress(this.#dataDir));
    return sumUp(settled, readLogTotals(this.#dataDir, settled.position));
  }
}
