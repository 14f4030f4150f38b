import type { Position } from "../../../queue/position.ts";
import type { SqliteAlarms } from "../../alarms/writer-sqlite.ts";
import type { SqliteBacklog } from "../../backlog/writer-sqlite.ts";
import type { SqliteNodeRecords } from "../../counts/writer-sqlite.ts";
import type { SqliteDeadLetters } from "../../dead-letters/writer-sqlite.ts";
import type { SqliteMessageWriter } from "../../outbox/writer-sqlite.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import type { SqliteReceiptStore } from "../../receipts/writer-sqlite.ts";
import type { SettledBatch, Settlement } from "../../settlement.ts";
import type { SqliteStatisticsStore } from "../../statistics/writer-sqlite.ts";

/** The writers of each subject. All use the connection of the reading store. */
interface SettlementParts {
  readonly store: SqliteReadingStore;
  readonly nodeRecords: SqliteNodeRecords;
  readonly deadLetters: SqliteDeadLetters;
  readonly alarms: SqliteAlarms;
  readonly messages: SqliteMessageWriter;
  readonly receipts: SqliteReceiptStore;
  readonly statistics: SqliteStatisticsStore;
  readonly backlog: SqliteBacklog;
}

/** Commits a batch synchronously, so its transaction is never open while anything else uses the connection. */
export class SqliteSettlement implements Settlement {
  readonly joinsBatches = false;
  readonly #parts: SettlementParts;

  constructor(parts: SettlementParts) {
    this.#parts = parts;
  }

  async commit(batch: SettledBatch, epoch: number): Promise<readonly number[]> {
    const { store, receipts } = this.#parts;
    const write = (): readonly number[] => {
      // Checked first, because a batch that was committed already would fail on its own rows.
      store.assertAt(batch.from);
      const alreadyStored = store.saveAll(batch.saves);
      const { counts, fates } = batch.complete(alreadyStored);
      this.#writeRecords(batch);
      this.#writeCounts(batch);
      if (fates !== null) receipts.write(fates);
      this.#writeBacklog(batch);
      store.advance(batch.from, batch.to, counts);
      return alreadyStored;
    };
    const owned = { partition: batch.to.partition, epoch };
    const alreadyStored = batch.mustLast
      ? store.durably(() => store.write(owned, write))
      : await store.writeInTurn(owned, write);
    store.wrote(batch.queueBytes);
    return alreadyStored;
  }

  async durable(partition: number): Promise<Position> {
    return this.#parts.store.durablePosition(partition);
  }

  async rest(partition: number): Promise<Position> {
    return this.#parts.store.sync(partition);
  }

  #writeRecords(batch: SettledBatch): void {
    const { store, nodeRecords, deadLetters, alarms, messages } = this.#parts;
    for (const sensorId of batch.forgottenSensorIds) nodeRecords.forgetSensor(sensorId);
    for (const chainId of batch.forgottenChainIds) nodeRecords.forgetChain(chainId);
    for (const { deviceId, receivedUs, volts } of batch.batteryLevels) {
      store.battery(deviceId, receivedUs, volts);
    }
    for (const state of batch.states) nodeRecords.saveState(state);
    for (const change of batch.alarms) alarms.change(change);
    for (const id of batch.removedLetterIds) deadLetters.remove(id);
    for (const letter of batch.deadLetters) deadLetters.add(letter);
    for (const message of batch.messages) messages.add(message);
  }

  #writeCounts({ nodeCounts, nodeErrors, statistics, unsavedEnds, chainUses }: SettledBatch): void {
    const { nodeRecords, receipts } = this.#parts;
    for (const count of nodeCounts) nodeRecords.addCounts(count);
    for (const error of nodeErrors) nodeRecords.noteError(error);
    if (statistics.counts.length > 0) this.#parts.statistics.add(statistics.counts, statistics.nowMs);
    if (unsavedEnds.length > 0) receipts.unsaved(unsavedEnds);
    for (const use of chainUses) receipts.chainInUse(use);
  }

  #writeBacklog({ parked, keptFrames, settledFrameIds }: SettledBatch): void {
    const { backlog } = this.#parts;
    for (const frame of parked) backlog.park(frame);
    for (const { id, due, readings } of keptFrames) backlog.keep(id, due, readings);
    for (const id of settledFrameIds) backlog.remove(id);
  }
}
