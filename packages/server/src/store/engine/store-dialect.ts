import type { RawBuilder, SqlBool } from "kysely";

/** The few expressions of queries on the store that differ between engines. */
export interface StoreDialect {
  table(name: string): RawBuilder<unknown>;
  /**
   * These columns of a table of counts, as a table called `counted`. It may have several rows with the same key, whose
   * counts are to be summed.
   */
  counts(name: string, columns: readonly string[]): RawBuilder<unknown>;
  /** Throws UnknownPartitionError unless the engine has this partition of the queue. */
  assertPartition(partition: number): void;
  /**
   * The partition that settles the readings of a device, out of which `partition` is the one that its positions name. They
   * differ where all partitions share one log, whose positions name the first.
   */
  partitionOf(deviceId: number, partition: number): RawBuilder<number>;
  /** Matches if a column has one of these values, which are one parameter: there may be none, or very many. */
  among(column: string, values: readonly number[] | RawBuilder<readonly number[]>): RawBuilder<SqlBool>;
  /** Matches if a column that holds several texts has this one. */
  holds(column: string, text: string): RawBuilder<SqlBool>;
  /** The values of a column of numbers as one text, with commas between them; null if there are none. */
  joined(column: string): RawBuilder<string | null>;
  /** A table with these numbers, which are one parameter. */
  list(name: string, column: string, values: readonly number[]): RawBuilder<unknown>;
  /** A table with these pairs of numbers, each list as one parameter. */
  pairs(
    name: string,
    columns: readonly [one: string, other: string],
    rows: readonly (readonly [number, number])[],
  ): RawBuilder<unknown>;
}

/** The parts of a dialect that only statements that change messages need. */
export interface WriteDialect extends StoreDialect {
  /** Locks the selected rows until the end of the transaction, on an engine with several writers. */
  readonly forUpdate: RawBuilder<unknown>;
  /** The same for those that nobody else has locked; the others are left out. */
  readonly forUpdateOfFree: RawBuilder<unknown>;
  /** The column with the kind of a message in a list of columns, on an engine that does not compute it. */
  readonly messageKind: RawBuilder<unknown>;
}
