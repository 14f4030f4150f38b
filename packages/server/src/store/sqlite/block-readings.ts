import type { StoredReading } from "../reading-queries.ts";
import { decodeBlock } from "./block-codec.ts";
import type { ReadingKey } from "./reading-order.ts";
import { countUpTo, type ReadingSeries } from "./reading-series.ts";
import type { StoredBlock } from "./stored-blocks.ts";

/** The readings of blocks, which are in order, that come after one key, up to another. */
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

/** Those at the block's last time. */
export function latestReadingsOf(block: StoredBlock): StoredReading[] {
  const series = decodeBlock(block.data);
  const latest: StoredReading[] = [];
  for (let nth = series.count - 1; nth >= 0 && series.atUs[nth] === block.lastUs; nth--) {
    latest.push(readingAt(series, nth));
  }
  return latest;
}

function readingAt(series: ReadingSeries, nth: number): StoredReading {
  const atUs = series.atUs[nth]!;
  return {
    atUs,
    value: series.values[nth]!,
    receivedUs: series.receivedUs[nth]!,
    deviceUs: series.deviceOffsetsUs === null ? null : BigInt(atUs + series.deviceOffsetsUs[nth]!),
    metadata: null,
  };
}
