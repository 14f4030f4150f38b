import { TenantTurns } from "./tenant-turns.ts";

/**
 * How long bodies may keep this thread from everything else at a time, such as the single readings of others. Eight bodies of a
 * thousand readings, one from each connection of a busy gateway, take less.
 */
const turnMs = 4;

/**
 * Lets tenants take turns in handling bodies that are more than a few readings. While the thread has time, they are handled as
 * they arrive. Past `turnMs` the rest wait until the event loop has been round, and go on tenant by tenant.
 */
export class BodyTurns {
  readonly #turns = new TenantTurns<() => void>();
  #spentMs = 0;
  #isScheduled = false;

  /** Whether work would begin at once. */
  get isFree(): boolean {
    return this.#spentMs < turnMs && this.#turns.isEmpty;
  }

  /** Runs the work, at once or in its turn. What it does before its first await is charged to the tenant. */
  run<Result>(tenantId: number, work: () => Promise<Result>): Promise<Result> {
    if (this.isFree) return this.#runNow(tenantId, work);
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#turns.add(tenantId, () => resolve(this.#runNow(tenantId, work)));
    return promise;
  }

  #runNow<Result>(tenantId: number, work: () => Promise<Result>): Promise<Result> {
    const begunMs = performance.now();
    try {
      return work();
    } finally {
      const ms = performance.now() - begunMs;
      this.#spentMs += ms;
      this.#turns.charge(tenantId, ms);
      this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#continue());
  }

  #continue(): void {
    this.#isScheduled = false;
    this.#spentMs = 0;
    while (this.#spentMs < turnMs) {
      const turn = this.#turns.next();
      if (turn === null) return;
      turn.work();
    }
  }
}
