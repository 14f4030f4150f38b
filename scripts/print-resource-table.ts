import { resources } from "../packages/protocol/src/resources/resources.ts";
import { postgresTableWords } from "../packages/server/src/control/postgres/table-words.ts";
import { resourceTableSql } from "../packages/server/src/control/resources/resource-table-sql.ts";
import { sqliteTableWords } from "../packages/server/src/control/sqlite/table-words.ts";

/** Prints the SQL for the table of a new resource on both engines, to be copied into its migrations: `bun scripts/print-resource-table.ts TABLE` */
const [name] = process.argv.slice(2);
const definition = resources.find(({ table }) => table === name);
if (definition === undefined) {
  console.error(`There is no such table. Give one of: ${resources.map(({ table }) => table).join(", ")}`);
  process.exit(1);
}
console.log(`-- SQLite\n${resourceTableSql(definition, sqliteTableWords)}`);
console.log(`-- PostgreSQL\n${resourceTableSql(definition, postgresTableWords)}`);
