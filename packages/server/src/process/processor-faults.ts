import { type Log, reasonOf } from "../platform/log.ts";
import { OwnershipLostError } from "../queue/ownership.ts";
import { isDiskFault } from "../store/store-fault.ts";

/** Decides about every fault in the processor's own work: it ends the processor, or it is logged and skipped. */
export class ProcessorFaults {
  readonly #log: Log;
  readonly #end: (fault: unknown) => void;

  constructor(log: Log, end: (fault: unknown) => void) {
    this.#log = log;
    this.#end = end;
  }

  meet(error: unknown, passOver: (reason: string) => void): void {
    if (endsProcessor(error)) this.#end(error);
    else passOver(reasonOf(error));
  }

  /** Does work that nothing depends on. If the store cannot do it now, it is tried again some other time. */
  async tidy<T>(problem: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.meet(error, (reason) => this.#log.warn(problem, { reason }));
      return undefined;
    }
  }
}

/**
 * Returns whether a fault must end the processor: the disk cannot be trusted, or another process owns its partition, so
 * everything it has in memory may be wrong. Any other fault is retried.
 */
function endsProcessor(error: unknown): boolean {
  return isDiskFault(error) || error instanceof OwnershipLostError;
}
