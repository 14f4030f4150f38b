import { putMigratedFiles } from "../../../../../../tests/harness/migrated-files.ts";
import type { Position } from "../../../queue/position.ts";
import type { Stretch } from "../../../queue/stretch.ts";
import type { SettledCounts } from "../../partition-progress.ts";
import type { ReadingStoreUnderTest } from "../reading-store.contract.ts";
import { SavedReadings } from "../saved-readings.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

/** For tests: takes the steps of a settlement's transaction one at a time, without an owner. */
export class TestReadingStore extends SqliteReadingStore implements ReadingStoreUnderTest {
  #given: SavedReadings | null = null;

  constructor(dataDir: string) {
    putMigratedFiles(dataDir, "store");
    super(dataDir);
  }

  /** Has room for a whole batch, so it is made for the tests that use it. */
  get #saves(): SavedReadings {
    this.#given ??= new SavedReadings();
    return this.#given;
  }

  begin(): void {
    this.database.run("BEGIN IMMEDIATE");
    this.#saves.clear();
  }

  save(...reading: Parameters<SavedReadings["add"]>): void {
    this.#saves.add(...reading);
  }

  saveStretch(sensorId: number, stretch: Stretch, receivedUs: number): void {
    this.#saves.addStretch(sensorId, stretch, receivedUs);
  }

  get saves(): number {
    return this.#saves.count;
  }

  alreadyStored(): readonly number[] {
    const alreadyStored = this.saveAll(this.#saves);
    this.#saves.clear();
    return alreadyStored;
  }

  commit(from: Position, to: Position, counts: SettledCounts): void {
    try {
      this.alreadyStored();
      this.advance(from, to, counts);
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.database.run("COMMIT");
  }
}
