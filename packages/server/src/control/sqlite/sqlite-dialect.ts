import { sql } from "kysely";
import type { ControlDialect } from "../control-dialect.ts";

export const sqliteDialect: ControlDialect = {
  listed: (values) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`,
  jsonListHas: (column, field, value) =>
    sql`EXISTS (SELECT 1 FROM json_each(${sql.ref(column)}, ${`$.${field}`}) WHERE CAST(value AS TEXT) = ${value})`,
  contains: (column, text) => {
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    return sql`${sql.ref(column)} LIKE ${pattern} ESCAPE '\\'`;
  },
};
