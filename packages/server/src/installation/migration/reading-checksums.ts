import { decodeBlock } from "../../store/readings/blocks/block-codec.ts";
import type { MigrationData, SensorBlock, SensorReading } from "./migration-data.ts";
import { type Checksum, withoutNul } from "./row-checksum.ts";

/** Sensors are added up in this many groups. A group is nearly always one sensor, so a difference names it. */
export const sensorGroups = 65_536;

/** Stands for a missing device time. */
const noDeviceTime = -1;

/**
 * Adds up readings by their values, whether they are in blocks or in rows, because a copy may pack them differently.
 * For each group of sensors it keeps a count and the sum of a 64-bit hash of each reading, in two halves.
 */
class ReadingChecksums {
  readonly #counts = new Float64Array(sensorGroups);
  readonly #high = new Uint32Array(sensorGroups);
  readonly #low = new Uint32Array(sensorGroups);
  readonly #doubles = new Float64Array(4);
  readonly #words = new Uint32Array(this.#doubles.buffer);

  addBlock({ sensorId, data }: SensorBlock): void {
    const { count, atUs, values, receivedUs, deviceOffsetsUs } = decodeBlock(data);
    for (let nth = 0; nth < count; nth++) {
      const offsetUs = deviceOffsetsUs === null ? Number.NaN : deviceOffsetsUs[nth]!;
      this.#doubles[0] = atUs[nth]!;
      this.#doubles[1] = values[nth]! + 0;
      this.#doubles[2] = receivedUs[nth]!;
      this.#doubles[3] = Number.isNaN(offsetUs) ? noDeviceTime : atUs[nth]! + offsetUs;
      this.#add(sensorId, 0);
    }
  }

  addReading({ sensorId, atUs, value, receivedUs, deviceUs, metadata }: SensorReading): void {
    this.#doubles[0] = atUs;
    this.#doubles[1] = value + 0;
    this.#doubles[2] = receivedUs;
    const deviceTime = deviceUs === null ? noDeviceTime : Number(deviceUs);
    this.#doubles[3] = deviceTime;
    // Blocks hold no metadata, and no times that are too large for a double.
    const isExact = deviceUs === null || Number.isSafeInteger(deviceTime);
    const rest = `${isExact ? "" : deviceUs} ${metadata === null ? "" : withoutNul(metadata)}`;
    this.#add(sensorId, rest === " " ? 0 : Bun.hash.xxHash32(rest));
  }

  #add(sensorId: number, rest: number): void {
    let high = 0x9e3779b9 ^ rest;
    let low = 0x85ebca6b ^ Math.imul(rest, 0xc2b2ae35);
    high = Math.imul(high ^ sensorId, 0x27d4eb2f);
    low = Math.imul(low ^ sensorId, 0x165667b1);
    for (let nth = 0; nth < 8; nth++) {
      const word = this.#words[nth]!;
      high = Math.imul(high ^ word, 0xcc9e2d51);
      high = ((high << 13) | (high >>> 19)) + low;
      low = Math.imul(low ^ word, 0x1b873593);
      low = ((low << 15) | (low >>> 17)) + high;
    }
    const group = sensorId % sensorGroups;
    this.#counts[group]!++;
    this.#high[group]! += finish(high);
    this.#low[group]! += finish(low);
  }

  total(): Checksum {
    let items = 0;
    let [high, low] = [0, 0];
    for (let group = 0; group < sensorGroups; group++) {
      items += this.#counts[group]!;
      high = (high + this.#high[group]!) >>> 0;
      low = (low + this.#low[group]!) >>> 0;
    }
    const digits = (word: number) => word.toString(16).padStart(8, "0");
    return { items, sum: digits(high) + digits(low) };
  }

  /** Groups of sensors whose readings differ. */
  differingGroups(other: ReadingChecksums): number[] {
    const groups: number[] = [];
    for (let group = 0; group < sensorGroups; group++) {
      const isSame =
        this.#counts[group] === other.#counts[group] &&
        this.#high[group] === other.#high[group] &&
        this.#low[group] === other.#low[group];
      if (!isSame) groups.push(group);
    }
    return groups;
  }
}

/** Every bit of the word affects every bit of the result. */
function finish(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** All readings of a side. */
export async function sumReadings(data: MigrationData, onPage: () => void): Promise<ReadingChecksums> {
  const sums = new ReadingChecksums();
  for (let after: string | null = null; ; ) {
    const { items, next } = await data.blocks(after);
    for (const block of items) sums.addBlock(block);
    onPage();
    if (next === null) break;
    after = next;
  }
  for (let after: string | null = null; ; ) {
    const { items, next } = await data.readings(after);
    for (const reading of items) sums.addReading(reading);
    onPage();
    if (next === null) return sums;
    after = next;
  }
}
