/** Work that a process repeats for as long as it runs, and that can fail while the process itself is fine. */
export const repeatedWorks = ["delivery", "settling"] as const;
export type RepeatedWork = (typeof repeatedWorks)[number];

/** What a process tells about such work. */
export interface WorkReport {
  readonly kind: "work";
  readonly work: RepeatedWork;
  /** Null if it succeeds again. */
  readonly failure: { readonly sinceMs: number; readonly reason: string } | null;
}
