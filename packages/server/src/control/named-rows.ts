import type { ControlData, ControlReader } from "./control.ts";

/** The name and UUID by which people know something. */
export interface NamedRow {
  readonly uuid: string;
  readonly name: string;
}

type NamedTable = "accounts" | "alert_rules" | "chains" | "devices";

/** Returns rows by id; removed ones are left out. */
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

/** Returns null if it was removed. */
export async function findNamed(db: ControlData, table: NamedTable, id: number): Promise<NamedRow | null> {
  const row = await db.selectFrom(table).select(["uuid", "name"]).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}
