import {
  columnsStart,
  denseVersion,
  hasDeviceTimes,
  lacksSomeDeviceTimes,
  lagUnitByte,
  notDecimal,
} from "./block-codec.ts";
import { endOfColumn, lastOfColumn } from "./number-column.ts";

/**
 * The last reading of a block, without decoding the others: that is most of what the latest values of many sensors would
 * cost.
 */
export interface BlockTail {
  readonly value: number;
  readonly receivedUs: number;
  /** How far the time the device sent is from the reading's; null where it sent none. */
  readonly deviceOffsetUs: number | null;
}

/** Null where several readings share the last time, or the block is of another version: then it has to be decoded. */
export function tailOf(data: Uint8Array, lastUs: number): BlockTail | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const version = view.getUint8(0);
  const steps = columnsStart(version);
  if (steps === null) return null;
  const decimals = view.getUint8(1);
  const flags = view.getUint8(2);
  const count = view.getUint32(4, true);
  if (count > 1 && lastOfColumn(view, steps, count - 1) === 0) return null;
  const values = endOfColumn(view, steps, count - 1);
  const received = endOfColumn(view, values, count);
  const number = lastOfColumn(view, values, count);
  const arrival = lastOfColumn(view, received, count);
  return {
    value: decimals === notDecimal ? number : number / 10 ** decimals,
    receivedUs: version === denseVersion ? lastUs + arrival * view.getFloat64(lagUnitByte, true) : arrival,
    deviceOffsetUs: lastOffset(view, endOfColumn(view, received, count), count, flags),
  };
}

function lastOffset(view: DataView, start: number, count: number, flags: number): number | null {
  if ((flags & hasDeviceTimes) === 0) return null;
  if ((flags & lacksSomeDeviceTimes) === 0) return lastOfColumn(view, start, count);
  const isThere = lastOfColumn(view, start, count) === 1;
  return isThere ? lastOfColumn(view, endOfColumn(view, start, count), count) : null;
}
