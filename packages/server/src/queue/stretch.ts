/**
 * Readings of one sensor that a frame has side by side, in strict order of time and then value, each under the time that the
 * device sent. They lie in `doubles` from place `start` on: value, time, value, time.
 */
export interface Stretch {
  readonly doubles: Float64Array;
  readonly start: number;
  readonly readings: number;
}
