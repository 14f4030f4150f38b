import { settledFates } from "@weir/protocol/closed-sets";
import { type DropReason, dropReasons, type RejectedCounts } from "@weir/protocol/drop-reasons";
import type { Tally } from "./counted-readings.ts";
import { fineForMs, slotMs } from "./statistics-queries.ts";

/** A table of counts in slots of time, which are fine at first and hours later. */
export interface SlotTable {
  readonly name: string;
  /** The key columns besides the slot. */
  readonly keys: readonly string[];
  /** The columns to sum, in the order in which their numbers are passed around. */
  readonly figures: readonly string[];
  /** Most rows have only this many figures, counted from the first. */
  readonly usualFigures: number;
  readonly fineS: number;
  readonly fineKeptS: number;
  readonly hoursKeptS: number;
}

export const hourS = 3600;
const dayS = 24 * hourS;

/** The figures of readings. */
export const figures: readonly string[] = [
  "accepted",
  "saved",
  "already_stored",
  "ended",
  "dead",
  "duplicates",
  ...dropReasons.map(({ key }) => key),
];
const firstReason = figures.length - dropReasons.length;

export const sensorSlots: SlotTable = {
  name: "sensor_statistics",
  keys: ["device_id", "sensor_id"],
  figures,
  usualFigures: firstReason,
  fineS: slotMs.sensor / 1000,
  fineKeptS: fineForMs.sensor / 1000,
  hoursKeptS: 30 * dayS,
};

export const accountSlots: SlotTable = {
  name: "account_statistics",
  keys: ["account_id"],
  figures,
  usualFigures: firstReason,
  fineS: slotMs.account / 1000,
  fineKeptS: fineForMs.account / 1000,
  hoursKeptS: 400 * dayS,
};

/**
 * The reason is the index of its code. Most accounts have no refused requests, so rows exist only where something was
 * counted.
 */
export const refusedSlots: SlotTable = {
  ...accountSlots,
  name: "refused_requests",
  keys: ["account_id", "reason"],
  figures: ["requests"],
  usualFigures: 1,
};

/** Rates are computed from the last two slots of this length. The length is the same for all, so that sums agree. */
export const rateS = sensorSlots.fineS;

const placesOfReasons = new Map(dropReasons.map(({ key }, index) => [key, firstReason + index]));

/** Writes the figures of a tally into `into`, because many tallies are written at once and an array for each costs more. */
export function putFigures(tally: Tally, into: number[]): void {
  into[0] = tally.accepted;
  into[1] = tally.saved;
  into[2] = tally.alreadyStored;
  into[3] = tally.ended;
  into[4] = tally.dead;
  into[5] = tally.duplicates;
  for (let place = firstReason; place < figures.length; place++) into[place] = 0;
  const { rejected } = tally;
  for (const reason in rejected) {
    const key = reason as DropReason;
    into[placesOfReasons.get(key)!] = rejected[key]!;
  }
}

/** The fates of accepted readings. Their sum is computed again, because shares of an hour were rounded one by one. */
export const ends: readonly string[] = settledFates;

export function tallyOf(numbers: ArrayLike<number>): Tally {
  const [, saved = 0, alreadyStored = 0, ended = 0, dead = 0, duplicates = 0] = Array.from(numbers);
  const rejected: RejectedCounts = {};
  for (const [index, { key }] of dropReasons.entries()) {
    const readings = numbers[firstReason + index]!;
    if (readings > 0) rejected[key] = readings;
  }
  const accepted = saved + alreadyStored + ended + dead;
  return { accepted, saved, alreadyStored, ended, dead, duplicates, rejected };
}

/** Returns the start of the slot of length `unitS` that contains a time. */
export function slotStartS(timeS: number, unitS: number): number {
  return Math.floor(timeS / unitS) * unitS;
}
