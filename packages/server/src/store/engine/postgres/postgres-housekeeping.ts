import type { Clock } from "../../../platform/clock.ts";
import type { PostgresSession, PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { moveRequestRows } from "../../activity/row-mover-postgres.ts";
import type {
  Housekeeping,
  MergeableRows,
  MergeStep,
  OldLevels,
  ReadingRange,
  RecordsOfDevices,
} from "../../housekeeping.ts";
import type { MonthPartitions } from "../../readings/postgres/month-partitions.ts";
import { removeRange, removeReadings } from "../../readings/postgres/reading-remover.ts";
import { mergeRows } from "../../readings/postgres/row-merger.ts";
import { removeAccount, removeDeviceStatistics } from "./account-remover.ts";
import { lockPartition } from "./partition-row.ts";
import { removeRecords } from "./record-remover.ts";
import type { StoreDatabase } from "./store-database.ts";

interface HousekeepingParts {
  readonly database: StoreDatabase;
  /** The partition whose sensors and devices are tidied. Its owner is their only writer. */
  readonly partition: number;
  readonly months: MonthPartitions;
  readonly statistics: StatisticsTidying;
  /**
   * Resolves to the time from which on some account keeps readings; null if some are kept for ever. Months before it
   * are dropped whole.
   */
  readonly keptFromUs: () => Promise<number | null>;
  readonly clock: Clock;
}

/** Makes statistics coarser. They cover all partitions together, so only the owner of the first one does this. */
interface StatisticsTidying {
  isDue(session: PostgresSession, nowMs: number): Promise<boolean>;
  /** Runs in the transaction of the owner of the partition. Resolves to whether there may be more to do. */
  tidy(tx: PostgresTransaction, partition: number, nowMs: number): Promise<boolean>;
}

/** The owner of this partition also does the work that is done once for the whole store. */
const leadingPartition = 0;
/** While statistics need no tidying, this is looked up only so often: it takes several statements. */
const statisticsApartMs = 1000;

/**
 * Tidies one partition. Each step is a transaction that holds the partition's row, as a batch does, so the two never
 * overlap and the rules of a single writer hold. Every sensor or device must belong to the partition. No readings are staged
 * here, because PostgreSQL writes rows of many sensors to the end of a table anyway. What is filed are requests of devices that
 * earlier versions kept in rows.
 */
export class PostgresHousekeeping implements Housekeeping {
  readonly #parts: HousekeepingParts;
  /** Whether an earlier version may have left rows of requests. */
  #mayHaveRequestRows = true;
  /** When statistics last needed no tidying. */
  #statisticsTidyMs = Number.NEGATIVE_INFINITY;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  async isFilingDue(): Promise<boolean> {
    return this.#mayHaveRequestRows;
  }

  async fileRows(epoch: number): Promise<boolean> {
    const { partition } = this.#parts;
    this.#mayHaveRequestRows = await this.#write(epoch, (tx) => moveRequestRows(tx, partition));
    return this.#mayHaveRequestRows;
  }

  sensorWithRowsAfter(sensorId: number): Promise<number | null> {
    return this.#nextOf("readings", "sensor_id", sensorId);
  }

  mergeRows(rows: MergeableRows, epoch: number): Promise<MergeStep | null> {
    return this.#write(epoch, (tx) => mergeRows(tx, rows));
  }

  /** Several small blocks fit into a page of PostgreSQL, so packing them would save little. */
  async sensorWithSmallBlocksAfter(): Promise<null> {
    return null;
  }

  packBlocks(_sensorId: number, _fromUs: number, epoch: number): Promise<null> {
    return this.#write(epoch, async () => null);
  }

  /**
   * PostgreSQL manages space itself. This is called after every walk over the rows, which is a good time to look at the
   * months too.
   */
  async releaseSpace(epoch: number): Promise<boolean> {
    const { partition, months, clock, keptFromUs } = this.#parts;
    await this.#write(epoch, async () => undefined);
    if (partition !== leadingPartition) return false;
    await months.createAhead(clock.nowMs());
    const keptUs = await keptFromUs();
    if (keptUs !== null) await months.dropBefore(keptUs);
    return false;
  }

  removeSensor(sensorId: number, max: number, epoch: number): Promise<number> {
    return this.#write(epoch, (tx) => removeReadings(tx, sensorId, max));
  }

  removeRange(range: ReadingRange, epoch: number): Promise<number> {
    return this.#write(epoch, (tx) => removeRange(tx, range));
  }

  deviceWithLevelsAfter(deviceId: number): Promise<number | null> {
    return this.#nextOf("battery_levels", "device_id", deviceId);
  }

  removeLevels({ deviceId, beforeUs, max }: OldLevels, epoch: number): Promise<number> {
    return this.#write(epoch, async (tx) => {
      const { rowCount } = await tx.query(
        `DELETE FROM weir_store.battery_levels WHERE (device_id, received_us, volts) IN
         (SELECT device_id, received_us, volts FROM weir_store.battery_levels
          WHERE device_id = $1 AND received_us < $2 ORDER BY received_us LIMIT $3)`,
        [deviceId, beforeUs, max],
      );
      return rowCount ?? 0;
    });
  }

  removeStatistics(deviceIds: readonly number[], max: number, epoch: number): Promise<number> {
    const { partition } = this.#parts;
    return this.#write(epoch, (tx) => removeDeviceStatistics(tx, partition, deviceIds, max));
  }

  removeRecords(records: RecordsOfDevices, epoch: number): Promise<number> {
    return this.#write(epoch, (tx) => removeRecords(tx, this.#parts.partition, records));
  }

  removeAccount(accountId: number, max: number, epoch: number): Promise<number> {
    const { partition } = this.#parts;
    const isLeading = partition === leadingPartition;
    return this.#write(epoch, (tx) => removeAccount(tx, { partition, isLeading, accountId, max }));
  }

  /** Called after every batch, so a transaction is begun only if there is something to do. */
  async tidyStatistics(nowMs: number, epoch: number): Promise<boolean> {
    const { database, partition, statistics } = this.#parts;
    const sinceMs = nowMs - this.#statisticsTidyMs;
    // The clock may have been set back.
    const isSoon = sinceMs >= 0 && sinceMs < statisticsApartMs;
    if (partition !== leadingPartition || isSoon) return false;
    if (await statistics.isDue(database, nowMs))
      return this.#write(epoch, (tx) => statistics.tidy(tx, partition, nowMs));
    this.#statisticsTidyMs = nowMs;
    return false;
  }

  /**
   * Returns the next id in a table that belongs to the partition. Ids of other partitions in between are skipped one by
   * one.
   */
  async #nextOf(table: string, column: string, after: number): Promise<number | null> {
    const next = (than: string) =>
      `SELECT ${column} AS id, partition FROM weir_store.${table} WHERE ${column} > ${than} ORDER BY ${column} LIMIT 1`;
    const { rows } = await this.#parts.database.query<{ id: number }>({
      name: `next of ${table}`,
      text: `WITH RECURSIVE seen AS (
          (${next("$1")})
          UNION ALL
          SELECT following.* FROM seen CROSS JOIN LATERAL (${next("seen.id")}) AS following WHERE seen.partition <> $2
        )
        SELECT id FROM seen WHERE partition = $2`,
      values: [after, this.#parts.partition],
    });
    return rows[0]?.id ?? null;
  }

  #write<T>(epoch: number, work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    const { database, partition } = this.#parts;
    return database.write(async (tx) => {
      await lockPartition(tx, { partition, epoch });
      return work(tx);
    });
  }
}
