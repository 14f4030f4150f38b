import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import { putMigratedFiles } from "../../../../tests/harness/migrated-files.ts";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { createLog } from "../platform/log.ts";
import { FrameWriter } from "../queue/frame-writer.ts";
import type { RequestNumber } from "../queue/packed-readings.ts";
import { LogWriter } from "../queue/sqlite-log/log-writer.ts";
import { SqliteLogReader } from "../queue/sqlite-log/sqlite-log-reader.ts";
import { SqliteActivityKeeper } from "../store/activity/keeper-sqlite.ts";
import { SqliteActivityStore } from "../store/activity/store-sqlite.ts";
import { activeAlarms } from "../store/alarms/kept-alarms.ts";
import type { ActiveAlarm } from "../store/alarms/record.ts";
import { SqliteAlarms } from "../store/alarms/writer-sqlite.ts";
import { SqliteBacklog } from "../store/backlog/writer-sqlite.ts";
import { keptCounts } from "../store/counts/kept-counts.ts";
import type { NodeCount } from "../store/counts/record.ts";
import { SqliteNodeRecords } from "../store/counts/writer-sqlite.ts";
import { keptLetters } from "../store/dead-letters/kept-letters.ts";
import { type KeptDeadLetter, letterOf } from "../store/dead-letters/record.ts";
import { SqliteDeadLetters } from "../store/dead-letters/writer-sqlite.ts";
import { sqliteRows } from "../store/engine/sqlite/run-work.ts";
import { SqliteHousekeeping } from "../store/engine/sqlite/sqlite-housekeeping.ts";
import { sqliteOwnerQueries } from "../store/engine/sqlite/sqlite-owner-queries.ts";
import { SqliteSettlement } from "../store/engine/sqlite/sqlite-settlement.ts";
import { sqliteStoreDialect } from "../store/engine/sqlite/sqlite-store-dialect.ts";
import { SqliteStoreWriter } from "../store/engine/sqlite/sqlite-store-writer.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import { heldMessages } from "../store/outbox/held-messages.ts";
import type { Outbox } from "../store/outbox/outbox.ts";
import { sqliteOutbox } from "../store/outbox/outbox-sqlite.ts";
import { SqliteMessageWriter } from "../store/outbox/writer-sqlite.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { StoredReading } from "../store/readings/reading-queries.ts";
import { ReadingListing } from "../store/readings/sqlite/reading-listing.ts";
import { SqliteReadingQueries } from "../store/readings/sqlite/sqlite-reading-queries.ts";
import { SqliteStoredIdentities } from "../store/readings/sqlite/sqlite-stored-identities.ts";
import { StoredBlocks } from "../store/readings/sqlite/stored-blocks.ts";
import { TestReadingStore } from "../store/readings/sqlite/test-reading-store.ts";
import { SqliteReceiptStore } from "../store/receipts/writer-sqlite.ts";
import { SqliteStatisticsStore } from "../store/statistics/writer-sqlite.ts";
import type { LiveEvent } from "../web/live/live-event.ts";
import type { SensorAlerts } from "./alerts/armed-rule.ts";
import { RuleCheck } from "./alerts/rule-check.ts";
import { ChainDirectory, type ChainSource } from "./chains/chain-directory.ts";
import { ChainRecords } from "./chains/chain-records.ts";
import { ReadingRun } from "./chains/reading-run.ts";
import { FairTurns } from "./fair-turns.ts";
import { LiveFeed } from "./live-feed.ts";
import { NewIds } from "./new-ids.ts";
import type { ArmedNotificationRule } from "./notifications/notification-rule.ts";
import { Notifier } from "./notifications/notifier.ts";
import { OpenBatch } from "./open-batch.ts";
import { OutboxRoom } from "./outbox-room.ts";
import { PartitionScope } from "./partition-scope.ts";
import type { ProcessingParts } from "./processing-parts.ts";
import { Processor } from "./processor.ts";
import type { RequestParts } from "./request-parts.ts";
import { looksEvery, TurnClock } from "./turn-clock.ts";

export interface TestFrame {
  readonly readings: readonly TestReading[];
  readonly deviceId?: number;
  readonly arrivalUs?: number;
  readonly batteryVolts?: number | null;
  readonly request?: RequestNumber;
}

