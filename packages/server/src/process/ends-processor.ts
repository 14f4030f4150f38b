import { OwnershipLostError } from "../queue/ownership.ts";
import { isDiskFault } from "../store/store-fault.ts";

/**
 * Returns whether a fault must end the processor: the disk cannot be trusted, or another process owns its partition, so
 * everything it has in memory may be wrong. Any other fault is retried.
 */
export function endsProcessor(error: unknown): boolean {
  return isDiskFault(error) || error instanceof OwnershipLostError;
}
