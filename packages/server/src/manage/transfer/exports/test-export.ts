import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { at } from "../../../queue/test-positions.ts";
import { SqliteReadingQueries } from "../../../store/readings/sqlite/sqlite-reading-queries.ts";
import { TestReadingStore } from "../../../store/readings/sqlite/test-reading-store.ts";
import type { ExportSource } from "./export-source.ts";

export const testDevice = "2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21";

export function sourceOf(sensorId: number, sensor: string, unit: string | null = null): ExportSource {
  return { sensorId, device: testDevice, deviceName: "Boiler", sensor, unit };
}

interface TestRow {
  readonly sensorId: number;
  readonly atUs: number;
  readonly value: number;
  readonly metadata?: string;
}

/** For tests: a store with readings, as the processor leaves it. */
export class StoredReadings implements AsyncDisposable {
  readonly store: TestReadingStore;
  readonly queries: SqliteReadingQueries;
  readonly #folder = tempFolder();

  constructor() {
    this.store = new TestReadingStore(this.#folder.path);
    this.queries = new SqliteReadingQueries(this.#folder.path);
  }

  save(rows: Iterable<TestRow>): void {
    this.store.begin();
    for (const { sensorId, atUs, value, metadata = "" } of rows) {
      this.store.save(sensorId, atUs, value, 1_780_000_000_000_000, -1, 0, metadata);
    }
    this.store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  }

  /** One reading a second from a moment in 2026 on, in batches. */
  saveMany(sensorId: number, count: number): void {
    const batch = 100_000;
    for (let first = 0; first < count; first += batch) {
      const size = Math.min(batch, count - first);
      const rows = Array.from({ length: size }, (_, index) => ({
        sensorId,
        atUs: 1_770_000_000_000_000 + (first + index) * 1_000_000,
        value: ((first + index) % 1000) / 10,
      }));
      this.save(rows);
    }
    this.store.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queries.close();
    this.store.close();
    this.#folder[Symbol.dispose]();
  }
}

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
