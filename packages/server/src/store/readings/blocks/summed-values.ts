/** The values of some readings, as far as a bucket needs them. */
export interface Figures {
  readonly first: number;
  readonly last: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** Values to be summed, in the order of their readings. */
export interface SummedValues {
  /**
   * Returns the figures of the values from index `from` (inclusive) to `to` (exclusive). They must not lie before those of the
   * last call.
   */
  figures(from: number, to: number): Figures;
}

export class ListedValues implements SummedValues {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  figures(from: number, to: number): Figures {
    const values = this.#values;
    const first = values[from]!;
    let sum = 0;
    let minimum = first;
    let maximum = first;
    for (let nth = from; nth < to; nth++) {
      const value = values[nth]!;
      sum += value;
      if (value < minimum) minimum = value;
      if (value > maximum) maximum = value;
    }
    return { first, last: values[to - 1]!, sum, minimum, maximum };
  }
}

/** Steps as `compressSteps` writes them. */
type Steps = Uint8Array | Int32Array;

/**
 * Whole values of 32 bits that are only known by the steps between them. They are summed while the steps are added up, without a
 * list of them: a year of minutes takes 1.3 ms of CPU instead of 4.
 */
export class SteppedValues implements SummedValues {
  readonly #steps: Steps;
  #nth = 0;
  #value: number;

  /** The first step is 0. */
  constructor(steps: Steps, first: number) {
    this.#steps = steps;
    this.#value = first;
  }

  figures(from: number, to: number): Figures {
    if (this.#nth < from) this.#add(this.#nth, from);
    return this.#add(from, to);
  }

  #add(from: number, to: number): Figures {
    const steps = this.#steps;
    const before = this.#value;
    const figures =
      steps instanceof Uint8Array ? addBytes(steps, from, to, before) : addWords(steps, from, to, before);
    this.#nth = to;
    this.#value = figures.last;
    return figures;
  }
}

/**
 * The extremes are found without branches: where values rise or fall for hours, the processor expects few of them. The two
 * functions are the same, because one loop over both kinds of arrays takes several times as long.
 */
function addBytes(steps: Uint8Array, from: number, to: number, before: number): Figures {
  const first = (before + signedStep(steps[from]!)) | 0;
  let last = first;
  let sum = first;
  let minimum = first;
  let maximum = first;
  for (let nth = from + 1; nth < to; nth++) {
    last = (last + signedStep(steps[nth]!)) | 0;
    sum += last;
    minimum = Math.min(minimum, last);
    maximum = Math.max(maximum, last);
  }
  return { first, last, sum, minimum, maximum };
}

function addWords(steps: Int32Array, from: number, to: number, before: number): Figures {
  const first = (before + signedStep(steps[from]!)) | 0;
  let last = first;
  let sum = first;
  let minimum = first;
  let maximum = first;
  for (let nth = from + 1; nth < to; nth++) {
    last = (last + signedStep(steps[nth]!)) | 0;
    sum += last;
    minimum = Math.min(minimum, last);
    maximum = Math.max(maximum, last);
  }
  return { first, last, sum, minimum, maximum };
}

/** Turns 0, 1, 2, 3 back into 0, -1, 1, -2. */
export function signedStep(step: number): number {
  return (step >>> 1) ^ -(step & 1);
}
