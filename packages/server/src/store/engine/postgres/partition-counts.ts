import { accountPolicy } from "./row-security.ts";

/**
 * Tables of counts to which the processors of several partitions add. Each has a second table, in which every partition
 * counts in rows of its own, so that no processor waits for the commit of another. Whoever reads sums both. What is in
 * the first table was counted by an earlier version, or was gathered there.
 */
const countTables = ["node_counts", "account_statistics", "refused_requests"] as const;

export type CountTable = (typeof countTables)[number];

export function isCountTable(name: string): name is CountTable {
  return (countTables as readonly string[]).includes(name);
}

/** The table in which partitions count in rows of their own. */
export function partitionTableOf(name: CountTable): string {
  return `partition_${name}`;
}

/** Their keys, besides the partition. */
const keys: Readonly<Record<CountTable, string>> = {
  node_counts: "chain_id, node_id, output",
  account_statistics: "unit_s, slot_s, account_id",
  refused_requests: "unit_s, slot_s, account_id, reason",
};

/** There is free space beside the rows, because most of them change with every batch. */
export const partitionCountTables = `${countTables
  .map(
    (name) => `
CREATE TABLE weir_store.${partitionTableOf(name)} (
  partition int2 NOT NULL,
  LIKE weir_store.${name} INCLUDING DEFAULTS,
  PRIMARY KEY (${keys[name]}, partition)
) WITH (fillfactor = 50);`,
  )
  .join("")}
${accountPolicy("partition_account_statistics")}${accountPolicy("partition_refused_requests")}`;

/**
 * A statement that moves rows of all partitions into the first table. `which` selects them. It returns how many rows
 * are `gone` there, and how many were `added` here. In between they are never seen twice or not at all.
 */
export function gatherText(name: CountTable, sums: readonly string[], which = ""): string {
  const columns = [keys[name], ...sums].join(", ");
  return `WITH gone AS (
      DELETE FROM weir_store.${partitionTableOf(name)} ${which} RETURNING ${columns}
    ), added AS (
      INSERT INTO weir_store.${name} AS counted (${columns})
      SELECT ${[keys[name], ...sums.map((column) => `sum(${column})`)].join(", ")} FROM gone
      GROUP BY ${keys[name]} ORDER BY ${keys[name]}
      ON CONFLICT (${keys[name]}) DO UPDATE SET ${addedTo(sums)}
      RETURNING xmax = 0 AS is_new
    )
    SELECT (SELECT count(*) FROM gone) AS gone, (SELECT count(*) FROM added WHERE is_new) AS added`;
}

/** What an upsert into a table called `counted` adds to these columns. */
export function addedTo(columns: readonly string[]): string {
  return columns.map((column) => `${column} = counted.${column} + excluded.${column}`).join(", ");
}
