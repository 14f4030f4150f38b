import type { ActivityRecord } from "../../activity/activity-record.ts";
import { decodeLine } from "../activity-line.ts";

/**
 * A part of a segment: requests of some devices, sorted by device, then by arrival. The directory holds in columns
 * whose
 * requests they are and everything that can be decided without reading them. The lines lie one after the other beside
 * it.
 *
 *   u32 devices | u32 requests | per request: f64 arrival ms, then u32 length of its line, then u32 mark
 *   | per device: u32 id, then u32 account, then u32 number of requests
 */
export interface PartBytes {
  readonly firstDevice: number;
  readonly directory: Uint8Array;
  readonly lines: Uint8Array;
}

const headBytes = 8;
const requestBytes = 16;
const deviceBytes = 12;

export function directoryBytes(devices: number, requests: number): number {
  return headBytes + devices * deviceBytes + requests * requestBytes;
}

/** The columns of a directory, as views of its bytes. */
export class PartColumns {
  readonly arrivalsMs: Float64Array;
  readonly lengths: Uint32Array;
  readonly marks: Uint32Array;
  readonly devices: Uint32Array;
  readonly accounts: Uint32Array;
  readonly counts: Uint32Array;

  constructor(buffer: ArrayBufferLike, devices: number, requests: number) {
    let at = headBytes;
    const words = (count: number): Uint32Array => {
      const column = new Uint32Array(buffer, at, count);
      at += column.byteLength;
      return column;
    };
    this.arrivalsMs = new Float64Array(buffer, at, requests);
    at += this.arrivalsMs.byteLength;
    this.lengths = words(requests);
    this.marks = words(requests);
    this.devices = words(devices);
    this.accounts = words(devices);
    this.counts = words(devices);
  }
}

export class ActivityPart {
  readonly columns: PartColumns;
  /** Where the requests of each device start, followed by where the last ones end. */
  readonly starts: Uint32Array;
  #offsets: Uint32Array | null = null;

  private constructor(columns: PartColumns) {
    this.columns = columns;
    this.starts = startsOf(columns.counts);
  }

  /** Returns null if the bytes are not a directory. */
  static read(directory: Uint8Array): ActivityPart | null {
    if (directory.byteLength < headBytes) return null;
    const { buffer } = directory.byteOffset === 0 ? directory : directory.slice();
    const [devices = 0, requests = 0] = new Uint32Array(buffer, 0, 2);
    if (directory.byteLength !== directoryBytes(devices, requests)) return null;
    const part = new ActivityPart(new PartColumns(buffer, devices, requests));
    return part.starts[devices] === requests ? part : null;
  }

  get deviceCount(): number {
    return this.columns.devices.length;
  }

  /** Where each line starts, followed by where the last one ends. */
  get offsets(): Uint32Array {
    this.#offsets ??= startsOf(this.columns.lengths);
    return this.#offsets;
  }

  /** Returns whether lines of this length can belong to the part. */
  fits(lines: Uint8Array): boolean {
    return this.offsets.at(-1) === lines.byteLength;
  }

  /** Returns the index of a device, or -1 if the part has no requests of it. */
  find(deviceId: number): number {
    const { devices } = this.columns;
    let low = 0;
    let high = devices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (devices[middle]! < deviceId) low = middle + 1;
      else high = middle;
    }
    return devices[low] === deviceId ? low : -1;
  }

  /** Counts the bytes of the lines from one index (inclusive) to another (exclusive). */
  sizeOf(from: number, to: number): number {
    return this.offsets[to]! - this.offsets[from]!;
  }

  /**
   * Decodes the request at index `nth`, which belongs to the device at index `place`. Returns null if its line cannot
   * be read.
   */
  record(nth: number, place: number, lines: Uint8Array): ActivityRecord | null {
    const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString(
      "utf8",
      this.offsets[nth]!,
      this.offsets[nth + 1]!,
    );
    const { devices, accounts, arrivalsMs } = this.columns;
    return decodeLine(text, {
      accountId: accounts[place]!,
      deviceId: devices[place]!,
      arrivalMs: arrivalsMs[nth]!,
    });
  }
}

function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let nth = 0; nth < counts.length; nth++) {
    sum += counts[nth]!;
    starts[nth + 1] = sum;
  }
  return starts;
}
