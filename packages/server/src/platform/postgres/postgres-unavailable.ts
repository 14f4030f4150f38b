import pg from "pg";

/**
 * PostgreSQL could not be reached, or the connection was lost. Trying again later may work. Where a transaction was being committed, it
 * is not known whether it was.
 */
class PostgresUnavailableError extends Error {
  readonly code = "database_unavailable";
}

/** What a server says that is shutting down, was restarted after a crash, or is starting. */
const passingStates: readonly string[] = ["57P01", "57P02", "57P03"];

/** A fault of the connection becomes a PostgresUnavailableError. One of the statement stays as the driver has it. */
export function toPostgresFault(fault: unknown): unknown {
  return isOfConnection(fault) ? unavailable(fault) : fault;
}

/** What a connection that could not be made has failed with, which is about no statement. */
export function toConnectFault(fault: unknown): unknown {
  return fault instanceof pg.DatabaseError ? toPostgresFault(fault) : unavailable(fault);
}

/** The driver has plain errors without a code for lost connections, and the system's own errors have one. */
function isOfConnection(fault: unknown): boolean {
  if (fault instanceof pg.DatabaseError) return passingStates.includes(fault.code ?? "");
  return fault instanceof Error && (fault.constructor === Error || "syscall" in fault);
}

function unavailable(fault: unknown): PostgresUnavailableError {
  if (fault instanceof PostgresUnavailableError) return fault;
  const reason = fault instanceof Error ? fault.message : String(fault);
  return new PostgresUnavailableError(reason, { cause: fault });
}
