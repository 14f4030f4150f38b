import { sql } from "kysely";
import type { ControlDialect } from "../control-dialect.ts";

export const postgresDialect: ControlDialect = {
  listed: (values) => {
    // An empty list has no type; nothing equals NULL, so this matches nothing.
    if (values.length === 0) return sql`(NULL)`;
    const isNumbers = values.every((value) => typeof value !== "string");
    return sql`(SELECT unnest(${values}::${sql.raw(isNumbers ? "bigint[]" : "text[]")}))`;
  },
  jsonListHas: (column, field, value) => {
    const list = sql`${sql.ref(column)}::json -> ${field}`;
    return sql`EXISTS (
      SELECT 1 FROM json_array_elements_text(CASE json_typeof(${list}) WHEN 'array' THEN ${list} ELSE '[]' END) AS item
      WHERE item = ${value})`;
  },
  contains: (column, text) => {
    const anyCase = (of: ReturnType<typeof sql>) => sql`lower(${of} COLLATE "C")`;
    return sql`strpos(${anyCase(sql`${sql.ref(column)}`)}, ${anyCase(sql`${text}::text`)}) > 0`;
  },
};
