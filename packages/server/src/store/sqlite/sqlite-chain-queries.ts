import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import type { AlarmFilter, Severity } from "@weir/protocol/closed-sets";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
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
import { RowFilter } from "./row-filter.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

const countColumns = "chain_id AS chainId, node_id AS nodeId, output, readings, ended";

const alarmColumns = `
  id, account_id AS accountId, device_id AS deviceId, sensor_id AS sensorId, chain_id AS chainId, node_id AS nodeId,
  rule_id AS ruleId, name, severity, message, raised_us AS raisedUs, raised_value AS raisedValue, last_us AS lastUs,
  last_value AS lastValue, readings, acknowledged_ms AS acknowledgedMs, acknowledged_by AS acknowledgedBy,
  cleared_us AS clearedUs, cleared_by AS clearedBy, clear_reason AS clearReason,
  warning_us AS warningUs, critical_us AS criticalUs`;

/** The device's time is read as text, because a double does not hold its microseconds in every year. */
const letterColumns = `
  id, reason, coalesce(died_ms, 0) AS diedMs, account_id AS accountId, device_id AS deviceId, sensor_id AS sensorId,
  chain_id AS chainId, chain_version AS chainVersion, node_id AS nodeId, node_input AS nodeInput, at_us AS atUs, value,
  received_us AS receivedUs, CAST(device_us AS TEXT) AS deviceUs, metadata, battery_volts AS batteryVolts, raw`;

type LetterRow = Omit<DeadLetterRecord, "deviceUs"> & { readonly deviceUs: string | null };

