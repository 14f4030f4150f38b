import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import { type RefusedCounts, refusalCodes } from "@weir/protocol/request-reasons";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { StatisticsQueries, StatisticsScope } from "../statistics-queries.ts";
import type { Tally } from "../statistics-store.ts";
import { BucketCounts } from "./bucket-counts.ts";
import {
  accountSlots,
  ends,
  figures,
  hourS,
  rateS,
  refusedSlots,
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

  async total(scope: StatisticsScope, fromMs: number, toMs: number): Promise<Tally> {
    return (await this.series(scope, [fromMs, toMs]))[0]!;
  }

  async series(scope: StatisticsScope, edgesMs: readonly number[]): Promise<Tally[]> {
    const counts = new BucketCounts(edgesMs, figures.length);
    for (const { slot, numbers } of this.#slotsOver(rowsOf(scope, figures), edgesMs)) {
      count(counts, slot, numbers);
    }
    return Array.from(counts.buckets(), tallyOf);
  }

  async refused(accountId: number, fromMs: number, toMs: number): Promise<RefusedCounts> {
    const refused: RefusedCounts = {};
    for (const [place, [requests = 0]] of this.#sumsByKey(refusedOf(accountId), [fromMs, toMs])) {
      if (requests > 0) refused[refusalCodes[place]!] = requests;
    }
    return refused;
  }

  async perMinute(scope: StatisticsScope, nowMs: number): Promise<number> {
    const [rate = 0] = this.#rates(rowsOf(scope, ["accepted"]), nowMs).values();
    return rate;
  }

  async perMinuteOf(deviceIds: readonly number[], nowMs: number): Promise<Map<number, number>> {
    return this.#rates(ofDevices(deviceIds, ["accepted"]), nowMs);
  }

  async acceptedOf(deviceIds: readonly number[], edgesMs: readonly number[]): Promise<Map<number, number[]>> {
    return this.#sumsByKey(ofDevices(deviceIds, ends), edgesMs);
  }

  async close(): Promise<void> {
    this.#db?.close();
  }

  /** What the columns come to together, bucket by bucket, for each key that there is. */
  #sumsByKey(select: SlotSelect, edgesMs: readonly number[]): Map<number, number[]> {
    const byKey = new Map<number, BucketCounts>();
    for (const { slot, key, numbers } of this.#slotsOver(select, edgesMs)) {
      const counts = byKey.get(key) ?? new BucketCounts(edgesMs, select.columns.length);
      byKey.set(key, counts);
      count(counts, slot, numbers);
    }
    return new Map(Array.from(byKey, ([key, counts]) => [key, Array.from(counts.buckets(), sumOf)]));
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

  /**
   * A sliding estimate: the current slot of `rateS`, and of the one before as much as is missing to its length. Finer slots
   * are put together to these, since what is known better of an account would not agree with its devices.
   */
  #rates(select: SlotSelect, nowMs: number): Map<number, number> {
    const currentS = slotStartS(nowMs / 1000, rateS);
    const leftShare = 1 - (nowMs / 1000 - currentS) / rateS;
    const rates = new Map<number, number>();
    const slots = this.#slots(select, select.table.fineS, currentS - rateS, currentS + rateS);
    for (const [startS, key, accepted = 0] of slots) {
      const weighted = startS < currentS ? accepted * leftShare : accepted;
      rates.set(key, (rates.get(key) ?? 0) + weighted / (rateS / 60));
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
  if ("accountId" in scope && scope.accountId === "all")
    return { table: accountSlots, key: "0", columns, condition: "true", values: [] };
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

function ofDevices(deviceIds: readonly number[], columns: readonly string[]): SlotSelect {
  return {
    table: sensorSlots,
    key: "device_id",
    columns,
    condition: "device_id IN (SELECT value FROM json_each(?4))",
    values: [JSON.stringify(deviceIds)],
  };
}

function refusedOf(accountId: number): SlotSelect {
  return {
    table: refusedSlots,
    key: "reason",
    columns: ["requests"],
    condition: "account_id = ?4",
    values: [accountId],
  };
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
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
