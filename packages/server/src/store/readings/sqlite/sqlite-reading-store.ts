import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { busyTimeoutMs, migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import { type OwnedPartition, OwnershipLostError } from "../../../queue/ownership.ts";
import { onlyPartition, type Position, startOf, UnknownPartitionError } from "../../../queue/position.ts";
import { readPartitions } from "../../engine/sqlite/read-store-progress.ts";
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

/** How long a batch waits for the batches of other processes, and how often it looks. */
const turnMaxMs = 10_000;
const lookForTurnMs = 1;
/**
 * With several processors, one may always be writing when another moves the log into the file, and the log would grow for
 * ever. Past so many pages, writers wait for up to so long until it is moved.
 */
const logPagesMax = 16 * 1024;
const restartLogMs = 200;

/** How much may be committed before the store is synced, in bytes of the queue, which can then delete them. */
const syncEveryBytes = 16 * 1024 * 1024;

/**
 * One SQLite file, written by the processors of all partitions, each with a connection of its own. Commits are not
 * synced one by one: the queue is the durable copy until `sync`, which also moves the write-ahead log into the file.
 * Syncing seldom keeps hot pages from being written again and again.
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
  /** How many partitions the queue has. It changes only while no processor runs. */
  readonly partitions: number;
  #durable: readonly Position[] = [];
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
       dead = dead + ? WHERE partition = ? AND position = ?`,
    );
    this.#isEpoch = db.prepare("SELECT 1 FROM partitions WHERE partition = ? AND epoch = ?");
    this.partitions = readPartitions(db).length;
    this.sync();
  }

  /** For everything else that is written in its transactions. */
  get database(): Database {
    return this.#db;
  }

  progress(partition = onlyPartition): PartitionProgress {
    const found = readPartitions(this.#db).find(({ position }) => position.partition === partition);
    if (found === undefined) throw new UnknownPartitionError(`There is no partition ${partition} here.`);
    return found;
  }

  /** Writes as the owner of a partition, all of it or nothing. */
  write<T>(owned: OwnedPartition, work: () => T): T {
    this.#db.run("BEGIN IMMEDIATE");
    return this.#writeBegun(owned, work);
  }

  #writeBegun<T>(owned: OwnedPartition, work: () => T): T {
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

  /** Like `write`, but leaves the thread to others while another process writes. */
  async writeInTurn<T>(owned: OwnedPartition, work: () => T): Promise<T> {
    if (this.partitions === 1) return this.write(owned, work);
    for (const endMs = performance.now() + turnMaxMs; performance.now() < endMs; ) {
      if (this.#begins()) return this.#writeBegun(owned, work);
      await Bun.sleep(lookForTurnMs);
    }
    return this.write(owned, work);
  }

  /** Begins a transaction unless another process writes. */
  #begins(): boolean {
    return this.#waitingFor(0, () => {
      try {
        this.#db.run("BEGIN IMMEDIATE");
        return true;
      } catch (error) {
        if (faultCode(error) !== "SQLITE_BUSY") throw error;
        return false;
      }
    });
  }

  #waitingFor<T>(ms: number, work: () => T): T {
    this.#db.run(`PRAGMA busy_timeout = ${ms}`);
    try {
      return work();
    } finally {
      this.#db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
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
    const { partition, sequence } = to;
    const values = [sequence, saved, alreadyStored, ended, dead, partition, from.sequence];
    if (from.partition === partition && this.#advance.run(...values).changes === 1) return;
    // These throw if there is no such partition.
    for (const position of [from, to]) this.progress(position.partition);
    throw stalePosition(from);
  }

  assertAt(position: Position): void {
    if (this.progress(position.partition).position.sequence !== position.sequence)
      throw stalePosition(position);
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

  durablePosition(partition: number): Position {
    return this.#durable[partition] ?? startOf(partition);
  }

  /** Records that this much was committed, and syncs once it adds up. A failed sync is tried again with the next batch. */
  wrote(bytes: number): void {
    // Every processor reads the whole queue, so together they sync as often as one.
    this.#unsyncedBytes += bytes / this.partitions;
    if (this.#unsyncedBytes < syncEveryBytes) return;
    try {
      this.sync();
    } catch (error) {
      // The batch is committed, whatever else fails. Only after a disk fault is that unknown.
      if (isDiskFault(error)) throw error;
    }
  }

  /**
   * Makes everything committed so far survive a power cut, as far as open readers allow; the commits of other processors
   * too. Returns the durable position of the partition.
   */
  sync(partition = onlyPartition): Position {
    const positions = readPartitions(this.#db).map(({ position }) => position);
    if (this.#checkpoint()) {
      this.#durable = positions;
      this.#unsyncedBytes = 0;
    }
    // Most of the pages written since the last sync are full and will not be needed again.
    this.#db.run("PRAGMA shrink_memory");
    return this.durablePosition(partition);
  }

  close(): void {
    this.#db.close();
  }

  /** Returns whether the whole log is in the file now. A reader or a full disk may prevent it; the next call tries again. */
  #checkpoint(): boolean {
    try {
      const result = this.#db.query("PRAGMA wal_checkpoint(PASSIVE)").get() as CheckpointResult;
      if (this.partitions > 1 && result.log > logPagesMax)
        this.#waitingFor(restartLogMs, () => this.#db.query("PRAGMA wal_checkpoint(FULL)").get());
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
