import { Database } from "bun:sqlite";
import { migrate } from "../../../platform/sqlite/open-database.ts";
import {
  controlTables,
  type MigratedTable,
  storeTables,
  type TableShape,
} from "../../migration/migrated-tables.ts";
import { embeddedLayout } from "../embedded-layout.ts";

/** The tables that are copied, with their columns and keys in the files of this version. */
export function migratedShapes(): TableShape[] {
  return [...shapesOf(embeddedLayout.control, controlTables), ...shapesOf(embeddedLayout.store, storeTables)];
}

function shapesOf(
  { name, migrations }: (typeof embeddedLayout)["control"],
  tables: readonly MigratedTable[],
): TableShape[] {
  const db = new Database(":memory:");
  try {
    migrate(db, name, migrations);
    return tables.map((table) => shapeOf(db, table));
  } finally {
    db.close();
  }
}

/** Columns that SQLite computes are left out. */
function shapeOf(db: Database, table: MigratedTable): TableShape {
  const columns = db
    .query<{ name: string; pk: number; hidden: number }, []>(`PRAGMA table_xinfo(${table.name})`)
    .all();
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  return {
    ...table,
    columns: columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name),
    key: key.map(({ name }) => name),
  };
}
