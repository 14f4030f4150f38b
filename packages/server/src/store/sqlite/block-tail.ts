import { blockHeadBytes, blockVersion, hasDeviceTimes, notDecimal } from "./block-codec.ts";
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
export function tailOf(data: Uint8Array): BlockTail | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint8(0) !== blockVersion) return null;
  const decimals = view.getUint8(1);
  const haveDeviceTimes = (view.getUint8(2) & hasDeviceTimes) !== 0;
  const count = view.getUint32(4, true);
  const steps = blockHeadBytes;
  if (count > 1 && lastOfColumn(view, steps, count - 1) === 0) return null;
  const values = endOfColumn(view, steps, count - 1);
  const received = endOfColumn(view, values, count);
  const number = lastOfColumn(view, values, count);
  return {
    value: decimals === notDecimal ? number : number / 10 ** decimals,
    receivedUs: lastOfColumn(view, received, count),
    deviceOffsetUs: haveDeviceTimes ? lastOfColumn(view, endOfColumn(view, received, count), count) : null,
  };
}
