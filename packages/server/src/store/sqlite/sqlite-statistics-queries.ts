import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../platform/open-for-reading.ts";
import type { StatisticsQueries, StatisticsScope } from "../statistics-queries.ts";
import type { Tally } from "../statistics-store.ts";
import { BucketCounts } from "./bucket-counts.ts";
import {
  accountSlots,
  figures,
  hourS,
  type SlotTable,
  sensorSlots,
  slotStartS,
  tallyOf,
} from "./slot-table.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

/** Reads the store's file beside the processor. Where there is no file yet, nothing has been counted yet. */
export class SqliteStatisticsQueries implements StatisticsQueries {
  readonly #db: Database | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
  }

  total(scope: StatisticsScope, fromMs: number, toMs: number): Tally {
    return this.series(scope, [fromMs, toMs])[0]!;
  }

  series(scope: StatisticsScope, edgesMs: readonly number[]): Tally[] {
    const counts = new BucketCounts(edgesMs, figures.length);
    for (const { slot, numbers } of this.#slotsOver(rowsOf(scope, figures), edgesMs)) {
      count(counts, slot, numbers);
    }
    return Array.from(counts.buckets(), tallyOf);
  }

  perMinute(scope: StatisticsScope, nowMs: number): number {
    const [rate = 0] = this.#rates(rowsOf(scope, ["accepted"]), nowMs).values();
    return rate;
  }

  perMinuteOf(deviceIds: readonly number[], nowMs: number): Map<number, number> {
    return this.#rates(acceptedByDevice(deviceIds), nowMs);
  }

  acceptedOf(deviceIds: readonly number[], edgesMs: readonly number[]): Map<number, number[]> {
    const byDevice = new Map<number, BucketCounts>();
    for (const { slot, key, numbers } of this.#slotsOver(acceptedByDevice(deviceIds), edgesMs)) {
      const counts = byDevice.get(key) ?? new BucketCounts(edgesMs, 1);
      byDevice.set(key, counts);
      count(counts, slot, numbers);
    }
    return new Map(
      Array.from(byDevice, ([deviceId, counts]) => [deviceId, Array.from(counts.buckets(), ([sum]) => sum!)]),
    );
  }

  close(): void {
    this.#db?.close();
  }

  /** All slots that reach into the buckets, as they are at one moment: none is seen both fine and as an hour. */
  #slotsOver(select: SlotSelect, edgesMs: readonly number[]): CountedSlot[] {
    const first = edgesMs[0];
    const last = edgesMs.at(-1);
    if (this.#db === null || first === undefined || last === undefined) return [];
    const { fineS } = select.table;
    return this.#db.transaction(() => {
      const oldestFineS = this.#oldestFine(select.table);
      const fine = this.#slots(select, fineS, first / 1000, last / 1000);
      const hours = this.#slots(select, hourS, first / 1000 - hourS, last / 1000);
      return [
        ...fine.map(([startS, key, ...numbers]) => ({ slot: { startS, endS: null }, key, numbers })),
        ...hours.map(([startS, key, ...numbers]) => {
          return { slot: { startS, endS: endOfHour(startS, oldestFineS, fineS) }, key, numbers };
        }),
      ];
    })();
  }

  /** A sliding estimate: the current slot, and of the one before as much as is missing to the length of a slot. */
  #rates(select: SlotSelect, nowMs: number): Map<number, number> {
    const { fineS } = select.table;
    const currentS = slotStartS(nowMs / 1000, fineS);
    const leftShare = 1 - (nowMs / 1000 - currentS) / fineS;
    const rates = new Map<number, number>();
    for (const [startS, key, accepted = 0] of this.#slots(select, fineS, currentS - fineS, currentS + 1)) {
      const weighted = startS < currentS ? accepted * leftShare : accepted;
      rates.set(key, (rates.get(key) ?? 0) + weighted / (fineS / 60));
    }
    return rates;
  }

  /** Goes from slot to slot and looks into each for the rows that are wanted, because slots come first in the key. */
  #slots(select: SlotSelect, unitS: number, fromS: number, toS: number): Row[] {
    const { table, key, columns, condition, values } = select;
    const { name } = table;
    const sums = columns.map((column) => `sum(${column})`).join(", ");
    return this.#all(
      `WITH RECURSIVE slots (slot_s) AS (
         SELECT min(slot_s) FROM ${name} WHERE unit_s = ?1 AND slot_s >= ?2
         UNION ALL
         SELECT (SELECT min(slot_s) FROM ${name} WHERE unit_s = ?1 AND slot_s > slots.slot_s)
         FROM slots WHERE slots.slot_s < ?3
       )
       SELECT slots.slot_s, ${key}, ${sums}
       FROM slots CROSS JOIN ${name} AS rows ON rows.unit_s = ?1 AND rows.slot_s = slots.slot_s
       WHERE slots.slot_s < ?3 AND ${condition} GROUP BY 1, 2`,
      [unitS, fromS, toS, ...values],
    );
  }

  #oldestFine({ name, fineS }: SlotTable): number | null {
    const rows = this.#all<[number | null]>(`SELECT min(slot_s) FROM ${name} WHERE unit_s = ?`, [fineS]);
    return rows[0]![0];
  }

  #all<R = Row>(sql: string, values: SQLQueryBindings[]): R[] {
    return (this.#db?.query(sql).values(...values) ?? []) as R[];
  }
}

type Row = [slotS: number, key: number, ...sums: number[]];

/** Rows of a table, and what is to be added up of them. Values are bound from the fourth on. */
interface SlotSelect {
  readonly table: SlotTable;
  /** Rows of different keys are added up apart. */
  readonly key: string;
  readonly columns: readonly string[];
  readonly condition: string;
  readonly values: readonly SQLQueryBindings[];
}

interface CountedSlot {
  readonly slot: Slot;
  readonly key: number;
  readonly numbers: readonly number[];
}

interface Slot {
  readonly startS: number;
  /** Null of a fine slot. */
  readonly endS: number | null;
}

function rowsOf(scope: StatisticsScope, columns: readonly string[]): SlotSelect {
  if ("accountId" in scope) {
    const values = [scope.accountId];
    return { table: accountSlots, key: "account_id", columns, condition: "account_id = ?4", values };
  }
  const ofDevice = { table: sensorSlots, key: "device_id", columns };
  const { deviceId } = scope;
  if (!("sensorId" in scope)) return { ...ofDevice, condition: "device_id = ?4", values: [deviceId] };
  const values = [deviceId, scope.sensorId];
  return { ...ofDevice, condition: "device_id = ?4 AND sensor_id = ?5", values };
}

function acceptedByDevice(deviceIds: readonly number[]): SlotSelect {
  return {
    table: sensorSlots,
    key: "device_id",
    columns: ["accepted"],
    condition: "device_id IN (SELECT value FROM json_each(?4))",
    values: [JSON.stringify(deviceIds)],
  };
}

function count(counts: BucketCounts, { startS, endS }: Slot, numbers: readonly number[]): void {
  if (endS === null) counts.addAt(startS * 1000, numbers);
  else counts.addOver(startS * 1000, endS * 1000, numbers);
}

/** An hour that is made while it lasts reaches only as far as the slots that are still fine. */
function endOfHour(slotS: number, oldestFineS: number | null, fineS: number): number {
  if (oldestFineS === null || oldestFineS < slotS) return slotS + hourS;
  return Math.min(slotS + hourS, Math.max(oldestFineS, slotS + fineS));
}
