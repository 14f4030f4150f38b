import type { BucketQuery } from "../reading-queries.ts";
import { decodeBlock } from "./block-codec.ts";
import { countBefore } from "./block-readings.ts";
import type { BucketSums } from "./bucket-sums.ts";
import { startOf } from "./reading-order.ts";
import type { StoredBlocks } from "./stored-blocks.ts";

/** Blocks added up before others get their turn: some two milliseconds. */
const blocksPerPortion = 64;

/** Adds up the readings in blocks by bucket. Stops after every portion. */
export function* addBlocksTo(sums: BucketSums, query: BucketQuery, blocks: StoredBlocks): Generator<void> {
  const { sensorId, fromUs, toUs } = query;
  for (let nextUs = fromUs; ; ) {
    const portion = blocks.endingFrom(sensorId, nextUs, blocksPerPortion);
    for (const { firstUs, lastUs, data } of portion) {
      if (firstUs >= toUs) return;
      const series = decodeBlock(data);
      const from = firstUs >= fromUs ? 0 : countBefore(series, startOf(fromUs));
      const to = lastUs < toUs ? series.count : countBefore(series, startOf(toUs));
      sums.addColumns(series.atUs, series.values, from, to);
      nextUs = lastUs + 1;
    }
    if (portion.length < blocksPerPortion) return;
    yield;
  }
}
