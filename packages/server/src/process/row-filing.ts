import type { Housekeeping } from "../store/housekeeping.ts";

/**
 * How long filing may take between two batches. Rows of a large fleet take less than two microseconds each, so more of
 * them are filed than a batch stages.
 */
const turnMs = 10;

interface RowFilingParts {
  readonly store: Pick<Housekeeping, "isFilingDue" | "fileRows">;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
}

/** Files staged rows between batches, even under a steady load, because staged rows make every reader slower. */
export class RowFiling {
  readonly #parts: RowFilingParts;

  constructor(parts: RowFilingParts) {
    this.#parts = parts;
  }

  /** Returns whether there is more to file. */
  async fileSome(): Promise<boolean> {
    const { store, epoch } = this.#parts;
    if (!(await store.isFilingDue())) return false;
    const endMs = performance.now() + turnMs;
    while (await store.fileRows(epoch)) if (performance.now() > endMs) return true;
    return false;
  }
}
