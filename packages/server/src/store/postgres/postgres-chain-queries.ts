import type { AlarmFilter, MessageState, Severity } from "@weir/protocol/closed-sets";
import type {
  AccountKeptCounts,
  AccountScope,
  AlarmCounts,
  AlarmQuery,
  AlarmRecord,
  ChainQueries,
  DeadLetterQuery,
  DeadLetterRecord,
  DeviceAlarms,
  KeptCounts,
  NodeLetters,
} from "../chain-queries.ts";
import type { NodeCount, NodeError } from "../chain-records.ts";
import { type LetterRow, letterColumns, letterOf } from "./dead-letter-rows.ts";
import { RowFilter } from "./row-filter.ts";
import type { StoreDatabase } from "./store-database.ts";

export const countColumns = `chain_id AS "chainId", node_id AS "nodeId", output, readings, ended`;

const alarmColumns = `
  id, account_id AS "accountId", device_id AS "deviceId", sensor_id AS "sensorId", chain_id AS "chainId", node_id AS "nodeId",
  rule_id AS "ruleId", name, severity, message, raised_us AS "raisedUs", raised_value AS "raisedValue", last_us AS "lastUs",
  last_value AS "lastValue", readings, acknowledged_ms AS "acknowledgedMs", acknowledged_by AS "acknowledgedBy",
  cleared_us AS "clearedUs", cleared_by AS "clearedBy", clear_reason AS "clearReason",
  warning_us AS "warningUs", critical_us AS "criticalUs"`;