export interface TestReading {
  readonly sensorId: number;
  readonly atUs: number;
  readonly value?: number;
  readonly metadata?: string;
}

/** Sensors of the tests, by what their chain does. A sensor that is not listed here was removed. */
export const savingSensor = 1;
export const endingSensor = 2;
export const brokenSensor = 3;
export const removedSensor = 4;

export const endingChain: ChainDefinition = { nodes: [defaultChain.nodes[0]!], wires: [] };
export const brokenChain: ChainDefinition = { nodes: [], wires: [] };

export function chainUuid(id: number): string {
  return `00000000-0000-4000-b000-${String(id).padStart(12, "0")}`;
}

/** The store as one owner of the partition opens it. */
export type TestOwner = Pick<ProcessingParts, "settlement" | "queries" | "epoch"> & {
  readonly scope?: PartitionScope;
};

/** For tests: a queue, a store and chains for a processor, on real files in a temporary folder. */
export class TestProcessing implements Disposable {
  readonly dataDir: string;
  readonly log: LogWriter;
  readonly reader: SqliteLogReader;
  readonly store: TestReadingStore;
  readonly nodeRecords: SqliteNodeRecords;
  readonly outbox: Outbox;
  readonly settlement: SqliteSettlement;
  readonly ownerQueries: OwnerQueries;
  readonly activityKeeper: SqliteActivityKeeper;
  readonly housekeeping: SqliteHousekeeping;
  readonly chainOfSensor = new Map([
    [savingSensor, 1],
    [endingSensor, 2],
    [brokenSensor, 3],
  ]);
  /** The alert rules of each sensor; none by default. */
  readonly alertsOfSensor = new Map<number, SensorAlerts>();
  /** The ids of rules that exist although they apply to no sensor. */
  readonly otherRules = new Set<number>();
  readonly deletedDevices = new Set<number>();
  /** Of the only account. */
  notificationRules: readonly ArmedNotificationRule[] = [];
  readonly definitions = new Map([
    [1, defaultChain],
    [2, endingChain],
    [3, brokenChain],
  ]);
  /** The version of each chain; 1 by default. */
  readonly versions = new Map<number, number>();
  /** The chains of the newest processor. */
  chains = this.#directory();
  readonly appended = { readings: 0 };
  readonly live: LiveEvent[] = [];
  /** Sends at once, so that no test has to wait. */
  readonly feed = new LiveFeed((events) => this.live.push(...events), 0);
  nowMs = 1_780_000_000_000;
  readonly #folder: Disposable | null;
  readonly #frame = new FrameWriter();
  readonly #others: Database[] = [];
  #listing: ReadingListing | null = null;
  #queries: SqliteReadingQueries | null = null;

  constructor(dataDir?: string) {
    const folder = dataDir === undefined ? tempFolder() : null;
    this.#folder = folder;
    this.dataDir = dataDir ?? folder!.path;
    putMigratedFiles(this.dataDir, "log");
    this.log = new LogWriter(this.dataDir, { windowMs: 1e15, readingsMax: 1e15 });
    this.reader = new SqliteLogReader(this.dataDir);
    this.store = new TestReadingStore(this.dataDir);
    const { store } = this;
    const { database } = store;
    const statistics = new SqliteStatisticsStore(database);
    this.nodeRecords = new SqliteNodeRecords(database);
    this.outbox = sqliteOutbox(database);
    const subjects = {
      store,
      nodeRecords: this.nodeRecords,
      deadLetters: new SqliteDeadLetters(database),
      messages: new SqliteMessageWriter(database),
      statistics,
      alarms: new SqliteAlarms(database),
      receipts: new SqliteReceiptStore(database),
      backlog: new SqliteBacklog(database),
    };
    this.settlement = new SqliteSettlement(subjects);
    this.ownerQueries = sqliteOwnerQueries(store);
    this.activityKeeper = new SqliteActivityKeeper({
      store,
      statistics,
      activity: new SqliteActivityStore(database),
    });
    this.housekeeping = new SqliteHousekeeping(store, statistics);
  }

  get queries(): SqliteReadingQueries {
    this.#queries ??= new SqliteReadingQueries(this.dataDir);
    return this.#queries;
  }

