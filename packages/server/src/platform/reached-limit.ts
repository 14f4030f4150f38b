/** A limit that an operator can change. */
export interface ReachedLimit {
  readonly setting: string;
  readonly max: number;
}
