import { encodeBlock, encodeDenseBlock } from "../blocks/block-codec.ts";
import { blockReadingsMax, denseReadingsMax } from "../blocks/block-sizes.ts";
import { endOfBlock } from "../blocks/end-of-block.ts";
import type { ReadingSeries } from "../blocks/reading-series.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { monthOf } from "./months.ts";

export interface SensorBlock extends StoredBlock {
  readonly sensorId: number;
}

/** Packs the readings of the series from index `from` (inclusive) to `to` (exclusive) into blocks, each within one month. */
export function packBlocks(sensorId: number, series: ReadingSeries, from: number, to: number): SensorBlock[] {
  return pack({ sensorId, series, readingsMax: blockReadingsMax, encode: encodeBlock }, from, to);
}

/** Like `packBlocks`, in fewer bytes, and also for readings of which only some have a device's time. */
export function packDenseBlocks(
  sensorId: number,
  series: ReadingSeries,
  from: number,
  to: number,
): SensorBlock[] {
  return pack({ sensorId, series, readingsMax: denseReadingsMax, encode: encodeDenseBlock }, from, to);
}

interface Packing {
  readonly sensorId: number;
  readonly series: ReadingSeries;
  readonly readingsMax: number;
  readonly encode: typeof encodeBlock;
}

function pack({ sensorId, series, readingsMax, encode }: Packing, from: number, to: number): SensorBlock[] {
  const { atUs } = series;
  const blocks: SensorBlock[] = [];
  for (let start = from; start < to; ) {
    const monthEnd = endOfMonth(atUs, start, to);
    // Even parts, because finding a block of a few readings costs as much as finding a large one.
    const parts = Math.ceil((monthEnd - start) / readingsMax);
    const wantedEnd = start + Math.ceil((monthEnd - start) / parts);
    const end = endOfBlock(atUs, wantedEnd, monthEnd);
    // The result of the encoder is valid only until its next call.
    const data = encode(series, start, end).slice();
    blocks.push({ sensorId, firstUs: atUs[start]!, lastUs: atUs[end - 1]!, readings: end - start, data });
    start = end;
  }
  return blocks;
}

/** Returns the index after the last reading in the month of the reading at `start`. */
function endOfMonth(atUs: Float64Array, start: number, to: number): number {
  const { endUs } = monthOf(atUs[start]!);
  if (atUs[to - 1]! < endUs) return to;
  let low = start + 1;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (atUs[middle]! < endUs) low = middle + 1;
    else high = middle;
  }
  return low;
}
