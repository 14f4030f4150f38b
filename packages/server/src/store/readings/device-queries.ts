import { type RawBuilder, sql } from "kysely";
import { giveWay, giveWayIfLong } from "../../platform/give-way.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import type { BatteryLevel, BatteryQuery, ReadingQueries, WrittenConnection } from "./reading-queries.ts";

interface DeviceReader {
  readonly dialect: StoreDialect;
  /** Resolves to no rows if there is no store yet. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

/** What is asked about devices besides their readings, with the same SQL on every engine. */
type DeviceQueries = Pick<
  ReadingQueries,
  "connectionsOf" | "devicesWithWrongClocks" | "clockOffsetMs" | "batteryHistory"
>;

export function deviceQueries(reader: DeviceReader, pageRows: number): DeviceQueries {
  const { dialect } = reader;
  const connections = dialect.table("connections");
  return {
    async connectionsOf(deviceIds) {
      await giveWayIfLong();
      const rows = await reader.rows(sql<ConnectionRow>`
        SELECT device_id AS "deviceId", last_connected_ms AS "lastConnectedMs", rhythm, behind_ms AS "behindMs",
          CASE WHEN wrong_ms > current_ms THEN wrong_ms END AS "wrongMs"
        FROM ${connections} WHERE ${dialect.among("device_id", deviceIds)}`);
      return new Map(rows.map((row) => [row.deviceId, connectionOf(row)]));
    },

    async devicesWithWrongClocks() {
      const [found] = await reader.rows(sql<{ ids: string }>`
        SELECT '[' || coalesce(${dialect.joined("device_id")}, '') || ']' AS ids FROM ${connections}
        WHERE wrong_ms > current_ms`);
      return found === undefined ? [] : JSON.parse(found.ids);
    },

    async clockOffsetMs(deviceId) {
      const [found] = await reader.rows(sql<{ clockOffsetMs: number | null }>`
        SELECT clock_offset_ms AS "clockOffsetMs" FROM ${connections} WHERE device_id = ${deviceId}`);
      return found?.clockOffsetMs ?? null;
    },

    batteryHistory: (query) => batteryHistory(reader, query, pageRows),
  };
}

interface ConnectionRow extends Omit<WrittenConnection, "wrongClock"> {
  readonly deviceId: number;
  readonly wrongMs: number | null;
  readonly behindMs: number | null;
}

function connectionOf({ lastConnectedMs, rhythm, wrongMs, behindMs }: ConnectionRow): WrittenConnection {
  if (wrongMs === null) return { lastConnectedMs, rhythm };
  return { lastConnectedMs, rhythm, wrongClock: { wrongMs, behindMs: behindMs! } };
}

/**
 * Lists battery levels of a device in either direction, a page at a time. No transaction is open between two pages, so a
 * slow reader does not hold back the store. Each page continues after the key at which the previous one ended.
 */
async function* batteryHistory(
  reader: DeviceReader,
  query: BatteryQuery,
  pageRows: number,
): AsyncGenerator<readonly BatteryLevel[]> {
  const { deviceId, order = "asc" } = query;
  const { fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
  const [comparison, direction] = order === "asc" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  // No voltage is this low, so a page that starts here includes every level of its first time and none of its end.
  let last = query.after ?? {
    receivedUs: order === "asc" ? fromUs : toUs,
    volts: Number.NEGATIVE_INFINITY,
  };
  while (left > 0) {
    const max = Math.min(pageRows, left);
    const page = await reader.rows(sql<BatteryLevel>`
      SELECT received_us AS "receivedUs", volts FROM ${reader.dialect.table("battery_levels")}
      WHERE device_id = ${deviceId} AND (received_us, volts) ${comparison} (${last.receivedUs}, ${last.volts})
        AND received_us >= ${fromUs} AND received_us < ${toUs}
      ORDER BY received_us ${direction}, volts ${direction} LIMIT ${max}`);
    if (page.length > 0) yield page;
    if (page.length < max) return;
    left -= page.length;
    last = page.at(-1)!;
    await giveWay();
  }
}
