/**
 * The latest readings of a sensor, kept in the numbers of its state. After adding a reading, `start` and `end` are the part of
 * the state to use, including the reading itself. One window serves all sensors of a node, one after another.
 */
interface MovingWindow {
  readonly stateSize: number;
  readonly start: number;
  readonly end: number;
  add(state: Float64Array, atUs: number, value: number): void;
}

/** The last `max` readings in order of arrival. The state is how many were added, followed by a ring of values. */
export class LastReadings implements MovingWindow {
  readonly stateSize: number;
  readonly start = 1;
  end = 1;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
    this.stateSize = 1 + max;
  }

  add(state: Float64Array, _atUs: number, value: number): void {
    const added = Number.isSafeInteger(state[0]) && state[0]! > 0 ? state[0]! : 0;
    state[1 + (added % this.#max)] = value;
    state[0] = added + 1;
    this.end = 1 + Math.min(added + 1, this.#max);
  }
}

/**
 * The readings that are less than a duration older than the one added, among the newest `max` that arrived so far. The state is
 * their number, their times in order, their values in the same order, and a place for a reading that is too old to keep. It is
 * ordered by time, so that a late reading gets the window that ends with it and counts for those after it.
 */
export class LastDuration implements MovingWindow {
  readonly stateSize: number;
  start = 0;
  end = 0;
  readonly #durationUs: number;
  readonly #max: number;

  constructor(durationUs: number, max: number) {
    this.#durationUs = durationUs;
    this.#max = max;
    this.stateSize = 1 + max + max + 1;
  }

  add(state: Float64Array, atUs: number, value: number): void {
    const values = 1 + this.#max;
    const place = this.#insert(state, atUs, value);
    if (place === -1) {
      const aside = this.stateSize - 1;
      state[aside] = value;
      this.start = aside;
      this.end = aside + 1;
      return;
    }
    this.start = values + firstAfter(state, atUs - this.#durationUs, place);
    this.end = values + place + 1;
  }

  /** Returns the reading's place among those kept; -1 if it is older than all of them and there is no room. */
  #insert(state: Float64Array, atUs: number, value: number): number {
    const max = this.#max;
    const times = 1;
    const values = times + max;
    const kept = Number.isInteger(state[0]) && state[0]! > 0 ? Math.min(state[0]!, max) : 0;
    let place = kept;
    while (place > 0 && state[times + place - 1]! > atUs) place--;
    if (kept < max) {
      state.copyWithin(times + place + 1, times + place, times + kept);
      state.copyWithin(values + place + 1, values + place, values + kept);
      state[0] = kept + 1;
    } else {
      if (place === 0) return -1;
      place--;
      state.copyWithin(times, times + 1, times + place + 1);
      state.copyWithin(values, values + 1, values + place + 1);
    }
    state[times + place] = atUs;
    state[values + place] = value;
    return place;
  }
}

/** Returns the place of the first time after this one, or `end`. The times begin at 1 and are in order. */
function firstAfter(state: Float64Array, timeUs: number, end: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (state[1 + middle]! > timeUs) high = middle;
    else low = middle + 1;
  }
  return low;
}
