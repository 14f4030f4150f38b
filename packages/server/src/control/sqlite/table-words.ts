import type { TableWords } from "../resources/resource-table-sql.ts";

export const sqliteTableWords: TableWords = {
  id: "INTEGER PRIMARY KEY AUTOINCREMENT",
  text: "TEXT",
  whole: "INTEGER",
  real: "REAL",
  flag: "INTEGER",
  json: (column) => `TEXT CHECK (${column} IS NULL OR json_valid(${column}))`,
  end: ") STRICT;",
  after: () => "",
};
