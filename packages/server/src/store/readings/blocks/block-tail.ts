import {
  columnsStart,
  hasDeviceTimes,
  hasLags,
  lacksSomeDeviceTimes,
  lagUnitByte,
  notDecimal,
} from "./block-codec.ts";
import { endOfColumn, lastOfColumn } from "./column-reader.ts";

/**
 * The last reading of a block. It is read without decoding the others, which would be most of the cost of finding the
 * latest values of many sensors.
 */
interface BlockTail {
  readonly value: number;
  readonly receivedUs: number;
  /** The distance of the device's time from the reading's; null if the device sent none. */
  readonly deviceOffsetUs: number | null;
}

/** Returns null if the block must be decoded: several readings share the last time, or the version is unknown. */
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
    receivedUs: hasLags(version) ? lastUs + arrival * view.getFloat64(lagUnitByte, true) : arrival,
    deviceOffsetUs: lastOffset(view, endOfColumn(view, received, count), count, flags),
  };
}

function lastOffset(view: DataView, start: number, count: number, flags: number): number | null {
  if ((flags & hasDeviceTimes) === 0) return null;
  if ((flags & lacksSomeDeviceTimes) === 0) return lastOfColumn(view, start, count);
  const isThere = lastOfColumn(view, start, count) === 1;
  return isThere ? lastOfColumn(view, endOfColumn(view, start, count), count) : null;
}
