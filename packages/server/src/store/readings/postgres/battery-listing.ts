import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import type { BatteryLevel, BatteryQuery } from "../reading-queries.ts";

/**
 * Lists battery levels of a device in either direction, a page at a time. Each page continues after the key at which the previous
 * one ended.
 */
export async function* listBatteryLevels(
  database: StoreDatabase,
  query: BatteryQuery,
  pageRows: number,
): AsyncGenerator<readonly BatteryLevel[]> {
  const { deviceId, order = "asc" } = query;
  const { fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
  const [comparison, direction] = order === "asc" ? [">", "ASC"] : ["<", "DESC"];
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  // No voltage is this low, so a page that starts here includes every level of its first time and none of its end.
  let last = query.after ?? {
    receivedUs: order === "asc" ? fromUs : toUs,
    volts: Number.NEGATIVE_INFINITY,
  };
  while (left > 0) {
    const max = Math.min(pageRows, left);
    const { rows } = await database.query<BatteryLevel>({
      name: `battery levels ${direction}`,
      text: `SELECT received_us AS "receivedUs", volts FROM weir_store.battery_levels
        WHERE device_id = $1 AND (received_us, volts) ${comparison} ($2, $3) AND received_us >= $4 AND received_us < $5
        ORDER BY received_us ${direction}, volts ${direction} LIMIT $6`,
      values: [deviceId, last.receivedUs, last.volts, fromUs, toUs, max],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < max) return;
    left -= rows.length;
    last = rows.at(-1)!;
  }
}
