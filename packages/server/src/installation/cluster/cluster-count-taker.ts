import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { CountTaker } from "../../queue/count-taker.ts";
import type { StoreDatabase } from "../../store/engine/postgres/store-database.ts";

/** How long a count may be in memory only. */
const writeAfterMs = 1000;

/**
 * Adds the counts of this node to the shared ones. Counts that could not be written are dropped, because the write may
 * have succeeded nevertheless and counts must never be too high.
 */
export class ClusterCountTaker implements CountTaker {
  readonly #database: StoreDatabase;
  #counted = new Map<string, number>();
  #timer: Timer | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  count(counter: string, by: number): void {
    this.#counted.set(counter, (this.#counted.get(counter) ?? 0) + by);
    this.#timer ??= setTimeout(() => void this.write(), writeAfterMs);
  }

  /** Resolves when everything counted so far can be read. */
  write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = this.#counted;
    this.#counted = new Map();
    this.#writing = this.#writing.then(() => this.#add(counted)).catch(() => undefined);
    return this.#writing;
  }

  async #add(counted: ReadonlyMap<string, number>): Promise<void> {
    if (counted.size === 0) return;
    // In a fixed order, so that nodes that write at the same time do not wait for each other in a circle.
    await this.#database.query(
      `INSERT INTO weir_store.counters (name, total)
       SELECT name, total FROM unnest($1::text[], $2::int8[]) AS added (name, total) ORDER BY name
       ON CONFLICT (name) DO UPDATE SET total = counters.total + excluded.total`,
      [[...counted.keys()], [...counted.values()]],
    );
  }
}

export async function readCounters(database: PostgresSession): Promise<Record<string, number>> {
  const { rows } = await database.query<{ name: string; total: number }>(
    "SELECT name, total FROM weir_store.counters",
  );
  return Object.fromEntries(rows.map(({ name, total }) => [name, total]));
}
