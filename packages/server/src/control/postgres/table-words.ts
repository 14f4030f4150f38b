import type { TableWords } from "../resources/resource-table-sql.ts";
import { id, json, text, whole } from "./migrations/column-types.ts";
import { ownRows } from "./migrations/row-security.ts";

export const postgresTableWords: TableWords = {
  id,
  text,
  whole,
  real: "double precision",
  flag: "smallint",
  json,
  end: ");",
  after: ownRows,
};
