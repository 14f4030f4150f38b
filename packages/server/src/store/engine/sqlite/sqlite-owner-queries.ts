import type { Database, Statement } from "bun:sqlite";
import { assertOnly } from "../../../queue/position.ts";
import type { ActiveAlarm, KeptAlarm, KeptSilenceAlarm } from "../../alarms/record.ts";
import type { SqliteAlarms } from "../../alarms/writer-sqlite.ts";
import type { Backlog, KeptFrame } from "../../backlog/parked-frames.ts";
import type { SqliteBacklog } from "../../backlog/writer-sqlite.ts";
import type { SqliteChainStore } from "../../counts/chain-store-sqlite.ts";
import type { NodeCount } from "../../counts/record.ts";
import type { DeadLetterFilter, KeptDeadLetter } from "../../dead-letters/record.ts";
import type { SqliteMessageWriter } from "../../outbox/writer-sqlite.ts";
import type { LastIds, OwnerQueries } from "../../owner-queries.ts";
import type { LastEntries, PartitionProgress } from "../../partition-progress.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import type { NodeState } from "../../settlement.ts";

/** The readers of each subject. All use the connection of the reading store. */
interface OwnerQueryParts {
  readonly store: SqliteReadingStore;
  readonly chainStore: SqliteChainStore;
  readonly alarms: SqliteAlarms;
  readonly messages: Pick<SqliteMessageWriter, "room">;
  readonly backlog: SqliteBacklog;
}

export class SqliteOwnerQueries implements OwnerQueries {
  readonly #parts: OwnerQueryParts;
  readonly #states: Statement<StateRow, [string]>;
  readonly #lastId: Statement<{ seq: number }, [string]>;

  constructor(parts: OwnerQueryParts) {
    this.#parts = parts;
    const db: Database = parts.store.database;
    this.#states = db.prepare(
      `SELECT chain_id AS chainId, node_id AS nodeId, sensor_id AS sensorId, state
       FROM json_each(?) JOIN node_states ON sensor_id = value`,
    );
    // The highest id that a table with AUTOINCREMENT ever had.
    this.#lastId = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?");
  }

  async progress(partition: number): Promise<PartitionProgress> {
    assertOnly(partition);
    return this.#parts.store.progress();
  }

  async lastEntries(): Promise<LastEntries> {
    return new Map();
  }

  async lastIds(): Promise<LastIds> {
    return {
      alarm: this.#lastId.get("alarms")?.seq ?? 0,
      deadLetter: this.#lastId.get("dead_letters")?.seq ?? 0,
    };
  }

  async states(sensorIds: readonly number[]): Promise<NodeState[]> {
    return this.#states.all(JSON.stringify(sensorIds)).map(({ chainId, nodeId, sensorId, state }) => {
      return { node: { chainId, nodeId }, sensorId, state };
    });
  }

  async activeAlarms(): Promise<ActiveAlarm[]> {
    return this.#parts.alarms.active();
  }

  async alarms(ids: readonly number[]): Promise<KeptAlarm[]> {
    return this.#parts.alarms.kept(ids);
  }

  async silenceAlarms(deviceIds: readonly number[]): Promise<ReadonlyMap<number, KeptSilenceAlarm>> {
    const newest = new Map<number, KeptSilenceAlarm>();
    for (const deviceId of deviceIds) {
      const alarm = this.#parts.alarms.newestSilence(deviceId);
      if (alarm !== null) newest.set(deviceId, alarm);
    }
    return newest;
  }

  async outboxRoom(accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return new Map(accountIds.map((accountId) => [accountId, this.#parts.messages.room(accountId)]));
  }

  async nodeCounts(): Promise<NodeCount[]> {
    return this.#parts.chainStore.counts();
  }

  async rulesWithStates(): Promise<number[]> {
    return this.#parts.chainStore.rulesWithStates();
  }

  async deadLetters(filter: DeadLetterFilter): Promise<KeptDeadLetter[]> {
    return this.#parts.chainStore.deadLetters(filter);
  }

  async backlogs(): Promise<Backlog[]> {
    return this.#parts.backlog.backlogs();
  }

  async parked(accountId: number, bytesMax: number): Promise<KeptFrame[]> {
    return this.#parts.backlog.first(accountId, bytesMax);
  }
}

interface StateRow {
  readonly chainId: number;
  readonly nodeId: string;
  readonly sensorId: number;
  readonly state: Uint8Array;
}
