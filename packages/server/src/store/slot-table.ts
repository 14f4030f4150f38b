import { settledFates } from "@weir/protocol/closed-sets";
import { type DropReason, dropReasons, type RejectedCounts } from "@weir/protocol/drop-reasons";
import { fineForMs, slotMs } from "./statistics-queries.ts";
import type { Tally } from "./statistics-store.ts";

/** A table of counts in slots of time: fine ones at first, hours later. */
export interface SlotTable {
  readonly name: string;
  /** What is counted for, besides the slot. */
  readonly keys: readonly string[];
  /** The columns that are added up, in the order in which their numbers are passed around. */
  readonly figures: readonly string[];
  /** How many figures, from the first on, are all there is to most rows. */
  readonly usualFigures: number;
  readonly fineS: number;
  readonly fineKeptS: number;
  readonly hoursKeptS: number;
}

export const hourS = 3600;
const dayS = 24 * hourS;

/** What is counted of readings. */
export const figures: readonly string[] = [
  ...["accepted", "saved", "already_stored", "ended", "dead", "duplicates"],
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

/** The reason is the place of its code. Most accounts have none, so there is a row only where there is something to count. */
export const refusedSlots: SlotTable = {
  ...accountSlots,
  name: "refused_requests",
  keys: ["account_id", "reason"],
  figures: ["requests"],
  usualFigures: 1,
};

/** The last two slots of this length tell how much is coming in. It is the same for all, so that sums agree. */
export const rateS = sensorSlots.fineS;

const placesOfReasons = new Map(dropReasons.map(({ key }, index) => [key, firstReason + index]));

/** Puts the figures of a tally into `into`, because many tallies are written at once and an array for each costs more. */
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

/** The ends that accepted readings come to. They are added up anew, since shares of an hour were rounded one by one. */
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

/** The start of the slot of that length which a time is in. */
export function slotStartS(timeS: number, unitS: number): number {
  return Math.floor(timeS / unitS) * unitS;
}
