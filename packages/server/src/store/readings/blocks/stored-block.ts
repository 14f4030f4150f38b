/** A block as it is stored. Blocks of one sensor never overlap, and no two share a moment. */
export interface StoredBlock {
  readonly firstUs: number;
  readonly lastUs: number;
  readonly readings: number;
  /** Decoded by `decodeBlock`. */
  readonly data: Uint8Array;
}
