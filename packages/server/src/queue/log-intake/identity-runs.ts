/** Readings of one sensor that stand side by side in the ring of identities, from `start` up to before `end`. */
export interface IdentityRun {
  readonly sensorId: number;
  readonly start: number;
  end: number;
}

/** Past this many, readings are found by their hash again. */
const runsMax = 65_536;

/**
 * Which stretches of the ring of identities are runs: readings of one sensor, each with a later timestamp than everything
 * that was remembered of the sensor before. The runs of a sensor therefore follow each other in time as well, and a
 * reading in them is found by its timestamp.
 */
export class IdentityRuns {
  readonly #runsMax: number;
  /** In the order of the ring; those before `#first` are gone. */
  #runs: IdentityRun[] = [];
  #first = 0;
  readonly #bySensor = new Map<number, IdentityRun[]>();

  constructor(max = runsMax) {
    this.#runsMax = max;
  }

  /** The one that a reading at `sequence` goes on with, made where there is none; null where there are too many. */
  runEndingAt(sequence: number, sensorId: number): IdentityRun | null {
    const last = this.#runs.at(-1);
    if (last !== undefined && last.end === sequence && last.sensorId === sensorId) return last;
    if (this.#runs.length - this.#first >= this.#runsMax) return null;
    const run = { sensorId, start: sequence, end: sequence };
    this.#runs.push(run);
    const ofSensor = this.#bySensor.get(sensorId);
    if (ofSensor === undefined) this.#bySensor.set(sensorId, [run]);
    else ofSensor.push(run);
    return run;
  }

  /** In the order of their times. */
  of(sensorId: number): readonly IdentityRun[] {
    return this.#bySensor.get(sensorId) ?? none;
  }

  /** What is older than `sequence` is forgotten. */
  forgetBefore(sequence: number): void {
    for (;;) {
      const oldest = this.#runs[this.#first];
      if (oldest === undefined || oldest.end > sequence) return;
      this.#first++;
      const ofSensor = this.#bySensor.get(oldest.sensorId)!;
      if (ofSensor.length === 1) this.#bySensor.delete(oldest.sensorId);
      else ofSensor.shift();
      if (this.#first * 2 > this.#runs.length) {
        this.#runs = this.#runs.slice(this.#first);
        this.#first = 0;
      }
    }
  }

  /** What came from `sequence` on is taken back. */
  forgetFrom(sequence: number): void {
    for (;;) {
      const last = this.#runs.at(-1);
      if (last === undefined || this.#runs.length === this.#first || last.end <= sequence) return;
      last.end = Math.max(last.start, sequence);
      if (last.end > last.start) return;
      this.#runs.pop();
      const ofSensor = this.#bySensor.get(last.sensorId)!;
      if (ofSensor.length === 1) this.#bySensor.delete(last.sensorId);
      else ofSensor.pop();
    }
  }
}

const none: readonly IdentityRun[] = [];
