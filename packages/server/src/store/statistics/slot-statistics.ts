import { type RefusedCounts, refusalCodes } from "@weir/protocol/request-reasons";
import { BucketCounts } from "./bucket-counts.ts";
import type { Tally } from "./counted-readings.ts";
import {
  accountSlots,
  ends,
  figures,
  hourS,
  rateS,
  refusedSlots,
  sensorSlots,
  slotStartS,
  tallyOf,
} from "./slot-table.ts";
import type { StatisticsQueries, StatisticsScope } from "./statistics-queries.ts";
import type { SlotSelect, StoredSlots } from "./stored-slots.ts";

/** Answers questions about counts from tables of slots, on any engine. */
export class SlotStatistics implements StatisticsQueries {
  readonly #slots: StoredSlots;

  constructor(slots: StoredSlots) {
    this.#slots = slots;
  }

  async total(scope: StatisticsScope, fromMs: number, toMs: number): Promise<Tally> {
    return (await this.series(scope, [fromMs, toMs]))[0]!;
  }

  async series(scope: StatisticsScope, edgesMs: readonly number[]): Promise<Tally[]> {
    const counts = new BucketCounts(edgesMs, figures.length);
    for (const { slot, numbers } of await this.#slotsOver(rowsOf(scope, figures), edgesMs)) {
      count(counts, slot, numbers);
    }
    return Array.from(counts.buckets(), tallyOf);
  }

  async refused(accountId: number, fromMs: number, toMs: number): Promise<RefusedCounts> {
    const refused: RefusedCounts = {};
    for (const [place, [requests = 0]] of await this.#sumsByKey(refusedOf(accountId), [fromMs, toMs])) {
      if (requests > 0) refused[refusalCodes[place]!] = requests;
    }
    return refused;
  }

  async perMinute(scope: StatisticsScope, nowMs: number): Promise<number> {
    const [rate = 0] = (await this.#rates(rowsOf(scope, ["accepted"]), nowMs)).values();
    return rate;
  }

  perMinuteOf(deviceIds: readonly number[], nowMs: number): Promise<Map<number, number>> {
    return this.#rates(ofDevices(deviceIds, ["accepted"]), nowMs);
  }

  acceptedOf(deviceIds: readonly number[], edgesMs: readonly number[]): Promise<Map<number, number[]>> {
    return this.#sumsByKey(ofDevices(deviceIds, ends), edgesMs);
  }

  close(): Promise<void> {
    return this.#slots.close();
  }

  /** Sums the columns together, bucket by bucket, for each key. */
  async #sumsByKey(select: SlotSelect, edgesMs: readonly number[]): Promise<Map<number, number[]>> {
    const byKey = new Map<number, BucketCounts>();
    for (const { slot, key, numbers } of await this.#slotsOver(select, edgesMs)) {
      const counts = byKey.get(key) ?? new BucketCounts(edgesMs, select.columns.length);
      byKey.set(key, counts);
      count(counts, slot, numbers);
    }
    return new Map(Array.from(byKey, ([key, counts]) => [key, Array.from(counts.buckets(), sumOf)]));
  }

  async #slotsOver(select: SlotSelect, edgesMs: readonly number[]): Promise<CountedSlot[]> {
    const first = edgesMs[0];
    const last = edgesMs.at(-1);
    if (first === undefined || last === undefined) return [];
    const { fineS } = select.table;
    const { oldestFineS, fine, hours } = await this.#slots.over(select, first / 1000, last / 1000);
    return [
      ...fine.map(([startS, key, ...numbers]) => ({ slot: { startS, endS: null }, key, numbers })),
      ...hours.map(([startS, key, ...numbers]) => {
        return { slot: { startS, endS: endOfHour(startS, oldestFineS, fineS) }, key, numbers };
      }),
    ];
  }

  /**
   * Estimates a sliding rate from the current slot of `rateS` and the missing part of the slot before. Finer slots are
   * merged to this length first, because a more exact rate of an account would not agree with those of its devices.
   */
  async #rates(select: SlotSelect, nowMs: number): Promise<Map<number, number>> {
    const currentS = slotStartS(nowMs / 1000, rateS);
    const leftShare = 1 - (nowMs / 1000 - currentS) / rateS;
    const rates = new Map<number, number>();
    for (const [startS, key, accepted = 0] of await this.#slots.fine(
      select,
      currentS - rateS,
      currentS + rateS,
    )) {
      const weighted = startS < currentS ? accepted * leftShare : accepted;
      rates.set(key, (rates.get(key) ?? 0) + weighted / (rateS / 60));
    }
    return rates;
  }
}

interface CountedSlot {
  readonly slot: Slot;
  readonly key: number;
  readonly numbers: readonly number[];
}

interface Slot {
  readonly startS: number;
  /** Null for a fine slot. */
  readonly endS: number | null;
}

function rowsOf(scope: StatisticsScope, columns: readonly string[]): SlotSelect {
  if ("accountId" in scope) {
    const { accountId } = scope;
    if (accountId === "all") return { table: accountSlots, key: null, columns, where: [] };
    return { table: accountSlots, key: "account_id", columns, where: [["account_id", [accountId]]] };
  }
  const ofDevice = ofDevices([scope.deviceId], columns);
  if (!("sensorId" in scope)) return ofDevice;
  return { ...ofDevice, where: [...ofDevice.where, ["sensor_id", [scope.sensorId]]] };
}

function ofDevices(deviceIds: readonly number[], columns: readonly string[]): SlotSelect {
  return { table: sensorSlots, key: "device_id", columns, where: [["device_id", deviceIds]] };
}

function refusedOf(accountId: number): SlotSelect {
  return { table: refusedSlots, key: "reason", columns: ["requests"], where: [["account_id", [accountId]]] };
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function count(counts: BucketCounts, { startS, endS }: Slot, numbers: readonly number[]): void {
  if (endS === null) counts.addAt(startS * 1000, numbers);
  else counts.addOver(startS * 1000, endS * 1000, numbers);
}

/** Returns where an hour ends. An hour that is made before it is over reaches only as far as the first fine slot. */
function endOfHour(slotS: number, oldestFineS: number | null, fineS: number): number {
  if (oldestFineS === null || oldestFineS < slotS) return slotS + hourS;
  return Math.min(slotS + hourS, Math.max(oldestFineS, slotS + fineS));
}
