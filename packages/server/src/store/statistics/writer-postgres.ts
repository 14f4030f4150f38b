import type { RefusedRequests } from "../../activity/activity-record.ts";
import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import type { SettledBatch } from "../settlement.ts";
import type { CountedReadings } from "./counted-readings.ts";
import { refusedRows, type SlotRow } from "./slot-row.ts";
import { SlotRows } from "./slot-rows-postgres.ts";
import { accountSlots, putFigures, refusedSlots, sensorSlots } from "./slot-table.ts";

const sensors = new SlotRows(sensorSlots);
const accounts = new SlotRows(accountSlots);
const refusals = new SlotRows(refusedSlots);

/** Adds to the counts of sensors and accounts. */
export class StatisticsWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { statistics, to }: SettledBatch): Promise<void> {
    this.add(tx, to.partition, statistics.counts, statistics.nowMs);
  }

  add(tx: PostgresTransaction, partition: number, counts: readonly CountedReadings[], nowMs: number): void {
    if (counts.length === 0) return;
    const ofSensors: SlotRow[] = [];
    const ofAccounts: SlotRow[] = [];
    for (const counted of counts) {
      const figures: number[] = [];
      putFigures(counted, figures);
      ofSensors.push({ keys: [counted.deviceId, counted.sensorId], figures });
      ofAccounts.push({ keys: [counted.accountId], figures });
    }
    sensors.add(tx, partition, ofSensors, nowMs / 1000);
    accounts.add(tx, partition, ofAccounts, nowMs / 1000);
  }

  addRefused(
    tx: PostgresTransaction,
    partition: number,
    requests: readonly RefusedRequests[],
    nowMs: number,
  ): void {
    refusals.add(tx, partition, [...refusedRows(requests)], nowMs / 1000);
  }
}
