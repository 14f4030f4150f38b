/** What the store knows about the readings of a request. */
export interface Recalled {
  /** When each reading first arrived, by index in the frame; 0 if it is new as far as is known. Null if all are. */
  readonly acceptedMs: Float64Array | null;
  /** From this index on, no reading of a dense frame is stored. Infinity if that is not certain of any. */
  readonly newFrom: number;
}
