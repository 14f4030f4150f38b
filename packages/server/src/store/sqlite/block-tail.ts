/**
 * The last reading of a block, without decoding the others: that is most of what the latest values of many sensors would
 * cost. It reads the form that block-codec.ts and number-column.ts write, and is tested against them.
 */
export interface BlockTail {
  readonly value: number;
  readonly receivedUs: number;
  /** How far the time the device sent is from the reading's; null where it sent none. */
  readonly deviceOffsetUs: number | null;
}

const knownVersion = 1;
const headBytes = 24;
const hasDeviceTimes = 1;
const notDecimal = 255;
const columnHeadBytes = 16;
const inRuns = 16;

/** Null where several readings share the last time, or the block is of another version: then it has to be decoded. */
export function tailOf(data: Uint8Array): BlockTail | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint8(0) !== knownVersion) return null;
  const decimals = view.getUint8(1);
  const haveDeviceTimes = (view.getUint8(2) & hasDeviceTimes) !== 0;
  const count = view.getUint32(4, true);
  const steps = headBytes;
  if (count > 1 && lastNumber(view, steps, count - 1) === 0) return null;
  const values = columnEnd(view, steps, count - 1);
  const received = columnEnd(view, values, count);
  const number = lastNumber(view, values, count);
  return {
    value: decimals === notDecimal ? number : number / 10 ** decimals,
    receivedUs: lastNumber(view, received, count),
    deviceOffsetUs: haveDeviceTimes ? lastNumber(view, columnEnd(view, received, count), count) : null,
  };
}

function lastNumber(view: DataView, column: number, count: number): number {
  const form = view.getUint32(column, true);
  const base = view.getFloat64(column + 8, true);
  const data = column + columnHeadBytes;
  const last = data + form * (count - 1);
  if (form === 1) return base + view.getUint8(last);
  if (form === 2) return base + view.getUint16(last, true);
  if (form === 4) return base + view.getUint32(last, true);
  if (form === 8) return view.getFloat64(last, true);
  if (form !== inRuns) return base;
  const runs = view.getUint32(column + 4, true);
  return view.getFloat64(data + padded(runs * 4) + (runs - 1) * 8, true);
}

function columnEnd(view: DataView, column: number, count: number): number {
  const form = view.getUint32(column, true);
  const runs = view.getUint32(column + 4, true);
  const bytes = form === inRuns ? padded(runs * 4) + runs * 8 : padded(form * count);
  return column + columnHeadBytes + bytes;
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}
