/**
 * Encodes lists of numbers and bytes in PostgreSQL's binary form for arrays. The driver sends a Buffer as it is, so
 * thousands of numbers cost no text on either side. The parameter needs the type of the array in the statement, such as
 * `$1::int8[]`.
 *
 *   i32 dimensions | i32 has nulls | u32 type of the items | i32 items | i32 first index, then each item with its
 *   length (-1: null)
 */
const headBytes = 20;
const nullLength = -1;

/** PostgreSQL's numbers for its types. */
const types = { bytea: 17, int8: 20, int2: 21, int4: 23, float8: 701 } as const;

export function int2Array(numbers: ArrayLike<number>): Buffer {
  return fixedArray(types.int2, numbers, 2, (view, at, number) => view.setInt16(at, number));
}

export function int4Array(numbers: ArrayLike<number>): Buffer {
  return fixedArray(types.int4, numbers, 4, (view, at, number) => view.setInt32(at, number));
}

/** Encodes whole numbers that a double holds exactly. */
export function int8Array(numbers: ArrayLike<number>): Buffer {
  return fixedArray(types.int8, numbers, 8, setInt8);
}

export function float8Array(numbers: ArrayLike<number>): Buffer {
  return fixedArray(types.float8, numbers, 8, (view, at, number) => view.setFloat64(at, number));
}

/** Encodes whole numbers of any size, some of which may be null. */
export function nullableInt8Array(count: number, numberAt: (nth: number) => number | bigint | null): Buffer {
  const array = Buffer.allocUnsafe(headBytes + count * 12);
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  let hasNulls = false;
  let at = headBytes;
  for (let nth = 0; nth < count; nth++) {
    const number = numberAt(nth);
    view.setInt32(at, number === null ? nullLength : 8);
    at += 4;
    if (number === null) {
      hasNulls = true;
      continue;
    }
    if (typeof number === "bigint") view.setBigInt64(at, number);
    else setInt8(view, at, number);
    at += 8;
  }
  writeHead(array, types.int8, count, hasNulls);
  return array.subarray(0, at);
}

export function byteaArray(items: readonly Uint8Array[]): Buffer {
  const bytes = items.reduce((sum, item) => sum + 4 + item.length, headBytes);
  const array = Buffer.allocUnsafe(bytes);
  writeHead(array, types.bytea, items.length, false);
  let at = headBytes;
  for (const item of items) {
    at = array.writeInt32BE(item.length, at);
    array.set(item, at);
    at += item.length;
  }
  return array;
}

function fixedArray(
  type: number,
  numbers: ArrayLike<number>,
  itemBytes: number,
  write: (view: DataView, at: number, number: number) => void,
): Buffer {
  const array = Buffer.allocUnsafe(headBytes + numbers.length * (4 + itemBytes));
  writeHead(array, type, numbers.length, false);
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  let at = headBytes;
  for (let nth = 0; nth < numbers.length; nth++) {
    view.setInt32(at, itemBytes);
    write(view, at + 4, numbers[nth]!);
    at += 4 + itemBytes;
  }
  return array;
}

function setInt8(view: DataView, at: number, number: number): void {
  const high = Math.floor(number / 0x1_0000_0000);
  view.setInt32(at, high);
  view.setUint32(at + 4, number - high * 0x1_0000_0000);
}

function writeHead(array: Buffer, type: number, items: number, hasNulls: boolean): void {
  array.writeInt32BE(1, 0);
  array.writeInt32BE(hasNulls ? 1 : 0, 4);
  array.writeUInt32BE(type, 8);
  array.writeInt32BE(items, 12);
  array.writeInt32BE(1, 16);
}
