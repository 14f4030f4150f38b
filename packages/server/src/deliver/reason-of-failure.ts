import { reasonOf } from "../platform/log.ts";
import { isDiskFault } from "../store/store-fault.ts";

/** Resolves to null if the work was done. */
export async function reasonOfFailure(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return reasonOf(error);
  }
}
