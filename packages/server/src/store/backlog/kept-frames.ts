import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Position } from "../../queue/position.ts";
import { selectList } from "../engine/record-columns.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import type { Backlog, KeptFrame } from "./record.ts";

/** How many frames of a line are looked at when some are taken. */
const framesMax = 2000;

const keptFields = ["id", "accountId", "deviceId", "position", "firstOrdinal", "readings", "due", "data"];

/** A row names only the sequence of its position, because it lies in the partition of its owner. */
type Placed<Of> = Omit<Of, "position"> & { readonly position: number };

/** Reads the backlogs of a partition for its owner. `within` matches its rows; null means all. */
export function keptBacklogs(
  dialect: StoreDialect,
  within: RawBuilder<SqlBool> | null,
): RawBuilder<Placed<Backlog>> {
  const { where } = new RowFilter(dialect, null).is(within);
  return sql`
    SELECT account_id AS "accountId", min(position) AS position, CAST(sum(readings) AS bigint) AS readings,
      CAST(sum(bytes) AS bigint) AS bytes
    FROM ${dialect.table("parked_frames")} ${where} GROUP BY account_id ORDER BY account_id`;
}

/** Reads the first frames in the line of an account: at least one if there is any, then more up to `bytesMax`. */
export function firstFrames(
  dialect: StoreDialect,
  { accountId, bytesMax }: { readonly accountId: number; readonly bytesMax: number },
  within: RawBuilder<SqlBool> | null,
): RawBuilder<Placed<KeptFrame>> {
  const frames = dialect.table("parked_frames");
  const ofAccount = new RowFilter(dialect, accountId).is(within);
  const first = new RowFilter(dialect, null).is(within).is(sql`id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY id) AS nth, sum(bytes) OVER (ORDER BY id) AS bytes_so_far
      FROM (SELECT id, bytes FROM ${frames} ${ofAccount.where} ORDER BY id LIMIT ${sql.lit(framesMax)}) AS line
    ) AS summed WHERE nth = 1 OR bytes_so_far <= ${bytesMax}
  )`);
  return sql`SELECT ${sql.raw(selectList(keptFields))} FROM ${frames} ${first.where} ORDER BY id`;
}

export function placedIn<Of extends { readonly position: number }>(
  partition: number,
  rows: readonly Of[],
): (Omit<Of, "position"> & { readonly position: Position })[] {
  return rows.map((row) => ({ ...row, position: { partition, sequence: row.position } }));
}
