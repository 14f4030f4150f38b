import { type RawBuilder, sql } from "kysely";
import { columnOf } from "../engine/record-columns.ts";
import type { WriteDialect } from "../engine/store-dialect.ts";
import { type entryColumns, entryFields } from "./record.ts";

/** What a message has instead of what the one that it is like has. */
interface Changed extends Partial<Record<keyof typeof entryColumns, unknown>> {
  readonly key: RawBuilder<string> | string;
}

/** Adds a message like the one with this id, unless there is one with its key. */
export function addLike(dialect: WriteDialect, id: number, changed: Changed): RawBuilder<unknown> {
  const outbox = dialect.table("outbox");
  const columns = entryFields.map((field) => sql.ref(columnOf(field)));
  const values = entryFields.map((field, nth) => (field in changed ? sql`${changed[field]}` : columns[nth]!));
  return sql`
    INSERT INTO ${outbox} (${dialect.messageKind} ${sql.join(columns)})
    SELECT ${dialect.messageKind} ${sql.join(values)} FROM ${outbox} WHERE id = ${id}
    ON CONFLICT (key) DO NOTHING`;
}
