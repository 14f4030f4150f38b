import type { Field } from "@weir/protocol/resources/field";
import type { ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import { z } from "zod";

/** What the engines write differently. Each adapter has its own. */
export interface TableWords {
  readonly id: string;
  readonly text: string;
  readonly whole: string;
  readonly real: string;
  readonly flag: string;
  /** A text that is JSON, or none. */
  readonly json: (column: string) => string;
  /** What ends a table. */
  readonly end: string;
  /** Statements after the table and its index. */
  readonly after: (table: string) => string;
}

/**
 * The SQL that creates the table of a new resource, for a migration. A migration that has landed never changes and a definition
 * does, so the migration has a copy of this text: `scripts/print-resource-table.ts` prints it.
 */
export function resourceTableSql(definition: ResourceDefinition, words: TableWords): string {
  const { table, owner, version, times, sameName, fields } = definition;
  const isOwned = owner === "account or person";
  const lines = [
    `id ${words.id}`,
    `uuid ${words.text} NOT NULL UNIQUE`,
    `account_id ${words.whole} NOT NULL REFERENCES accounts (id)`,
    ...(isOwned ? [`user_id ${words.whole}`] : []),
    ...Object.entries(fields).map(([name, field]) => `${name} ${columnOf(name, field, words)}`),
    ...(version === "counted" ? [`version ${words.whole} NOT NULL CHECK (version > 0)`] : []),
    ...times.map((time) => `${time} ${words.whole} NOT NULL`),
    ...(sameName === "refused" ? ["UNIQUE (account_id, name)"] : []),
    // A person's own goes when the person leaves the account.
    ...(isOwned
      ? ["FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE"]
      : []),
  ];
  return `CREATE TABLE ${table} (\n  ${lines.join(",\n  ")}\n${words.end}\n${indexOf(definition)}${words.after(table)}`;
}

/** Names that are unique in an account have an index already. */
function indexOf({ table, owner, sameName }: ResourceDefinition): string {
  if (owner === "account or person")
    return `CREATE INDEX ${table}_by_owner ON ${table} (account_id, user_id);\n`;
  if (sameName === "refused") return "";
  return `CREATE INDEX ${table}_by_account ON ${table} (account_id);\n`;
}

function columnOf(name: string, { schema, stored }: Field, words: TableWords): string {
  const required = schema.safeParse(null).success ? "" : " NOT NULL";
  switch (stored) {
    case "text":
      return `${words.text}${required}`;
    case "json":
      return `${words.json(name)}${required}`;
    case "flag":
      return `${words.flag}${required} CHECK (${name} IN (0, 1))`;
    case "number":
      return `${isWhole(schema) ? words.whole : words.real}${required}`;
  }
}

function isWhole(schema: z.ZodType): boolean {
  return JSON.stringify(z.toJSONSchema(schema)).includes('"integer"');
}
