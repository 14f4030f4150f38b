import { Database } from "bun:sqlite";
import { join } from "node:path";
import { putMigratedFiles } from "../../../../../../tests/harness/migrated-files.ts";
import type { ImportedReadings } from "../../../bus/imported-readings.ts";
import { importTables } from "../../../control/sqlite/migrations/import-tables.ts";
import { Acceptor } from "../../../ingest/accept.ts";
import { ReadingColumns } from "../../../ingest/classify/reading-columns.ts";
import { IngestMetrics } from "../../../ingest/ingest-metrics.ts";
import type { Intake } from "../../../queue/intake.ts";
import { openTestIntake } from "../../../queue/log-intake/test-intake.ts";
import type { SqliteLogQueue } from "../../../queue/sqlite-log/sqlite-log-queue.ts";
import { at } from "../../../queue/test-positions.ts";
import { TestReadingStore } from "../../../store/readings/sqlite/test-reading-store.ts";
import { ImportUnavailableError } from "../../core/import-sink.ts";
import type { ImportIntake } from "./intake-sink.ts";

/** For tests: creates the tables if the schema does not have them yet. */
export function addImportTables(dataDir: string): void {
  using control = new Database(join(dataDir, "control.db"));
  const found = control.query("SELECT 1 FROM sqlite_master WHERE name = 'imports'").get();
  if (found === null) control.run(importTables);
}

/** For tests: a real queue with its memory of duplicates, and a real store, in one process. */
export class TestIntake implements ImportIntake, AsyncDisposable {
  readonly store: TestReadingStore;
  room = true;
  readonly aheadMaxMs = 5000;
  readonly #queue: SqliteLogQueue;
  readonly #acceptor: Acceptor;
  readonly #columns = new ReadingColumns();
  readonly #nowMs: () => number;
  #requests = 0;

  private constructor(dataDir: string, intake: Intake, queue: SqliteLogQueue, nowMs: () => number) {
    putMigratedFiles(dataDir, "store");
    this.store = new TestReadingStore(dataDir);
    this.#queue = queue;
    const limits = { clockToleranceMs: this.aheadMaxMs, clockBehindMs: Number.POSITIVE_INFINITY };
    this.#acceptor = new Acceptor({ intake, counts: queue, metrics: new IngestMetrics() }, limits);
    this.#nowMs = nowMs;
  }

  static async open(dataDir: string, nowMs: () => number = Date.now): Promise<TestIntake> {
    const windows = { replayMs: 24 * 3600 * 1000, duplicateMs: 1000 };
    const { intake, queue } = await openTestIntake(dataDir, { nowMs, windows });
    return new TestIntake(dataDir, intake, queue, nowMs);
  }

  hasRoom(): boolean {
    return this.room;
  }

  async accept(deviceId: number, readings: ImportedReadings) {
    const limit = { setting: "queue_bytes_per_account", max: 1 };
    if (!this.room) throw new ImportUnavailableError("The queue is full.", { limit });
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
    const dropped = this.#acceptor.pack(columns, {
      device: { record: { id: deviceId, accountId: 1 } },
      request: { boot: 1, number: ++this.#requests },
      arrivalMs: this.#nowMs(),
      deviceClockSeconds: null,
      batteryVolts: null,
    });
    const { accepted, duplicates } = (await this.#acceptor.accept(dropped)).outcome;
    return { accepted, duplicates };
  }

  async save(readings: ImportedReadings): Promise<{ alreadyStored: number }> {
    this.store.begin();
    for (const [row, atUs] of readings.atUs.entries()) {
      const { sensorIds, values, metadata, deviceSeconds, deviceMicros } = readings;
      const receivedUs = readings.receivedUs[row] ?? this.#nowMs() * 1000;
      const [seconds, micros] = [deviceSeconds[row]!, deviceMicros[row]!];
      this.store.save(sensorIds[row]!, atUs, values[row]!, receivedUs, seconds, micros, metadata[row]!);
    }
    const { length: alreadyStored } = this.store.alreadyStored();
    this.store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
    return { alreadyStored };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.close();
    this.store.close();
  }
}
