import { type Log, reasonOf } from "../platform/log.ts";
import { endsProcessor } from "./ends-processor.ts";

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
