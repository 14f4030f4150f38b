import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { onlyPartition, type Position, UnknownPartitionError } from "../../../queue/position.ts";
import { writeConnections } from "../../activity/connections-postgres.ts";
import { advance, assertAt, readProgress } from "../../engine/postgres/partition-row.ts";
import { emptyBatch } from "../../engine/postgres/test-batch.ts";
import type { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import type { Connection, PartitionProgress, SettledCounts } from "../../partition-progress.ts";
import type { ReadingStoreUnderTest } from "../reading-store.contract.ts";
import { SavedReadings } from "../saved-readings.ts";
import { BatteryWriter } from "./battery-writer.ts";

/** For tests: takes the steps of a settlement's transaction one at a time, as the contract suite of reading stores requires. */
export class TestReadingStore implements ReadingStoreUnderTest {
  readonly #store: Awaited<ReturnType<typeof openTestStore>>;
  readonly #saves = new SavedReadings();
  #batch: OpenBatch | null = null;

  constructor(store: Awaited<ReturnType<typeof openTestStore>>) {
    this.#store = store;
  }

  progress(): Promise<PartitionProgress> {
    return readProgress(this.#store.database, onlyPartition);
  }

  async begin(): Promise<void> {
    await this.rollback();
    this.#saves.clear();
    const begun = Promise.withResolvers<PostgresTransaction>();
    const ended = Promise.withResolvers<void>();
    const done = this.#store.database.write(async (tx) => {
      begun.resolve(tx);
      await ended.promise;
    });
    done.catch(begun.reject);
    this.#batch = { tx: await begun.promise, commit: ended.resolve, giveUp: ended.reject, done };
  }

  save(...reading: Parameters<SavedReadings["add"]>): void {
    this.#saves.add(...reading);
  }

  get saves(): number {
    return this.#saves.count;
  }

  async alreadyStored(): Promise<readonly number[]> {
    const found = await this.#store.readings.save(this.#batch!.tx, this.#saves, onlyPartition);
    this.#saves.clear();
    return found;
  }

  battery(deviceId: number, receivedUs: number, volts: number): Promise<void> {
    const batch = emptyBatch({ batteryLevels: [{ deviceId, receivedUs, volts }] });
    return new BatteryWriter().write(this.#batch!.tx, batch);
  }

  connected(connections: readonly Connection[]): Promise<void> {
    return writeConnections(this.#batch!.tx, connections);
  }

  async commit(from: Position, to: Position, counts: SettledCounts): Promise<void> {
    const { tx, commit, done } = this.#batch!;
    try {
      if (from.partition !== onlyPartition || to.partition !== onlyPartition)
        throw new UnknownPartitionError("The store under test has one partition.");
      assertAt((await readProgress(tx, onlyPartition)).position, from);
      await this.alreadyStored();
      advance(tx, [{ to, lastEntries: null, counts }]);
    } catch (error) {
      await this.rollback();
      throw error;
    }
    this.#batch = null;
    commit();
    await done;
  }

  async rollback(): Promise<void> {
    const batch = this.#batch;
    if (batch === null) return;
    this.#batch = null;
    const givenUp = new Error("given up");
    batch.giveUp(givenUp);
    await batch.done.catch((error) => {
      if (error !== givenUp) throw error;
    });
    this.#store.readings.dropMemory(onlyPartition);
  }

  sync(): Promise<Position> {
    return this.#store.settlement.rest(onlyPartition);
  }

  async close(): Promise<void> {
    await this.rollback();
    await this.#store.close();
  }
}

interface OpenBatch {
  readonly tx: PostgresTransaction;
  readonly commit: () => void;
  readonly giveUp: (error: Error) => void;
  readonly done: Promise<void>;
}
