import { sql } from "kysely";
import { PostgresStoreReader } from "../engine/postgres/postgres-store-reader.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import { SlotStatistics } from "./slot-statistics.ts";
import type { StatisticsQueries } from "./statistics-queries.ts";
import { StoredSlots, type SumsOfSlots } from "./stored-slots.ts";

/** Reads counts from PostgreSQL. The database is closed by whoever opened it. */
export function postgresStatistics(database: StoreDatabase): StatisticsQueries {
  return new SlotStatistics(new StoredSlots(new PostgresStoreReader(database), sumsOfSlots));
}

const sumsOfSlots: SumsOfSlots = ({ rows, key, columns, conditions, unitS, fromS, toS }) => sql`
  WITH RECURSIVE slots (slot_s) AS (
    SELECT min(slot_s) FROM ${rows} WHERE unit_s = ${unitS} AND slot_s >= ${fromS}::float8
    UNION ALL
    SELECT (SELECT min(counted.slot_s) FROM ${rows} WHERE counted.unit_s = ${unitS} AND counted.slot_s > slots.slot_s)
    FROM slots WHERE slots.slot_s < ${toS}::float8
  )
  SELECT slots.slot_s, wanted.* FROM slots CROSS JOIN LATERAL (
    SELECT ${sql.raw(key === null ? "0::int8" : `counted.${key}`)} AS key,
      ${sql.raw(columns.map((column) => `sum(counted.${column})::int8 AS ${column}`).join(", "))}
    FROM ${rows} WHERE counted.unit_s = ${unitS} AND counted.slot_s = slots.slot_s AND ${conditions}
    GROUP BY 1
  ) AS wanted
  WHERE slots.slot_s < ${toS}::float8 ORDER BY 1, 2`;
