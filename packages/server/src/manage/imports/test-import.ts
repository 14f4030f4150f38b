import { Database } from "bun:sqlite";
import { join } from "node:path";
import { importTables } from "../../control/sqlite/migrations/import-tables.ts";
import { Acceptor } from "../../ingest/accept.ts";
import type { Device } from "../../ingest/authenticate/device-registry.ts";
import { IdentityMemory } from "../../ingest/classify/identity-memory.ts";
import { ReadingColumns } from "../../ingest/classify/reading-columns.ts";
import { recallIdentities } from "../../ingest/classify/recall-identities.ts";
import { IngestMetrics } from "../../ingest/ingest-metrics.ts";
import { noShareLimits, QueueShares } from "../../ingest/limit/queue-shares.ts";
import { SqliteLogQueue } from "../../queue/sqlite-log/sqlite-log-queue.ts";
import { SqliteLogReader } from "../../queue/sqlite-log/sqlite-log-reader.ts";
import { SqliteReadingStore } from "../../store/sqlite/sqlite-reading-store.ts";
import type { ImportedReadings } from "./import-sink.ts";
import type { ImportIntake } from "./intake-sink.ts";

/** For tests only: the tables, where the schema does not have them yet. */
export function addImportTables(dataDir: string): void {
  using control = new Database(join(dataDir, "control.db"));
  const found = control.query("SELECT 1 FROM sqlite_master WHERE name = 'imports'").get();
  if (found === null) control.run(importTables);
}

/** For tests only: a real queue with its memory of duplicates, and a real store, in one process. */
export class TestIntake implements ImportIntake, AsyncDisposable {
  readonly store: SqliteReadingStore;
  room = true;
  readonly aheadMaxMs = 5000;
  readonly #queue: SqliteLogQueue;
  readonly #acceptor: Acceptor;
  readonly #columns = new ReadingColumns();
  readonly #nowMs: () => number;
  #requests = 0;

  private constructor(dataDir: string, queue: SqliteLogQueue, memory: IdentityMemory, nowMs: () => number) {
    this.store = new SqliteReadingStore(dataDir);
    this.#queue = queue;
    this.#acceptor = new Acceptor(
      { queue, memory, shares: new QueueShares(noShareLimits), metrics: new IngestMetrics() },
      this.aheadMaxMs,
    );
    this.#nowMs = nowMs;
  }

  static async open(dataDir: string, nowMs: () => number = Date.now): Promise<TestIntake> {
    const windowMs = 24 * 3600 * 1000;
    const readingsMax = 100_000;
    const memory = new IdentityMemory(readingsMax, { replayMs: windowMs, duplicateMs: 1000 });
    const queue = await SqliteLogQueue.open({
      dataDir,
      retention: { windowMs, readingsMax },
      settledPosition: 0,
      backlogBytesMax: 1e9,
      nowMs,
      onLost: () => memory.forgetPending(),
      onAppended: () => undefined,
      onFatal: (reason) => {
        throw new Error(reason);
      },
    });
    const reader = new SqliteLogReader(dataDir);
    recallIdentities(memory, reader, 0);
    reader.close();
    return new TestIntake(dataDir, queue, memory, nowMs);
  }

  hasRoom(): boolean {
    return this.room;
  }

  async accept(deviceId: number, readings: ImportedReadings) {
    const columns = this.#columns;
    columns.reset(readings.values.length);
    for (const [row, atUs] of readings.atUs.entries()) {
      columns.drops[row] = 0;
      columns.sensorIds[row] = readings.sensorIds[row]!;
      columns.values[row] = readings.values[row]!;
      columns.seconds[row] = Math.floor(atUs / 1e6);
      columns.micros[row] = atUs % 1e6;
      columns.metadata[row] = readings.metadata[row]!;
    }
    const { accepted, duplicates } = await this.#acceptor.accept(columns, {
      device: { record: { id: deviceId } } as Device,
      request: { boot: 1, number: ++this.#requests },
      arrivalMs: this.#nowMs(),
      deviceClockSeconds: null,
      batteryVolts: null,
    });
    return { accepted, duplicates };
  }

  async save(readings: ImportedReadings): Promise<void> {
    this.store.begin();
    for (const [row, atUs] of readings.atUs.entries()) {
      const { sensorIds, values, metadata, deviceSeconds, deviceMicros } = readings;
      const receivedUs = readings.receivedUs[row] ?? this.#nowMs() * 1000;
      const [seconds, micros] = [deviceSeconds[row]!, deviceMicros[row]!];
      this.store.save(sensorIds[row]!, atUs, values[row]!, receivedUs, seconds, micros, metadata[row]!);
    }
    this.store.commit(0, 0, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.close();
    this.store.close();
  }
}