  /** The parts of the newest processor. */
  newest: ProcessingParts | null = null;

  /** Creates a processor as after a restart: it finds what is in the files. */
  processor(owner?: TestOwner): Processor {
    this.chains = this.#directory();
    this.newest = this.parts(owner);
    return new Processor(this.newest);
  }

  /** The turn of an account in readings, however long they take. */
  turnReadings = Number.POSITIVE_INFINITY;
  /** What each account counts with. */
  tenantOf = (accountId: number): number => accountId;

  #directory(): ChainDirectory {
    return new ChainDirectory(this.chainSource());
  }

  chainSource(): ChainSource {
    return {
      chains: () =>
        [...this.definitions].map(([id, definition]) => ({
          id,
          definition,
          accountId: 1,
          version: this.versions.get(id) ?? 1,
          uuid: chainUuid(id),
          name: `Chain ${id}`,
        })),
      sensors: () =>
        [...this.chainOfSensor].map(([sensorId, chainId]) => ({
          source: sampleSource(sensorId),
          chainId,
          alerts: this.alertsOfSensor.get(sensorId) ?? null,
        })),
    };
  }

  /** Creates the parts of a processor; each processor has its own. */
  parts(owner: TestOwner = { ...this, queries: this.ownerQueries, epoch: 0 }): ProcessingParts {
    const { chains } = this;
    const { settlement, queries, epoch, scope = new PartitionScope(0, 1) } = owner;
    const batch = new OpenBatch();
    const clock = { nowMs: () => this.nowMs };
    let readings = 0;
    const turns = new FairTurns({
      batch,
      queries,
      chains,
      tenantOf: (accountId) => this.tenantOf(accountId),
      settings: { turnMs: this.turnReadings, parkedBytesMax: Number.POSITIVE_INFINITY },
      clock: new TurnClock(() => readings++ * looksEvery),
    });
    const room = new OutboxRoom(queries);
    const notifier = new Notifier({
      batch,
      room,
      clock,
      log: createLog("error", "test"),
      rulesOf: () => (this.notificationRules.length === 0 ? undefined : this.notificationRules),
      sourceOf: (sensorId) => chains.of(sensorId)?.source ?? null,
      device: () => ({ uuid: "a device", groupId: 5 }),
    });
    return {
      batch,
      scope,
      turns,
      clock,
      room,
      records: new ChainRecords(batch, queries, new NewIds(scope, clock), notifier),
      queue: this.reader,
      chains,
      settlement,
      queries,
      epoch,
      hasDevice: (deviceId) => !this.deletedDevices.has(deviceId),
      run: new ReadingRun(),
      log: createLog("error", "test"),
      feed: this.feed,
    };
  }

  /** Creates the check of alert rules of the newest processor. */
  ruleCheck(processor: Processor): RuleCheck {
    const { chains, ownerQueries: queries } = this;
    return new RuleCheck({
      processor,
      chains,
      queries,
      turns: processor.turns,
      host: this.newest!,
      deletedRules: async (ruleIds) => {
        const applied = [...this.alertsOfSensor.values()].flat().map(({ id }) => id);
        return ruleIds.filter((id) => !applied.includes(id) && !this.otherRules.has(id));
      },
    });
  }

  /** Creates what a processor with these parts answers requests with. */
  requestParts(processor: Processor, host: ProcessingParts): RequestParts {
    const { database } = this.store;
    return {
      processor,
      host,
      chains: host.chains,
      traces: processor.traces,
      outbox: this.outbox,
      scope: host.scope,

      queries: this.ownerQueries,
      activityKeeper: this.activityKeeper,
      housekeeping: this.housekeeping,
      epoch: 0,
      identities: new SqliteStoredIdentities(database),
      held: heldMessages(new SqliteStoreWriter(database)),
      deviceUuid: (deviceId) => (this.deletedDevices.has(deviceId) ? null : String(deviceId)),
      stored: { of: () => null, accountsAbove: () => [] },
    };
  }

  pack({ readings, deviceId = 9, arrivalUs = 1000, batteryVolts = null, request }: TestFrame): Uint8Array {
    this.#frame.begin({ deviceId, arrivalUs, batteryVolts, request: request ?? { boot: 1, number: 1 } });
    for (const { sensorId, atUs, value = 21.5, metadata = "" } of readings) {
      this.#frame.add(sensorId, value, atUs, -1, 0, metadata);
    }
    return new Uint8Array(this.#frame.finish());
  }

  /** Appends one entry that holds these frames; returns its sequence. */
  append(...frames: TestFrame[]): number {
    const readings = frames.reduce((sum, frame) => sum + frame.readings.length, 0);
    this.appended.readings += readings;
    return this.appendRaw(Buffer.concat(frames.map((frame) => this.pack(frame))), readings);
  }

  appendRaw(bytes: Uint8Array, readings: number): number {
    return this.log.append(bytes, readings, 0, []);
  }

  /** Appends entries of about a hundred kilobytes each, with times from 0 on. */
  appendMany(entries: number): { position: number; readings: number } {
    const perEntry = 2500;
    for (let entry = 0; entry < entries; entry++) {
      const readings = Array.from({ length: perEntry }, (_, index) => ({
        sensorId: savingSensor,
        atUs: entry * perEntry + index,
        // A block compresses equal values, so these differ to fill the file.
        value: Math.sqrt(entry * perEntry + index),
      }));
      this.append({ readings });
    }
    return { position: this.log.totals().position, readings: entries * perEntry };
  }

  values(sensorId = savingSensor): number[] {
    return this.#saved(sensorId).map(({ value }) => value);
  }

  states(): unknown[] {
    return this.rows("SELECT sensor_id, chain_id, node_id, hex(state) AS state FROM node_states");
  }

  rows(select: string): unknown[] {
    return this.#other().query(select).all();
  }

  times(sensorId = savingSensor): number[] {
    return this.#saved(sensorId).map(({ atUs }) => atUs);
  }

  #saved(sensorId: number): StoredReading[] {
    this.#listing ??= this.#openListing();
    return [...this.#listing.list({ sensorId })];
  }

  deadLetters(): KeptDeadLetter[] {
    const all = { accountId: null, sensorId: null, fromId: 0, limit: 1000 };
    return sqliteRows(this.store.database, keptLetters(sqliteStoreDialect, all, null)).map(letterOf);
  }

  activeAlarms(): ActiveAlarm[] {
    return sqliteRows(this.store.database, activeAlarms(sqliteStoreDialect, null));
  }

  nodeCounts(): NodeCount[] {
    return sqliteRows(this.store.database, keptCounts(sqliteStoreDialect));
  }

  /** Makes the store fail when it inserts, updates or deletes readings, or matching rows of a table, until it is mended. */
  breakStore(operation: "INSERT" | "UPDATE" | "DELETE", table = "readings", when = "true"): { mend(): void } {
    // Unlike a raised error, an overflow counts as a fault of the engine and not of the data.
    return this.#addTrigger({ operation, table, when, act: "SELECT abs(-9223372036854775808)" });
  }

  /** Makes the store refuse matching rows of a table, as if a constraint forbade them. */
  refuse(table: string, when: string): void {
    this.#addTrigger({ operation: "INSERT", table, when, act: "SELECT raise(ABORT, 'a refusal')" });
  }

  #addTrigger({ operation, table, when, act }: Record<"operation" | "table" | "when" | "act", string>) {
    const db = this.#other();
    // Readings lie in rows and in blocks, and blocks show no values.
    const tables = table === "readings" && when === "true" ? [table, "blocks"] : [table];
    for (const name of tables)
      db.run(`CREATE TRIGGER ${name}_fault BEFORE ${operation} ON ${name} WHEN ${when} BEGIN ${act}; END`);
    return {
      mend() {
        for (const name of tables) db.run(`DROP TRIGGER ${name}_fault`);
      },
    };
  }

  [Symbol.dispose](): void {
    for (const db of this.#others) db.close();
    void this.#queries?.close();
    this.reader.close();
    this.store.close();
    this.log.close();
    this.#folder?.[Symbol.dispose]();
  }

  #openListing(): ReadingListing {
    const db = this.#other();
    return new ReadingListing(db, new StoredBlocks(db), { rows: 1000, blocks: 16 });
  }

  #other(): Database {
    const db = new Database(join(this.dataDir, storeFile));
    this.#others.push(db);
    return db;
  }
}