/** Answers each question with one statement, and so with a snapshot of one moment. */
export class PostgresChainQueries implements ChainQueries {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  nodeCounts(chainIds: readonly number[]): Promise<NodeCount[]> {
    return this.#all(
      `SELECT ${countColumns} FROM weir_store.node_counts WHERE chain_id = ANY ($1::int8[])
       ORDER BY chain_id, node_id, output`,
      [chainIds],
    );
  }

  nodeErrors(chainId: number): Promise<NodeError[]> {
    return this.#all(
      `SELECT chain_id AS "chainId", node_id AS "nodeId", sensor_id AS "sensorId", happened_ms AS "happenedMs", reason
       FROM weir_store.node_errors WHERE chain_id = $1 ORDER BY node_id`,
      [chainId],
    );
  }

  alarms(query: AlarmQuery): Promise<AlarmRecord[]> {
    const filter = new RowFilter(query.accountId)
      .among("id", query.ids)
      .notAmong("id", query.exceptIds)
      .equals("device_id", query.deviceId)
      .equals("sensor_id", query.sensorId)
      .equals("chain_id", query.chainId)
      .equals("name", query.name)
      .equals("severity", query.severity)
      .is(alarmConditions[query.state ?? "all"])
      .from("raised_us", query.raisedFromUs)
      .to("raised_us", query.raisedToUs)
      .before(query.beforeId);
    return this.#page(`SELECT ${alarmColumns} FROM weir_store.alarms`, filter, query.limit);
  }

  async alarmCounts(accountId: number, countedMax: number): Promise<AlarmCounts> {
    const rows = await this.#database.rowsFor<OpenAlarms & { newestId: number | null }>(
      accountId,
      `SELECT newest.id AS "newestId", open.* FROM (SELECT max(id) AS id FROM weir_store.alarms WHERE account_id = $1) AS newest
       LEFT JOIN (${openAlarms("account_id = $1 AND")}) AS open ON true`,
      [accountId, countedMax],
    );
    return {
      active: bySeverity(rows, ({ active }) => active),
      unacknowledged: bySeverity(rows, ({ unacknowledged }) => unacknowledged),
      newestId: rows[0]!.newestId,
    };
  }

  deviceAlarms(accountId: number, deviceIds?: readonly number[]): Promise<DeviceAlarms[]> {
    const filter = new RowFilter(accountId).among("device_id", deviceIds).is(alarmConditions.active);
    return this.#database.rowsFor(
      accountId,
      `SELECT device_id AS "deviceId", count(*) AS active,
         count(*) FILTER (WHERE acknowledged_ms IS NULL) AS unacknowledged,
         CASE max(CASE severity WHEN 'critical' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END)
           WHEN 2 THEN 'critical' WHEN 1 THEN 'warning' ELSE 'info' END AS severity
       FROM weir_store.alarms ${filter.where} GROUP BY device_id ORDER BY device_id`,
      filter.values,
    );
  }

  async devicesWithSilenceAlarm(): Promise<number[]> {
    const rows = await this.#all<{ deviceId: number }>(
      `SELECT device_id AS "deviceId" FROM weir_store.alarms WHERE sensor_id IS NULL AND cleared_us IS NULL`,
    );
    return rows.map(({ deviceId }) => deviceId);
  }

  deadLetters(query: DeadLetterQuery): Promise<DeadLetterRecord[]> {
    const filter = new RowFilter(query.accountId)
      .among("id", query.ids)
      .equals("device_id", query.deviceId)
      .equals("sensor_id", query.sensorId)
      .equals("chain_id", query.chainId)
      .equals("node_id", query.nodeId)
      .before(query.beforeId);
    return this.#letters(filter, query.limit);
  }

  async deadLetter(accountId: AccountScope, id: number): Promise<DeadLetterRecord | null> {
    return (await this.#letters(new RowFilter(accountId).equals("id", id), 1))[0] ?? null;
  }

  deadLetterCounts(chainId: number): Promise<NodeLetters[]> {
    return this.#all(
      `SELECT node_id AS "nodeId", count(*) AS letters FROM weir_store.dead_letters WHERE chain_id = $1
       GROUP BY node_id ORDER BY letters DESC, node_id NULLS FIRST`,
      [chainId],
    );
  }

  deadLetterTotals(
    chainIds: readonly number[],
  ): Promise<{ readonly chainId: number; readonly letters: number }[]> {
    return this.#all(
      `SELECT chain_id AS "chainId", count(*) AS letters FROM weir_store.dead_letters
       WHERE chain_id = ANY ($1::int8[]) GROUP BY chain_id ORDER BY chain_id`,
      [chainIds],
    );
  }

  async keptCounts(countedMax: number): Promise<KeptCounts> {
    const counts = await this.#counts(
      null,
      `SELECT 'letters' AS name, count(*) AS rows FROM (SELECT 1 FROM weir_store.dead_letters LIMIT $1) AS letters
       UNION ALL
       SELECT severity, count(*) FROM (
         SELECT severity FROM weir_store.alarms WHERE cleared_us IS NULL LIMIT $1
       ) AS open GROUP BY severity
       UNION ALL
       SELECT 'waiting', count(*) FROM (SELECT 1 FROM weir_store.outbox WHERE state = 'waiting' LIMIT $1) AS waiting
       UNION ALL
       SELECT state, count(*) FROM (
         SELECT state FROM weir_store.outbox WHERE state <> 'waiting' ORDER BY settled_ms DESC LIMIT $1
       ) AS settled GROUP BY state`,
      [countedMax],
    );
    const { letters = 0, info = 0, warning = 0, critical = 0, waiting = 0, delivered = 0, dead = 0 } = counts;
    return {
      deadLetters: letters,
      activeAlarms: { info, warning, critical },
      messages: { waiting, delivered, dead },
    };
  }

  async keptCountsOf(accountId: number, countedMax: number): Promise<AccountKeptCounts> {
    const counts = await this.#counts(
      accountId,
      `SELECT 'letters' AS name, count(*) AS rows FROM (
         SELECT 1 FROM weir_store.dead_letters WHERE account_id = $1 LIMIT $2
       ) AS letters
       UNION ALL
       SELECT severity, active FROM (${openAlarms("account_id = $1 AND")}) AS open
       UNION ALL
       SELECT 'waiting', count(*) FROM (
         SELECT 1 FROM weir_store.outbox WHERE account_id = $1 AND state = 'waiting' LIMIT $2
       ) AS waiting
       UNION ALL
       SELECT 'dead', count(*) FROM (
         SELECT state FROM weir_store.outbox WHERE account_id = $1 ORDER BY id DESC LIMIT $2
       ) AS newest WHERE state = 'dead'`,
      [accountId, countedMax],
    );
    const { letters = 0, info = 0, warning = 0, critical = 0, waiting = 0, dead = 0 } = counts;
    return {
      deadLetters: letters,
      activeAlarms: { info, warning, critical },
      messages: { waiting, dead },
    };
  }

  async busiestChains(limit: number): Promise<number[]> {
    const rows = await this.#all<{ chainId: number }>(
      `SELECT chain_id AS "chainId" FROM weir_store.node_counts
       GROUP BY chain_id ORDER BY max(readings) DESC, chain_id LIMIT $1`,
      [limit],
    );
    return rows.map(({ chainId }) => chainId);
  }

  mostEnded(limit: number): Promise<NodeCount[]> {
    return this.#all(
      `SELECT ${countColumns} FROM weir_store.node_counts WHERE ended > 0
       ORDER BY ended DESC, chain_id, node_id, output LIMIT $1`,
      [limit],
    );
  }

  newestDeadByNode(countedMax: number): Promise<(NodeLetters & { readonly chainId: number })[]> {
    return this.#all(
      `SELECT chain_id AS "chainId", node_id AS "nodeId", count(*) AS letters
       FROM (SELECT chain_id, node_id FROM weir_store.dead_letters ORDER BY id DESC LIMIT $1) AS newest
       WHERE chain_id IS NOT NULL
       GROUP BY chain_id, node_id ORDER BY letters DESC, chain_id, node_id NULLS FIRST`,
      [countedMax],
    );
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}

  async #letters(filter: RowFilter, limit: number): Promise<DeadLetterRecord[]> {
    const select = `SELECT ${letterColumns} FROM weir_store.dead_letters`;
    return (await this.#page<LetterRow>(select, filter, limit)).map(letterOf);
  }

  #page<Row>(select: string, filter: RowFilter, limit: number): Promise<Row[]> {
    const max = filter.bind(limit);
    const statement = `${select} ${filter.where} ORDER BY id DESC LIMIT ${max}`;
    return this.#database.rowsFor(filter.accountId, statement, filter.values);
  }

  async #counts(
    accountId: AccountScope,
    select: string,
    values: readonly unknown[],
  ): Promise<Partial<Record<Counted, number>>> {
    const rows = await this.#database.rowsFor<{ name: Counted; rows: number }>(accountId, select, values);
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  }

  async #all<Row>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#database.query<Row>(statement, values)).rows;
  }
}

