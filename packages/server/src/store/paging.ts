export interface Paging {
  /** Only records older than this one, to continue a list. */
  readonly beforeId?: number;
  readonly limit: number;
}
