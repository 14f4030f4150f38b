import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import { type OwnedPartition, OwnershipLostError } from "../../../queue/ownership.ts";
import { onlyPartition, type Position, sequenceInOnly, startOf } from "../../../queue/position.ts";
import { readProgress } from "../../engine/sqlite/read-store-progress.ts";
import { storeFile, storeMigrations } from "../../engine/sqlite/store-schema.ts";
import { faultCode, translateFaults } from "../../engine/sqlite/translate-faults.ts";
import {
  type Connection,
  type PartitionProgress,
  type SettledCounts,
  StalePositionError,
} from "../../partition-progress.ts";
import { isDiskFault } from "../../store-fault.ts";
import type { SavedReadings } from "../saved-readings.ts";
import { BlockPacker } from "./block-packer.ts";
import { NewestStored } from "./newest-stored.ts";
import { ReadingInserter } from "./reading-inserter.ts";
import { RowFiler } from "./row-filer.ts";
import { RowMerger } from "./row-merger.ts";
import { RowPortions } from "./row-portions.ts";

/** How much may be committed before the store is synced, in bytes of the queue, which can then delete them. */
const syncEveryBytes = 16 * 1024 * 1024;

/**
 * One SQLite file with one writer, the processor. Commits are not synced one by one: the queue is the durable copy
 * until `sync`, which also moves the write-ahead log into the file. Syncing seldom keeps hot pages from being written
 * again and again.
 */
export class SqliteReadingStore {
  readonly #db: Database;
  readonly #readings: ReadingInserter;
  /** Must not be used within a batch. */
  readonly rowMerger: RowMerger;
  /** Must not be used within a batch. */
  readonly blockPacker: BlockPacker;
  /** Must not be used within a batch. */
  readonly rowFiler: RowFiler;
  readonly #battery: Statement;
  readonly #connections: RowPortions;
  readonly #advance: Statement;
  readonly #isEpoch: Statement<unknown, [number, number]>;
  #durablePosition = startOf(onlyPartition);
  #unsyncedBytes = 0;

