import type { Clock } from "../platform/clock.ts";
import type { RepeatedWork, WorkReport } from "../platform/work-report.ts";

interface WorkReportsParts {
  readonly tell: (report: WorkReport) => void;
  readonly clock: Clock;
}

/**
 * Tells the manage role about work of this process that fails: after every attempt, because a manage process may have started
 * since, and once when the work succeeds again.
 */
export class WorkReports {
  readonly #parts: WorkReportsParts;
  readonly #sinceMs = new Map<RepeatedWork, number>();

  constructor(parts: WorkReportsParts) {
    this.#parts = parts;
  }

  /** Called after every attempt, so it is cheap while nothing fails. */
  attempted(work: RepeatedWork, reason: string | null): void {
    const { tell, clock } = this.#parts;
    if (reason === null) {
      if (this.#sinceMs.delete(work)) tell({ kind: "work", work, failure: null });
      return;
    }
    const sinceMs = this.#sinceMs.get(work) ?? clock.nowMs();
    this.#sinceMs.set(work, sinceMs);
    tell({ kind: "work", work, failure: { sinceMs, reason } });
  }
}
