import { lastTrue } from "../../platform/last-true.ts";

/** Consecutive readings of one sensor in the ring of identities, from sequence `start` to before `end`. */
export interface IdentityRun {
  readonly sensorId: number;
  readonly start: number;
  end: number;
  /** The time of the first reading, which may be forgotten already. */
  readonly firstUs: number;
  /** Whether the sensor had sent later readings before. Then no reading continues the run. */
  readonly isLate: boolean;
}

/** The times of readings that come after later ones. */
interface LateSpan {
  readonly fromUs: number;
  readonly toUs: number;
  /** Returns the time of the last reading of a run. */
  readonly lastUs: (run: IdentityRun) => number;
}

/** When there are this many runs, further readings go into the table instead. */
const runsMax = 65_536;

/**
 * The runs in the ring of identities. A run consists of readings of one sensor in order of time. Most begin later than
 * everything remembered of the sensor before; a late run lies between two others or before all of them. So no two runs
 * of a sensor overlap in time, and a reading in them is found by its timestamp.
 */
export class IdentityRuns {
  readonly #runsMax: number;
  /** Slots of the ring before this sequence are forgotten. */
  oldest = 0;
  /** In the order of the ring. Those before `#first` are forgotten. */
  #runs: IdentityRun[] = [];
  #first = 0;
  readonly #bySensor = new Map<number, IdentityRun[]>();

  constructor(max = runsMax) {
    this.#runsMax = max;
  }

  /**
   * The run that a reading at `sequence` continues, or a new one; null if there are too many runs. The reading is later
   * than everything remembered of its sensor.
   */
  runEndingAt(sequence: number, sensorId: number, us: number): IdentityRun | null {
    const last = this.#runs.at(-1);
    if (last !== undefined && last.end === sequence && last.sensorId === sensorId && !last.isLate)
      return last;
    const run = { sensorId, start: sequence, end: sequence, firstUs: us, isLate: false };
    return this.#begin(run, this.#bySensor.get(sensorId)?.length ?? 0);
  }

  /** Begins a run at a place that `placeForLate` returned. Returns null if there are too many runs. */
  beginLate(sequence: number, sensorId: number, firstUs: number, place: number): IdentityRun | null {
    return this.#begin({ sensorId, start: sequence, end: sequence, firstUs, isLate: true }, place);
  }

  /** Returns the place of a run among those of its sensor; -1 if it would overlap with one of them in time. */
  placeForLate(sensorId: number, { fromUs, toUs, lastUs }: LateSpan): number {
    const runs = this.of(sensorId);
    const before = lastTrue(0, runs.length, (at) => runs[at]!.firstUs <= fromUs);
    if (before >= 0 && lastUs(runs[before]!) >= fromUs) return -1;
    const place = before + 1;
    return place < runs.length && runs[place]!.firstUs <= toUs ? -1 : place;
  }

  /** `place` is the place of the run among those of its sensor. */
  #begin(run: IdentityRun, place: number): IdentityRun | null {
    if (this.#runs.length - this.#first >= this.#runsMax) return null;
    this.#runs.push(run);
    const ofSensor = this.#bySensor.get(run.sensorId);
    if (ofSensor === undefined) this.#bySensor.set(run.sensorId, [run]);
    else ofSensor.splice(place, 0, run);
    return run;
  }

  #forget(run: IdentityRun): void {
    const ofSensor = this.#bySensor.get(run.sensorId)!;
    if (ofSensor.length === 1) this.#bySensor.delete(run.sensorId);
    else ofSensor.splice(ofSensor.indexOf(run), 1);
  }

  /** The runs of a sensor in order of time. */
  of(sensorId: number): readonly IdentityRun[] {
    return this.#bySensor.get(sensorId) ?? none;
  }

  /** Forgets what is before `sequence`, and runs that end there. */
  forgetBefore(sequence: number): void {
    this.oldest = sequence;
    for (;;) {
      const oldest = this.#runs[this.#first];
      if (oldest === undefined || oldest.end > sequence) return;
      this.#first++;
      this.#forget(oldest);
      if (this.#first * 2 > this.#runs.length) {
        this.#runs = this.#runs.slice(this.#first);
        this.#first = 0;
      }
    }
  }

  /** Removes everything from `sequence` on. */
  forgetFrom(sequence: number): void {
    for (;;) {
      const last = this.#runs.at(-1);
      if (last === undefined || this.#runs.length === this.#first || last.end <= sequence) return;
      last.end = Math.max(last.start, sequence);
      if (last.end > last.start) return;
      this.#runs.pop();
      this.#forget(last);
    }
  }
}

const none: readonly IdentityRun[] = [];
