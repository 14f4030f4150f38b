import type { PostgresSession, PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import { lockPartition } from "../engine/postgres/partition-row.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import type { Connection } from "../partition-progress.ts";
import type { StatisticsWriter } from "../statistics/writer-postgres.ts";
import type { ActivityBatch, ActivityKeeper, ActivityPart } from "./activity-keeper.ts";
import { writeConnections } from "./connections-postgres.ts";
import { forgetNotes, noteClocks, noteTimes, noteTroubles, readDevices } from "./device-notes-postgres.ts";
import type { QuarantineWriter } from "./quarantine-postgres.ts";
import { forgetRequests, type PostgresRequestWriter } from "./writer-postgres.ts";

/** The writers of each subject. */
interface ActivityWriters {
  readonly requests: PostgresRequestWriter;
  readonly quarantine: QuarantineWriter;
  readonly statistics: StatisticsWriter;
}

/** Writes the activity of the devices of one partition, each write in a transaction that holds the partition's row. */
export class PostgresActivityKeeper implements ActivityKeeper {
  readonly #database: StoreDatabase;
  readonly #partition: number;
  readonly #writers: ActivityWriters;

  constructor(database: StoreDatabase, partition: number, writers: ActivityWriters) {
    this.#database = database;
    this.#partition = partition;
    this.#writers = writers;
  }

  connected(connections: readonly Connection[], epoch: number): Promise<void> {
    return this.#write(epoch, (tx) => writeConnections(tx, connections));
  }

  keep({ parts, forgottenDeviceIds, nowMs }: ActivityBatch, epoch: number): Promise<void> {
    return this.#write(epoch, async (tx) => {
      for (const part of parts) await this.#keepPart(tx, part);
      await this.#forget(tx, forgottenDeviceIds);
      this.#count(tx, parts, nowMs);
    });
  }

  releaseQuarantined(accountId: number, ids: readonly number[], epoch: number): Promise<number> {
    const { quarantine } = this.#writers;
    const partition = this.#partition;
    return this.#write(epoch, (tx) => quarantine.release({ tx, partition }, accountId, ids));
  }

  devices(): Promise<ReadonlySet<number>> {
    return readDevices(this.#database, this.#partition === 0 ? null : this.#partition);
  }

  async #keepPart(tx: PostgresSession, part: ActivityPart): Promise<void> {
    const { requests, quarantine } = this.#writers;
    await requests.keep(tx, this.#partition, part);
    await noteClocks(tx, part.clocks);
    await noteTimes(tx, part.times);
    await quarantine.add(tx, this.#partition, part.quarantined);
    await noteTroubles(tx, part.troubles);
  }

  async #forget(tx: PostgresSession, deviceIds: readonly number[]): Promise<void> {
    const { quarantine } = this.#writers;
    if (deviceIds.length === 0) return;
    await forgetRequests(tx, deviceIds);
    await quarantine.forgetDevices({ tx, partition: this.#partition }, deviceIds);
    await forgetNotes(tx, deviceIds);
  }

  /** Written last, because processors of other partitions add to the same rows and wait for each other to commit. */
  #count(tx: PostgresTransaction, parts: readonly ActivityPart[], nowMs: number): void {
    const { statistics } = this.#writers;
    const counts = parts.flatMap((part) => part.counts);
    const refused = parts.flatMap((part) => part.refusedRequests);
    statistics.add(tx, this.#partition, counts, nowMs);
    statistics.addRefused(tx, this.#partition, refused, nowMs);
  }

  #write<T>(epoch: number, work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    return this.#database.write(async (tx) => {
      await lockPartition(tx, { partition: this.#partition, epoch });
      return await work(tx);
    });
  }
}
