import { Database } from "bun:sqlite";
import { join } from "node:path";

/** The tables of an installation, read with queries that share no code with the server. */
export interface TableReader {
  /** Names of the columns by table, with the part before: `control.devices`. */
  tables(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids as numbers; everything else as the engine returns it. */
  rows(table: string, columns: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): void;
}

export function fileTables(dataDir: string): TableReader {
  const open = (file: string) => new Database(join(dataDir, file), { readonly: true });
  const databases = { control: open("control.db"), store: open("weir.db") };
  const databaseOf = (part: string) => databases[part as keyof typeof databases];
  return {
    async tables() {
      const found = new Map<string, readonly string[]>();
      for (const [part, database] of Object.entries(databases)) {
        const names = database.query("SELECT name FROM sqlite_schema WHERE type = 'table'").values();
        for (const [name] of names as [string][]) {
          const columns = database.query(`SELECT name FROM pragma_table_info('${name}')`).values();
          found.set(`${part}.${name}`, columns.flat() as string[]);
        }
      }
      return found;
    },
    async rows(table, columns) {
      const [part, name] = table.split(".") as [string, string];
      return databaseOf(part)
        .query(`SELECT ${columns.join(", ")} FROM ${name}`)
        .all() as Record<string, unknown>[];
    },
    close() {
      for (const database of Object.values(databases)) database.close();
    },
  };
}

export function postgresTables(sql: Bun.SQL): TableReader {
  return {
    async tables() {
      // The tables of single months are parts of others.
      const rows: { schema: string; name: string; columns: string[] }[] = await sql`
        SELECT nspname AS schema, relname AS name, array_agg(attname::text) AS columns
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE nspname IN ('weir_control', 'weir_store') AND relkind IN ('r', 'p') AND NOT relispartition
          AND attnum > 0 AND NOT attisdropped
        GROUP BY nspname, relname`;
      return new Map(
        rows.map(({ schema, name, columns }) => [`${schema.replace("weir_", "")}.${name}`, columns]),
      );
    },
    async rows(table, columns) {
      const rows: Record<string, unknown>[] = await sql.unsafe(
        `SELECT ${columns.join(", ")} FROM weir_${table}`,
      );
      const numeric = (value: unknown) =>
        typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numeric(value)])),
      );
    },
    close: () => undefined,
  };
}

/** What the ids in a column are ids of. */
const owners: Readonly<Record<string, string>> = {
  account_id: "control.accounts",
  device_id: "control.devices",
  sensor_id: "control.sensors",
  chain_id: "control.chains",
  board_id: "control.boards",
  template_id: "control.device_templates",
  import_id: "control.imports",
  alarm_id: "store.alarms",
  user_id: "control.users",
};
/** The same where the name of a column is not enough. */
const ownersIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "control.alert_rule_versions": { rule_id: "control.alert_rules" },
  "control.notification_rule_channels": { rule_id: "control.notification_rules" },
  "control.device_import_devices": { import_id: "control.device_imports" },
};

/** Tables that belong to no account, and why. */
export const tablesOfNobody: Readonly<Record<string, string>> = {
  "control.schema_versions": "versions of the schema",
  "control.push_keys": "of the server",
  "control.settings": "of the server",
  "control.sqlite_sequence": "of the engine",
  "store.schema_versions": "versions of the schema",
  "store.sqlite_sequence": "of the engine",
  "store.partitions": "positions in the queue",
  "store.partition_leases": "owners of partitions",
  "store.queue_losses": "of the queue",
  "store.queue_stream": "of the queue",
  "store.sealing_keys": "of the server",
  "store.counters": "sums of all accounts",
  "store.given_ids": "the last ids of alarms and dead letters",
  "store.receipts": "numbers of requests and fates, packed for many accounts; they expire",
  "store.receipts_kept": "their size",
  "store.activity_kept": "sizes",
  "store.statistics_sizes": "sizes",
  "store.staged_parts": "parts of staged rows of many sensors",
};

export type IdsOf = ReadonlyMap<string, ReadonlySet<number>>;

/** The columns of a table by which its rows belong to an account. */
function ownerColumns(table: string, columns: readonly string[]): [column: string, owner: string][] {
  const known = { ...owners, ...ownersIn[table] };
  if (columns.includes("account_id")) return [["account_id", owners.account_id!]];
  return columns.flatMap((column) => (column in known ? [[column, known[column]!]] : []));
}

/** Finds all ids of an account, so that its rows are still recognised when the rows that they belong to are gone. */
export async function idsOfAccount(
  reader: TableReader,
  accountId: number,
  userIds: readonly number[],
): Promise<IdsOf> {
  const ids = new Map<string, Set<number>>([
    ["control.accounts", new Set([accountId])],
    ["control.users", new Set(userIds)],
  ]);
  const tables = await reader.tables();
  // Sensors belong to devices, which belong to the account. Two passes reach everything.
  for (let pass = 0; pass < 2; pass++) {
    for (const [table, columns] of tables) {
      if (!columns.includes("id") || table === "control.accounts" || table === "control.users") continue;
      const owning = ownerColumns(table, columns).filter(([column]) => column !== "user_id");
      if (owning.length === 0) continue;
      const found = ids.get(table) ?? new Set();
      ids.set(table, found);
      for (const row of await reader.rows(table, ["id", ...owning.map(([column]) => column)]))
        if (owning.some(([column, owner]) => ids.get(owner)?.has(row[column] as number)))
          found.add(row.id as number);
    }
  }
  return ids;
}

/** How many rows of each table belong to an account. Throws for a table of which nothing is known. */
export async function countRows(reader: TableReader, ids: IdsOf): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const unknown: string[] = [];
  for (const [table, columns] of await reader.tables()) {
    const owning: [string, string][] =
      table === "control.accounts" || table === "control.users"
        ? [["id", table]]
        : ownerColumns(table, columns);
    if (owning.length === 0) {
      if (!(table in tablesOfNobody)) unknown.push(`${table} (${columns.join(", ")})`);
      continue;
    }
    const rows = await reader.rows(
      table,
      owning.map(([column]) => column),
    );
    const own = rows.filter((row) =>
      owning.some(([column, owner]) => ids.get(owner)?.has(row[column] as number)),
    );
    counts.set(table, own.length);
  }
  if (unknown.length > 0) throw new Error(`Say to whom these tables belong: ${unknown.join("; ")}.`);
  return counts;
}
