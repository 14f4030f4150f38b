import { sql } from "kysely";
import { SqliteStoreReader } from "../engine/sqlite/sqlite-store-reader.ts";
import { SlotStatistics } from "./slot-statistics.ts";
import type { StatisticsQueries } from "./statistics-queries.ts";
import { StoredSlots, type SumsOfSlots } from "./stored-slots.ts";

/** Reads counts from the store's file beside the processor. */
export function sqliteStatistics(dataDir: string): StatisticsQueries {
  return new SlotStatistics(new StoredSlots(new SqliteStoreReader(dataDir), sumsOfSlots));
}

/** A CROSS JOIN keeps the order of its tables. */
const sumsOfSlots: SumsOfSlots = ({ rows, key, columns, conditions, unitS, fromS, toS }) => sql`
  WITH RECURSIVE slots (slot_s) AS (
    SELECT min(slot_s) FROM ${rows} WHERE unit_s = ${unitS} AND slot_s >= ${fromS}
    UNION ALL
    SELECT (SELECT min(counted.slot_s) FROM ${rows} WHERE counted.unit_s = ${unitS} AND counted.slot_s > slots.slot_s)
    FROM slots WHERE slots.slot_s < ${toS}
  )
  SELECT slots.slot_s, ${sql.raw(key === null ? "0" : `counted.${key}`)} AS key,
    ${sql.raw(columns.map((column) => `sum(counted.${column}) AS ${column}`).join(", "))}
  FROM slots CROSS JOIN ${rows} ON counted.unit_s = ${unitS} AND counted.slot_s = slots.slot_s
  WHERE slots.slot_s < ${toS} AND ${conditions} GROUP BY 1, 2`;
