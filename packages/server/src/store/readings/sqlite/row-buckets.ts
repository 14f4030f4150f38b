import type { Database, Statement } from "bun:sqlite";
import type { BucketSums } from "../blocks/bucket-sums.ts";

/** Rows summed before other work gets its turn: about five milliseconds. */
const rowsPerPortion = 30_000;

/** The range of the first statement. Later ranges are chosen to hold about half a portion. */
const firstStepUs = 3600e6;

/**
 * Sums rows by bucket. SQLite does the summing, with one statement per bucket that has rows: a year of minutes takes 70
 * ms of CPU this way, 100 if every row becomes an array, and 150 if the statement groups.
 */
export class RowBuckets {
  readonly #first: Statement<unknown, [number, number, number]>;
  readonly #last: Statement<unknown, [number, number, number]>;
  readonly #sums: Statement<unknown, [number, number, number]>;

  constructor(db: Database) {
    const within = "FROM readings WHERE sensor_id = ? AND at_us >= ? AND at_us < ?";
    this.#first = db.prepare(`SELECT at_us, value ${within} ORDER BY at_us, value LIMIT 1`);
    this.#last = db.prepare(`SELECT at_us, value ${within} ORDER BY at_us DESC, value DESC LIMIT 1`);
    this.#sums = db.prepare(`SELECT count(*), sum(value), min(value), max(value) ${within}`);
  }

  /**
   * Adds a portion of the rows from `pass.fromUs` (inclusive) to `toUs` (exclusive), and moves `pass.fromUs` to the end
   * of the portion.
   */
  addPortion(sums: BucketSums, sensorId: number, toUs: number, pass: RowPass): void {
    for (let rows = 0; rows < rowsPerPortion; ) {
      const first = this.#first.values(sensorId, pass.fromUs, toUs)[0] as KeyRow | undefined;
      if (first === undefined) {
        pass.fromUs = toUs;
        return;
      }
      const [firstUs, firstValue] = first;
      const bucket = sums.bucketAt(firstUs);
      const stepEndUs = firstUs + pass.stepUs;
      const endUs = Math.min(sums.endOfBucket(bucket), toUs, stepEndUs);
      const [count, sum, minimum, maximum] = this.#sums.values(sensorId, firstUs, endUs)[0] as SumsRow;
      const [lastUs, last] = this.#last.values(sensorId, firstUs, endUs)[0] as KeyRow;
      sums.add(bucket, { count, sum, minimum, maximum, firstUs, first: firstValue, lastUs, last });
      rows += count;
      pass.fromUs = endUs;
      if (count > rowsPerPortion / 2) pass.stepUs = Math.max(1, Math.floor(pass.stepUs / 2));
      else if (endUs === stepEndUs && count < rowsPerPortion / 4) pass.stepUs *= 2;
    }
  }
}

/** How far the rows of a sensor have been summed. */
export interface RowPass {
  fromUs: number;
  stepUs: number;
}

export function beginPass(fromUs: number): RowPass {
  return { fromUs, stepUs: firstStepUs };
}

type KeyRow = [atUs: number, value: number];
type SumsRow = [count: number, sum: number, minimum: number, maximum: number];