/** Reads the store's file beside the processor. If there is no file yet, chains have kept nothing yet. */
export class SqliteChainQueries implements ChainQueries {
  readonly #db: Database | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
  }

  async nodeCounts(chainIds: readonly number[]): Promise<NodeCount[]> {
    return this.#all(
      `SELECT ${countColumns} FROM node_counts WHERE chain_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(chainIds),
    );
  }

  async nodeErrors(chainId: number): Promise<NodeError[]> {
    return this.#all(
      `SELECT chain_id AS chainId, node_id AS nodeId, sensor_id AS sensorId, happened_ms AS happenedMs, reason
       FROM node_errors WHERE chain_id = ?`,
      chainId,
    );
  }

  async alarms(query: AlarmQuery): Promise<AlarmRecord[]> {
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
    return this.#page(`SELECT ${alarmColumns} FROM alarms`, filter, query.limit);
  }

  async alarmCounts(accountId: number, countedMax: number): Promise<AlarmCounts> {
    return this.#ofOneMoment(() => this.#alarmCounts(accountId, countedMax));
  }

  #alarmCounts(accountId: number, countedMax: number): AlarmCounts {
    const rows = this.#all<{ severity: Severity; active: number; unacknowledged: number }>(
      `SELECT severity, count(*) AS active, sum(isOpen) AS unacknowledged FROM (
         SELECT severity, acknowledged_ms IS NULL AS isOpen FROM alarms
         WHERE account_id = ? AND cleared_us IS NULL LIMIT ?
       ) GROUP BY severity`,
      accountId,
      countedMax,
    );
    const active = { info: 0, warning: 0, critical: 0 };
    const unacknowledged = { ...active };
    for (const row of rows) {
      active[row.severity] = row.active;
      unacknowledged[row.severity] = row.unacknowledged;
    }
    const [newest] = this.#all<{ id: number }>(
      "SELECT id FROM alarms WHERE account_id = ? ORDER BY id DESC LIMIT 1",
      accountId,
    );
    return { active, unacknowledged, newestId: newest?.id ?? null };
  }

  async deviceAlarms(accountId: number, deviceIds?: readonly number[]): Promise<DeviceAlarms[]> {
    const filter = new RowFilter(accountId).among("device_id", deviceIds).is(alarmConditions.active);
    return this.#all(
      `SELECT device_id AS deviceId, count(*) AS active, sum(acknowledged_ms IS NULL) AS unacknowledged,
         CASE max(CASE severity WHEN 'critical' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END)
           WHEN 2 THEN 'critical' WHEN 1 THEN 'warning' ELSE 'info' END AS severity
       FROM alarms ${filter.where} GROUP BY device_id`,
      ...filter.values,
    );
  }

  async devicesWithSilenceAlarm(): Promise<number[]> {
    const select = "SELECT device_id AS deviceId FROM alarms WHERE sensor_id IS NULL AND cleared_us IS NULL";
    return this.#all<{ deviceId: number }>(select).map(({ deviceId }) => deviceId);
  }

  async deadLetters(query: DeadLetterQuery): Promise<DeadLetterRecord[]> {
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
    return this.#letters(new RowFilter(accountId).equals("id", id), 1)[0] ?? null;
  }

  async deadLetterCounts(chainId: number): Promise<NodeLetters[]> {
    return this.#all(
      `SELECT node_id AS nodeId, count(*) AS letters FROM dead_letters WHERE chain_id = ?
       GROUP BY node_id ORDER BY letters DESC, node_id`,
      chainId,
    );
  }

  async deadLetterTotals(
    chainIds: readonly number[],
  ): Promise<{ readonly chainId: number; readonly letters: number }[]> {
    return this.#all(
      `SELECT chain_id AS chainId, count(*) AS letters FROM dead_letters
       WHERE chain_id IN (SELECT value FROM json_each(?)) GROUP BY chain_id ORDER BY chain_id`,
      JSON.stringify(chainIds),
    );
  }

  async keptCounts(countedMax: number): Promise<KeptCounts> {
    return this.#ofOneMoment(() => this.#keptCounts(countedMax));
  }

  #keptCounts(countedMax: number): KeptCounts {
    const count = (groups: string): Record<string, number> =>
      Object.fromEntries(this.#all<Group>(groups, countedMax).map(({ name, rows }) => [name, rows]));
    const { letters = 0 } = count(
      "SELECT 'letters' AS name, count(*) AS rows FROM (SELECT 1 FROM dead_letters LIMIT ?)",
    );
    const {
      info = 0,
      warning = 0,
      critical = 0,
    } = count(
      `SELECT severity AS name, count(*) AS rows
       FROM (SELECT severity FROM alarms WHERE cleared_us IS NULL LIMIT ?) GROUP BY severity`,
    );
    const { waiting = 0 } = count(
      `SELECT 'waiting' AS name, count(*) AS rows FROM (SELECT 1 FROM outbox WHERE state = 'waiting' LIMIT ?)`,
    );
    // Ordered by when they were settled, because their index is in this order.
    const { delivered = 0, dead = 0 } = count(
      `SELECT state AS name, count(*) AS rows FROM (
         SELECT state FROM outbox WHERE state <> 'waiting' ORDER BY settled_ms DESC LIMIT ?
       ) GROUP BY state`,
    );
    return {
      deadLetters: letters,
      activeAlarms: { info, warning, critical },
      messages: { waiting, delivered, dead },
    };
  }

  async keptCountsOf(accountId: number, countedMax: number): Promise<AccountKeptCounts> {
    const count = (rows: string): number =>
      this.#all<{ rows: number }>(`SELECT count(*) AS rows FROM (${rows})`, accountId, countedMax)[0]?.rows ??
      0;
    return this.#ofOneMoment(() => ({
      deadLetters: count("SELECT 1 FROM dead_letters WHERE account_id = ? LIMIT ?"),
      activeAlarms: this.#alarmCounts(accountId, countedMax).active,
      messages: {
        waiting: count("SELECT 1 FROM outbox WHERE account_id = ? AND state = 'waiting' LIMIT ?"),
        dead: count(`SELECT 1 FROM (
          SELECT state FROM outbox WHERE account_id = ? ORDER BY id DESC LIMIT ?
        ) WHERE state = 'dead'`),
      },
    }));
  }

  async busiestChains(limit: number): Promise<number[]> {
    const select = `SELECT chain_id AS chainId, max(readings) AS readings FROM node_counts
      GROUP BY chain_id ORDER BY readings DESC, chain_id LIMIT ?`;
    return this.#all<{ chainId: number }>(select, limit).map(({ chainId }) => chainId);
  }

  async mostEnded(limit: number): Promise<NodeCount[]> {
    return this.#all(
      `SELECT ${countColumns} FROM node_counts WHERE ended > 0
       ORDER BY ended DESC, chain_id, node_id, output LIMIT ?`,
      limit,
    );
  }

  async newestDeadByNode(countedMax: number): Promise<(NodeLetters & { readonly chainId: number })[]> {
    return this.#all(
      `SELECT chain_id AS chainId, node_id AS nodeId, count(*) AS letters
       FROM (SELECT chain_id, node_id FROM dead_letters ORDER BY id DESC LIMIT ?)
       WHERE chain_id IS NOT NULL
       GROUP BY chain_id, node_id ORDER BY letters DESC, chain_id, node_id`,
      countedMax,
    );
  }

  async close(): Promise<void> {
    this.#db?.close();
  }

  #letters(filter: RowFilter, limit: number): DeadLetterRecord[] {
    const rows = this.#page<LetterRow>(`SELECT ${letterColumns} FROM dead_letters`, filter, limit);
    return rows.map((row) => ({ ...row, deviceUs: row.deviceUs === null ? null : BigInt(row.deviceUs) }));
  }

  #page<Row>(select: string, filter: RowFilter, limit: number): Row[] {
    return this.#all(`${select} ${filter.where} ORDER BY id DESC LIMIT ?`, ...filter.values, limit);
  }

  /** The processor writes meanwhile, so several statements see the same rows only within one transaction. */
  #ofOneMoment<T>(work: () => T): T {
    return this.#db === null ? work() : this.#db.transaction(work)();
  }

  #all<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return (this.#db?.query(sql).all(...values) ?? []) as Row[];
  }
}

interface Group {
  readonly name: string;
  readonly rows: number;
}

const alarmConditions: Readonly<Record<AlarmFilter, string | null>> = {
  active: "cleared_us IS NULL",
  unacknowledged: "cleared_us IS NULL AND acknowledged_ms IS NULL",
  acknowledged: "cleared_us IS NULL AND acknowledged_ms IS NOT NULL",
  cleared: "cleared_us IS NOT NULL",
  all: null,
};
