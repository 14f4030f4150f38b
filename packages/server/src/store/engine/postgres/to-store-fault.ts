import { errorCode } from "../../../platform/error-code.ts";
import { StoreFault } from "../../store-fault.ts";

/**
 * SQLSTATEs after which the contents of the disk are unknown: a failed read or write, and corrupted pages or indexes.
 * Everything else, such as a full disk (53100), a read-only standby (25006), a lost race (40001) or a server that is
 * shutting down (57P01), may work when it is tried again.
 */
const ofDisk: ReadonlySet<string> = new Set(["58030", "XX001", "XX002"]);

/** Classes of SQLSTATEs about the values of a statement: data exceptions, broken constraints, exceeded limits. */
const ofData: ReadonlySet<string> = new Set(["22", "23", "54"]);

/** Converts an error of PostgreSQL or the driver to a StoreFault. */
export function toStoreFault(error: unknown): StoreFault {
  const message = error instanceof Error ? error.message : String(error);
  const code = faultCode(error) ?? "";
  return new StoreFault(`PostgreSQL: ${message}`, {
    cause: error,
    isOfDisk: ofDisk.has(code),
    isOfData: ofData.has(code.slice(0, 2)),
  });
}

/** Returns the SQLSTATE of a fault or the operating system's code, or null if there is neither. */
export function faultCode(error: unknown): string | null {
  const cause = error instanceof StoreFault ? error.cause : error;
  return errorCode(cause);
}
