/** A block as it lies in the store. Blocks of one sensor never overlap, nor do two share a moment. */
export interface StoredBlock {
  readonly firstUs: number;
  readonly lastUs: number;
  readonly readings: number;
  /** For `decodeBlock`. */
  readonly data: Uint8Array;
}