  constructor(dataDir: string) {
    const db = translateFaults(
      openDatabase(join(dataDir, storeFile), { synchronous: "normal", shrinks: true }),
    );
    migrate(db, storeFile, storeMigrations);
    db.run("PRAGMA wal_autocheckpoint = 0");
    db.run("PRAGMA cache_size = -32768");
    this.#db = db;
    const newest = new NewestStored(db);
    this.#readings = new ReadingInserter(db, newest);
    this.rowMerger = new RowMerger(db, newest);
    this.blockPacker = new BlockPacker(db);
    this.rowFiler = new RowFiler(db);
    this.#battery = db.prepare(
      "INSERT INTO battery_levels (device_id, received_us, volts) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#connections = new RowPortions(
      db,
      "(?, ?, ?)",
      (rows) =>
        `INSERT INTO connections (device_id, last_connected_ms, rhythm) VALUES ${rows}
         ON CONFLICT DO UPDATE SET last_connected_ms = max(last_connected_ms, excluded.last_connected_ms),
           rhythm = coalesce(excluded.rhythm, rhythm)`,
    );
    this.#advance = db.prepare(
      `UPDATE partitions SET position = ?, saved = saved + ?, already_stored = already_stored + ?, ended = ended + ?,
       dead = dead + ? WHERE position = ?`,
    );
    this.#isEpoch = db.prepare("SELECT 1 FROM partitions WHERE partition = ? AND epoch = ?");
    this.sync();
  }

  /** For everything else that is written in its transactions. */
  get database(): Database {
    return this.#db;
  }

  progress(): PartitionProgress {
    return readProgress(this.#db);
  }

  /** Writes as the owner of a partition, all of it or nothing. */
  write<T>(owned: OwnedPartition, work: () => T): T {
    this.#db.run("BEGIN IMMEDIATE");
    // Nobody can take the partition while this transaction is open.
    this.#assertOwned(owned);
    try {
      const result = work();
      this.#db.run("COMMIT");
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  #assertOwned({ partition, epoch }: OwnedPartition): void {
    if (this.#isEpoch.get(partition, epoch) !== null) return;
    this.rollback();
    throw new OwnershipLostError(`Another process has taken over partition ${partition} of the queue.`);
  }

  /** Returns the places of the readings that were stored already. */
  saveAll(saves: SavedReadings): readonly number[] {
    return this.#readings.insert(saves);
  }

  battery(deviceId: number, receivedUs: number, volts: number): void {
    this.#battery.run(deviceId, receivedUs, volts);
  }

  connected(connections: readonly Connection[]): void {
    const rows = this.#connections;
    rows.clear();
    // In the order of the table, so that each of its pages is found once.
    for (const [deviceId, lastConnectedMs, rhythm] of connections.toSorted(([one], [other]) => one - other)) {
      rows.bindings[rows.at] = deviceId;
      rows.bindings[rows.at + 1] = lastConnectedMs;
      rows.bindings[rows.at + 2] = rhythm ?? null;
      rows.filled();
    }
    rows.flush();
  }

  /** Moves the position and adds to the settled counts, in the open transaction. */
  advance(
    from: Position,
    to: Position,
    { saved, alreadyStored, ended, dead }: Readonly<SettledCounts>,
  ): void {
    const [before, after] = [sequenceInOnly(from), sequenceInOnly(to)];
    const { changes } = this.#advance.run(after, saved, alreadyStored, ended, dead, before);
    if (changes !== 1) throw stalePosition(from);
  }

  assertAt(position: Position): void {
    if (this.progress().position.sequence !== sequenceInOnly(position)) throw stalePosition(position);
  }

  /** Forgets the newest stored times. */
  dropMemory(): void {
    this.#readings.forget();
  }

  rollback(): void {
    this.#readings.forget();
    if (this.#db.inTransaction) this.#db.run("ROLLBACK");
  }

  /** What `work` commits survives a power cut without a `sync`. For readings that are in no queue. */
  durably<T>(work: () => T): T {
    this.#db.run("PRAGMA synchronous = full");
    try {
      return work();
    } finally {
      this.#db.run("PRAGMA synchronous = normal");
    }
  }

  get durablePosition(): Position {
    return this.#durablePosition;
  }

  /** Records that this much was committed, and syncs once it adds up. A failed sync is tried again with the next batch. */
  wrote(bytes: number): void {
    this.#unsyncedBytes += bytes;
    if (this.#unsyncedBytes < syncEveryBytes) return;
    try {
      this.sync();
    } catch (error) {
      // The batch is committed, whatever else fails. Only after a disk fault is that unknown.
      if (isDiskFault(error)) throw error;
    }
  }

  /** Makes everything committed so far survive a power cut, as far as open readers allow. Returns the durable position. */
  sync(): Position {
    const { position } = this.progress();
    if (this.#checkpoint()) {
      this.#durablePosition = position;
      this.#unsyncedBytes = 0;
    }
    // Most of the pages written since the last sync are full and will not be needed again.
    this.#db.run("PRAGMA shrink_memory");
    return this.#durablePosition;
  }

  close(): void {
    this.#db.close();
  }

  /** Returns whether the whole log is in the file now. A reader or a full disk may prevent it; the next call tries again. */
  #checkpoint(): boolean {
    try {
      const result = this.#db.query("PRAGMA wal_checkpoint(PASSIVE)").get() as CheckpointResult;
      return result.busy === 0 && result.log === result.checkpointed;
    } catch (error) {
      if (faultCode(error) === "SQLITE_FULL") return false;
      throw error;
    }
  }
}

interface CheckpointResult {
  busy: number;
  log: number;
  checkpointed: number;
}

function stalePosition({ sequence }: Position): StalePositionError {
  return new StalePositionError(`The store is no longer at position ${sequence}.`);
}
