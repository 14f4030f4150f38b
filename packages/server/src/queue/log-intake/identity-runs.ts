/** Consecutive readings of one sensor in the ring of identities, from sequence `start` to before `end`. */
export interface IdentityRun {
  readonly sensorId: number;
  readonly start: number;
  end: number;
}

/** When there are this many runs, further readings go into the table instead. */
const runsMax = 65_536;

/**
 * The runs in the ring of identities. A run consists of readings of one sensor, each with a later timestamp than everything
 * remembered of the sensor before. So the runs of a sensor are also in order of time, and a reading in them is found by
 * its timestamp.
 */
export class IdentityRuns {
  readonly #runsMax: number;
  /** In the order of the ring. Those before `#first` are forgotten. */
  #runs: IdentityRun[] = [];
  #first = 0;
  readonly #bySensor = new Map<number, IdentityRun[]>();

  constructor(max = runsMax) {
    this.#runsMax = max;
  }

  /** The run that a reading at `sequence` continues, or a new one; null if there are too many runs. */
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

  /** The runs of a sensor in order of time. */
  of(sensorId: number): readonly IdentityRun[] {
    return this.#bySensor.get(sensorId) ?? none;
  }

  /** Forgets runs that end at `sequence` or before. */
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

  /** Removes everything from `sequence` on. */
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
