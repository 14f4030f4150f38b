import type { Database } from "bun:sqlite";
import { zstdDecompressSync } from "node:zlib";

/** A reading from a block of the store. A block holds many readings of one sensor in one row and has no metadata. */
export interface BlockReading {
  readonly sensorId: number;
  readonly atUs: number;
  readonly value: number;
  readonly receivedUs: number;
  readonly deviceUs: number | null;
}

export type BlockRow = [
  sensorId: number | bigint,
  firstUs: number | bigint,
  lastUs: number | bigint,
  readings: number | bigint,
  data: Uint8Array,
];

/** All readings in blocks, decoded without any code of the server. Fails if a block contradicts its row. */
export function readBlocks(store: Database): BlockReading[] {
  const rows = store
    .query("SELECT sensor_id, first_us, last_us, readings, data FROM blocks ORDER BY sensor_id, first_us")
    .values() as BlockRow[];
  return takeBlocksApart(rows);
}

/** The readings in these rows of the table of blocks. */
export function takeBlocksApart(rows: readonly BlockRow[]): BlockReading[] {
  return rows.flatMap(([sensorId, firstUs, lastUs, count, data]) => {
    const readings = new BlockBytes(data).readings(Number(sensorId));
    const found = [readings.length, readings[0]?.atUs, readings.at(-1)?.atUs];
    const claimed = [count, firstUs, lastUs].map(Number);
    if (!Bun.deepEquals(found, claimed))
      throw new Error(`A block of ${found} says that it is of ${claimed}.`);
    return readings;
  });
}

/** Reads numbers one after another, as docs/block-format.md describes them. */
class BlockBytes {
  readonly #view: DataView;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.length);
  }

  readings(sensorId: number): BlockReading[] {
    const version = this.#whole(1);
    if (version < 1 || version > 4) throw new Error(`There is no block version ${version}.`);
    const decimals = this.#whole(1);
    const flags = this.#whole(1);
    this.#whole(1);
    const count = this.#whole(4);
    const times = [this.#double()];
    const unitUs = this.#double();
    const lagUnitUs = version % 2 === 0 ? this.#double() : null;
    for (const step of this.#column(count - 1)) times.push(times.at(-1)! + step * unitUs);
    const values = this.#column(count).map((value) => (decimals === 255 ? value : value / 10 ** decimals));
    const received = this.#column(count);
    const areThere = flags === 3 ? this.#column(count) : new Array<number>(count).fill(flags);
    const offsets = flags === 0 ? areThere : this.#column(count);
    if (this.#at !== this.#view.byteLength) throw new Error("A block does not end with its last column.");
    return times.map((atUs, nth) => ({
      sensorId,
      atUs,
      value: values[nth]!,
      receivedUs: lagUnitUs === null ? received[nth]! : atUs + received[nth]! * lagUnitUs,
      deviceUs: areThere[nth] === 0 ? null : atUs + offsets[nth]!,
    }));
  }

  #column(count: number): number[] {
    const form = this.#whole(4);
    const runs = this.#whole(4);
    const base = this.#double();
    const numbers =
      form === 64 || form === 65
        ? this.#compressed(count, runs, base, form === 65)
        : form === 16
          ? this.#runs(runs)
          : form === 32
            ? this.#frames(count, base)
            : Array.from({ length: count }, () => this.#number(form, base));
    this.#align();
    return numbers;
  }

  #number(form: number, base: number): number {
    if (form === 0) return base;
    return form === 8 ? this.#double() : base + this.#whole(form);
  }

  #runs(runs: number): number[] {
    const lengths = Array.from({ length: runs }, () => this.#whole(4));
    this.#align();
    return lengths.flatMap((length) => new Array<number>(length).fill(this.#double()));
  }

  #frames(count: number, base: number): number[] {
    const numbers: number[] = [];
    while (numbers.length < count) {
      const size = Math.min(128, count - numbers.length);
      const smallest = base + this.#whole(4);
      const bits = BigInt(this.#whole(4));
      let packed = 0n;
      const words = Math.ceil((size * Number(bits)) / 32);
      for (let nth = 0; nth < words; nth++) packed |= BigInt(this.#whole(4)) << BigInt(32 * nth);
      for (let nth = 0n; nth < size; nth++)
        numbers.push(smallest + Number((packed >> (nth * bits)) & ((1n << bits) - 1n)));
    }
    return numbers;
  }

  #compressed(count: number, length: number, base: number, areSteps: boolean): number[] {
    const start = this.#view.byteOffset + this.#at;
    const bytes = zstdDecompressSync(new Uint8Array(this.#view.buffer, start, length));
    this.#at += length;
    const wholes = Array.from({ length: count }, (_, nth) => {
      let whole = 0;
      for (let at = nth; at < bytes.length; at += count) whole += bytes[at]! * 256 ** Math.floor(at / count);
      return whole;
    });
    if (!areSteps) return wholes.map((whole) => base + whole);
    let number = base;
    return wholes.map((whole) => {
      number += whole % 2 === 0 ? whole / 2 : -(whole + 1) / 2;
      return number;
    });
  }

  #whole(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    if (bytes === 1) return this.#view.getUint8(at);
    return bytes === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }

  #double(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  #align(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }
}
