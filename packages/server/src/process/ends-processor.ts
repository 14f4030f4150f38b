import { OwnershipLostError } from "../queue/ownership.ts";
import { isDiskFault } from "../store/store-fault.ts";

/**
 * Whether a processor that met this fault must end: the disk cannot be trusted, or somebody else owns its partition and
 * everything it has in memory may be wrong. Any other fault is tried again.
 */
export function endsProcessor(error: unknown): boolean {
  return isDiskFault(error) || error instanceof OwnershipLostError;
}
