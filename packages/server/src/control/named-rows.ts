import type { ControlData, ControlReader } from "./control.ts";

/** What people know something by. */
export interface NamedRow {
  readonly uuid: string;
  readonly name: string;
}

type NamedTable = "accounts" | "chains" | "devices";

/** By id; those that were removed since are missing. */
export async function namedRows(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  table: NamedTable,
  ids: readonly number[],
): Promise<Map<number | null, NamedRow>> {
  const rows = await db
    .selectFrom(table)
    .select(["id", "uuid", "name"])
    .where("id", "in", dialect.listed(ids))
    .execute();
  return new Map(rows.map(({ id, uuid, name }) => [id, { uuid, name }]));
}

/** Null where it was removed since. */
export async function findNamed(db: ControlData, table: NamedTable, id: number): Promise<NamedRow | null> {
  const row = await db.selectFrom(table).select(["uuid", "name"]).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}
