import { type RawBuilder, sql } from "kysely";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { type DeadLetterFilter, type LetterRow, letterSelectList } from "./record.ts";

/** Reads dead letters for the owner of a partition, oldest first. Only an engine with several partitions is given one. */
export function keptLetters(
  dialect: StoreDialect,
  { accountId, sensorId, fromId, limit }: DeadLetterFilter,
  partition?: number,
): RawBuilder<LetterRow> {
  const { where } = new RowFilter(dialect, accountId)
    .equals("partition", partition)
    .equals("sensor_id", sensorId ?? undefined)
    .from("id", fromId);
  return sql`
    SELECT ${sql.raw(letterSelectList)} FROM ${dialect.table("dead_letters")} ${where} ORDER BY id LIMIT ${limit}`;
}
