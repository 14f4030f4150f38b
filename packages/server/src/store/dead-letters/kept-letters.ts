import { type RawBuilder, type SqlBool, sql } from "kysely";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { type DeadLetterFilter, type LetterRow, letterSelectList } from "./record.ts";

/** Reads dead letters for the owner of a partition, oldest first. `within` matches its rows; null means all. */
export function keptLetters(
  dialect: StoreDialect,
  { accountId, sensorId, fromId, limit }: DeadLetterFilter,
  within: RawBuilder<SqlBool> | null,
): RawBuilder<LetterRow> {
  const { where } = new RowFilter(dialect, accountId)
    .is(within)
    .equals("sensor_id", sensorId ?? undefined)
    .from("id", fromId);
  return sql`
    SELECT ${sql.raw(letterSelectList)} FROM ${dialect.table("dead_letters")} ${where} ORDER BY id LIMIT ${limit}`;
}
