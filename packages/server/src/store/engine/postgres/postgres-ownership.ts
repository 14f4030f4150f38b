import type { OwnedPartition, Ownership } from "../../../queue/ownership.ts";
import { UnknownPartitionError } from "../../../queue/position.ts";
import type { StoreDatabase } from "./store-database.ts";

const defaultLeaseMs = 2_000;

interface OwnershipOptions {
  /** The id of the member that owns the partitions taken here. */
  readonly owner: string;
  /** How long a partition stays with an owner that no longer renews it, by PostgreSQL's clock. */
  readonly leaseMs?: number;
  /** Called for each partition that is taken, to drop what was remembered about it as its only writer. */
  readonly onTaken?: (partition: number) => void;
}

/**
 * Keeps the partitions of the queue, their owners and their leases in the store's database, so that the transaction of
 * a batch can check the epoch. A lease only says when others may take the partition. A commit is checked by its epoch
 * alone, so no clock decides what is written.
 */
export class PostgresOwnership implements Ownership {
  readonly #database: StoreDatabase;
  readonly #options: OwnershipOptions;
  readonly #leaseMs: number;

  constructor(database: StoreDatabase, options: OwnershipOptions) {
    this.#database = database;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs;
  }

  /** Takes the partition from its owner. A batch that is being committed is committed first. */
  async take(partition: number): Promise<OwnedPartition> {
    const [taken] = await this.#take("partition = $1", partition, 1);
    if (taken === undefined) throw new UnknownPartitionError(`There is no partition ${partition}.`);
    return taken;
  }

  /** Takes at most `max` partitions that nobody owns or whose lease has expired. */
  takeFree(max: number): Promise<OwnedPartition[]> {
    return this.#take("expires_at <= clock_timestamp() AND $1::int4 IS NULL", null, max);
  }

  /** Renews the leases of the partitions. Resolves to those that are still owned; others have been taken by somebody else. */
  async renew(owned: readonly OwnedPartition[]): Promise<OwnedPartition[]> {
    const { rows } = await this.#database.query<{ partition: number }>(
      `UPDATE weir_store.partition_leases AS lease
       SET expires_at = clock_timestamp() + $3::int4 * interval '1 ms'
       FROM weir_store.partitions, unnest($1::int4[], $2::int8[]) AS kept (partition, epoch)
       WHERE lease.partition = kept.partition AND owner = $4
         AND partitions.partition = kept.partition AND partitions.epoch = kept.epoch
       RETURNING lease.partition`,
      [
        owned.map(({ partition }) => partition),
        owned.map(({ epoch }) => epoch),
        this.#leaseMs,
        this.#options.owner,
      ],
    );
    const kept = new Set(rows.map(({ partition }) => partition));
    return owned.filter(({ partition }) => kept.has(partition));
  }

  /** Gives partitions back at once, so that others need not wait for their leases to expire. */
  async release(owned: readonly OwnedPartition[]): Promise<void> {
    await this.#database.query(
      `UPDATE weir_store.partition_leases AS lease SET owner = NULL, expires_at = '-infinity'
       FROM weir_store.partitions, unnest($1::int4[], $2::int8[]) AS kept (partition, epoch)
       WHERE lease.partition = kept.partition AND owner = $3
         AND partitions.partition = kept.partition AND partitions.epoch = kept.epoch`,
      [owned.map(({ partition }) => partition), owned.map(({ epoch }) => epoch), this.#options.owner],
    );
  }

  async #take(where: string, partition: number | null, max: number): Promise<OwnedPartition[]> {
    const taken = await this.#database.write(async (tx) => {
      // A partition with a batch under way is skipped until the next look, unless it was requested.
      const { rows: free } = await tx.query<{ partition: number }>(
        `SELECT partition FROM weir_store.partition_leases JOIN weir_store.partitions USING (partition)
         WHERE ${where} ORDER BY partition LIMIT $2 FOR UPDATE ${partition === null ? "SKIP LOCKED" : ""}`,
        [partition, max],
      );
      const numbers = free.map((row) => row.partition);
      await tx.query(
        `UPDATE weir_store.partition_leases SET owner = $2, expires_at = clock_timestamp() + $3::int4 * interval '1 ms'
         WHERE partition = ANY ($1::int4[])`,
        [numbers, this.#options.owner, this.#leaseMs],
      );
      const { rows } = await tx.query<OwnedPartition>(
        `UPDATE weir_store.partitions SET epoch = epoch + 1 WHERE partition = ANY ($1::int4[])
         RETURNING partition, epoch`,
        [numbers],
      );
      return rows.toSorted((one, other) => one.partition - other.partition);
    });
    for (const one of taken) this.#options.onTaken?.(one.partition);
    return taken;
  }
}
