import type { RawBuilder } from "kysely";
import { activeAlarms, alarmsById, keptInOrder } from "../../alarms/kept-alarms.ts";
import type { ActiveAlarm, KeptAlarm, KeptSilenceAlarm } from "../../alarms/record.ts";
import type { Backlog, KeptFrame } from "../../backlog/parked-frames.ts";
import { keptCounts, rulesWithStates } from "../../counts/kept-counts.ts";
import type { NodeCount } from "../../counts/record.ts";
import { keptLetters } from "../../dead-letters/kept-letters.ts";
import { type DeadLetterFilter, type KeptDeadLetter, letterOf } from "../../dead-letters/record.ts";
import { waitingMaxPerAccount } from "../../outbox/record.ts";
import type { LastIds, OwnerQueries } from "../../owner-queries.ts";
import type { LastEntries, PartitionProgress } from "../../partition-progress.ts";
import type { NodeState } from "../../settlement.ts";
import { readLastEntries, readProgress } from "./partition-row.ts";
import { postgresStoreDialect } from "./postgres-store-dialect.ts";
import { queryOf } from "./run-work.ts";
import type { StoreDatabase } from "./store-database.ts";

/** How many frames of a line are looked at when some are taken. */
const framesMax = 2000;

interface OwnerQueryOptions {
  /** The partition whose alarms, dead letters, ids and parked frames are read. */
  readonly partition: number;
  readonly waitingMax?: number;
}

/** Reads for the owner of one partition. The owner of several partitions has one of these for each. */
export class PostgresOwnerQueries implements OwnerQueries {
  readonly #database: StoreDatabase;
  readonly #partition: number;
  readonly #waitingMax: number;

  constructor(database: StoreDatabase, { partition, waitingMax }: OwnerQueryOptions) {
    this.#database = database;
    this.#partition = partition;
    this.#waitingMax = waitingMax ?? waitingMaxPerAccount;
  }

  progress(partition: number): Promise<PartitionProgress> {
    return readProgress(this.#database, partition);
  }

  lastEntries(): Promise<LastEntries> {
    return readLastEntries(this.#database, this.#partition);
  }

  async lastIds(): Promise<LastIds> {
    const [given] = await this.#all<LastIds>(
      `SELECT alarm, dead_letter AS "deadLetter" FROM weir_store.given_ids WHERE partition = $1`,
      [this.#partition],
    );
    return given ?? { alarm: 0, deadLetter: 0 };
  }

  async states(sensorIds: readonly number[]): Promise<NodeState[]> {
    const { rows } = await this.#database.query<StateRow>({
      name: "node states",
      text: `SELECT chain_id AS "chainId", node_id AS "nodeId", sensor_id AS "sensorId", state
        FROM weir_store.node_states WHERE sensor_id = ANY ($1::int8[])`,
      values: [sensorIds],
    });
    return rows.map(({ chainId, nodeId, sensorId, state }) => ({
      node: { chainId, nodeId },
      sensorId,
      state,
    }));
  }

  activeAlarms(): Promise<ActiveAlarm[]> {
    return this.#rows(activeAlarms(postgresStoreDialect, this.#partition));
  }

  async alarms(ids: readonly number[]): Promise<KeptAlarm[]> {
    return keptInOrder(ids, await this.#rows(alarmsById(postgresStoreDialect, ids, this.#partition)));
  }

  async silenceAlarms(deviceIds: readonly number[]): Promise<ReadonlyMap<number, KeptSilenceAlarm>> {
    const rows = await this.#all<KeptSilenceAlarm & { deviceId: number }>(
      `SELECT asked.device_id AS "deviceId", newest.* FROM unnest($1::int8[]) AS asked (device_id) CROSS JOIN LATERAL (
         SELECT id, name, severity, message, last_us AS "lastUs", cleared_us IS NOT NULL AS "isCleared",
           cleared_by AS "clearedBy"
         FROM weir_store.alarms AS alarm WHERE alarm.device_id = asked.device_id AND alarm.sensor_id IS NULL
         ORDER BY alarm.id DESC LIMIT 1
       ) AS newest`,
      [deviceIds],
    );
    return new Map(rows.map(({ deviceId, ...alarm }) => [deviceId, alarm]));
  }

  /** Processors of other partitions may use up the same room meanwhile, so an account may exceed its limit a little. */
  async outboxRoom(accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#all<{ accountId: number; waiting: number }>(
      `SELECT account_id AS "accountId", (SELECT count(*) FROM (
         SELECT 1 FROM weir_store.outbox AS own WHERE own.state = 'waiting' AND own.account_id = asked.account_id LIMIT $2
       ) AS counted) AS waiting
       FROM unnest($1::int8[]) AS asked (account_id)`,
      [accountIds, this.#waitingMax],
    );
    return new Map(rows.map(({ accountId, waiting }) => [accountId, this.#waitingMax - waiting]));
  }

  nodeCounts(): Promise<NodeCount[]> {
    return this.#rows(keptCounts(postgresStoreDialect));
  }

  async rulesWithStates(): Promise<number[]> {
    return (await this.#rows(rulesWithStates(postgresStoreDialect))).map(({ id }) => id);
  }

  async deadLetters(filter: DeadLetterFilter): Promise<KeptDeadLetter[]> {
    return (await this.#rows(keptLetters(postgresStoreDialect, filter, this.#partition))).map(letterOf);
  }

  async backlogs(): Promise<Backlog[]> {
    const rows = await this.#all<Omit<Backlog, "position"> & { sequence: number }>(
      `SELECT account_id AS "accountId", min(position) AS sequence, sum(readings)::int8 AS readings,
         sum(bytes)::int8 AS bytes
       FROM weir_store.parked_frames WHERE partition = $1 GROUP BY account_id ORDER BY account_id`,
      [this.#partition],
    );
    const partition = this.#partition;
    return rows.map(({ sequence, ...backlog }) => ({ ...backlog, position: { partition, sequence } }));
  }

  async parked(accountId: number, bytesMax: number): Promise<KeptFrame[]> {
    const rows = await this.#all<Omit<KeptFrame, "position"> & { sequence: number }>(
      `SELECT id, account_id AS "accountId", device_id AS "deviceId", position AS sequence,
         first_ordinal AS "firstOrdinal", readings, due, data
       FROM weir_store.parked_frames
       WHERE partition = $1 AND id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (ORDER BY id) AS nth, sum(bytes) OVER (ORDER BY id) AS bytes_so_far
           FROM (
             SELECT id, bytes FROM weir_store.parked_frames WHERE partition = $1 AND account_id = $2
             ORDER BY id LIMIT ${framesMax}
           ) AS line
         ) AS summed WHERE nth = 1 OR bytes_so_far <= $3
       ) ORDER BY id`,
      [this.#partition, accountId, bytesMax],
    );
    const partition = this.#partition;
    return rows.map(({ sequence, ...frame }) => ({ ...frame, position: { partition, sequence } }));
  }

  async #rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await this.#database.query<Row>(queryOf(statement))).rows;
  }

  async #all<Row>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#database.query<Row>(statement, values)).rows;
  }
}

interface StateRow {
  readonly chainId: number;
  readonly nodeId: string;
  readonly sensorId: number;
  readonly state: Uint8Array;
}