type Counted = "letters" | Severity | MessageState;

interface OpenAlarms {
  readonly severity: Severity | null;
  readonly active: number;
  readonly unacknowledged: number;
}

/** Counts the alarms that are not over by severity, up to $2. */
function openAlarms(scope: string): string {
  return `SELECT severity, count(*) AS active, count(*) FILTER (WHERE is_open) AS unacknowledged FROM (
    SELECT severity, acknowledged_ms IS NULL AS is_open FROM weir_store.alarms
    WHERE ${scope} cleared_us IS NULL LIMIT $2
  ) AS counted GROUP BY severity`;
}

function bySeverity(
  rows: readonly OpenAlarms[],
  count: (row: OpenAlarms) => number,
): Record<Severity, number> {
  const counts = { info: 0, warning: 0, critical: 0 };
  for (const row of rows) if (row.severity !== null) counts[row.severity] = count(row);
  return counts;
}

const alarmConditions: Readonly<Record<AlarmFilter, string | null>> = {
  active: "cleared_us IS NULL",
  unacknowledged: "cleared_us IS NULL AND acknowledged_ms IS NULL",
  acknowledged: "cleared_us IS NULL AND acknowledged_ms IS NOT NULL",
  cleared: "cleared_us IS NOT NULL",
  all: null,
};
