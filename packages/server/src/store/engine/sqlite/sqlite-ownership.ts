import type { OwnedPartition, Ownership } from "../../../queue/ownership.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";

/** Something that a part of the store remembers as the only writer of a partition, so that it need not look it up. */
interface OwnerMemory {
  dropMemory(): void;
}

/** Keeps the epoch in the store's own file, so that the transaction of a batch can check it. */
export class SqliteOwnership implements Ownership {
  readonly #store: SqliteReadingStore;
  readonly #memories: readonly OwnerMemory[];

  /** The reading store's own memory is dropped in any case; `memories` lists the others. */
  constructor(store: SqliteReadingStore, memories: readonly OwnerMemory[] = []) {
    this.#store = store;
    this.#memories = [store, ...memories];
  }

  async take(partition: number): Promise<OwnedPartition> {
    const { database } = this.#store;
    const row = database
      .query("UPDATE partitions SET epoch = epoch + 1 WHERE partition = ? RETURNING epoch")
      .get(partition) as { epoch: number } | null;
    if (row === null) throw new Error(`There is no partition ${partition}.`);
    for (const memory of this.#memories) memory.dropMemory();
    return { partition, epoch: row.epoch };
  }
}
