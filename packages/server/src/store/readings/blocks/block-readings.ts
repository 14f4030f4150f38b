import type { ReadingKey, StoredReading } from "../reading-queries.ts";
import { decodeBlock } from "./block-codec.ts";
import { tailOf } from "./block-tail.ts";
import { countUpTo, type ReadingSeries } from "./reading-series.ts";
import type { StoredBlock } from "./stored-block.ts";

/** Yields the readings of ascending blocks after one key, up to another. */
export function* readingsOf(
  blocks: readonly StoredBlock[],
  after: ReadingKey,
  upTo: ReadingKey,
): IterableIterator<StoredReading> {
  for (const block of blocks) {
    if (block.firstUs > upTo.atUs) return;
    const series = decodeBlock(block.data);
    const end = countUpTo(series, upTo.atUs, upTo.value);
    for (let nth = countUpTo(series, after.atUs, after.value); nth < end; nth++) yield readingAt(series, nth);
  }
}

/** Yields the readings of descending blocks before one key, down to another. */
export function* readingsBackwards(
  blocks: readonly StoredBlock[],
  before: ReadingKey,
  downTo: ReadingKey,
): IterableIterator<StoredReading> {
  for (const block of blocks) {
    if (block.lastUs < downTo.atUs) return;
    const series = decodeBlock(block.data);
    const end = countBefore(series, downTo);
    for (let nth = countBefore(series, before) - 1; nth >= end; nth--) yield readingAt(series, nth);
  }
}

/** Returns the readings at the block's last time. */
export function latestReadingsOf({ lastUs, data }: StoredBlock): StoredReading[] {
  const tail = tailOf(data, lastUs);
  if (tail !== null) {
    const { value, receivedUs, deviceOffsetUs } = tail;
    const deviceUs = deviceOffsetUs === null ? null : BigInt(lastUs + deviceOffsetUs);
    return [{ atUs: lastUs, value, receivedUs, deviceUs, metadata: null }];
  }
  const series = decodeBlock(data);
  const latest: StoredReading[] = [];
  for (let nth = series.count - 1; nth >= 0 && series.atUs[nth] === lastUs; nth--) {
    latest.push(readingAt(series, nth));
  }
  return latest;
}

/** Counts the readings before a key. */
export function countBefore(series: ReadingSeries, { atUs, value }: ReadingKey): number {
  const upTo = countUpTo(series, atUs, value);
  const isThere = upTo > 0 && series.atUs[upTo - 1] === atUs && series.values[upTo - 1] === value;
  return isThere ? upTo - 1 : upTo;
}

function readingAt(series: ReadingSeries, nth: number): StoredReading {
  const atUs = series.atUs[nth]!;
  const offsetUs = series.deviceOffsetsUs?.[nth] ?? Number.NaN;
  return {
    atUs,
    value: series.values[nth]!,
    receivedUs: series.receivedUs[nth]!,
    deviceUs: Number.isNaN(offsetUs) ? null : BigInt(atUs + offsetUs),
    metadata: null,
  };
}
