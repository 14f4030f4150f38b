import { type Log, reasonOf } from "../platform/log.ts";
import { endsProcessor } from "./ends-processor.ts";

/** Decides about every fault that the processor's own work meets: it ends the processor, or it is passed over and logged. */
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

  /** Does work that nothing depends on: a store that cannot do it now is asked again some other time. */
  async tidy<T>(problem: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.meet(error, (reason) => this.#log.warn(problem, { reason }));
      return undefined;
    }
  }
}
