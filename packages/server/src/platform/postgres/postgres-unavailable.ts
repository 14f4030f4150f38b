import pg from "pg";

/**
 * PostgreSQL could not be reached, or the connection was lost. Trying again later may work. If a transaction was being
 * committed, it is unknown whether it was.
 */
class PostgresUnavailableError extends Error {
  readonly code = "database_unavailable";
}

/** The codes of a server that is shutting down, is starting, or was restarted after a crash. */
const passingStates: readonly string[] = ["57P01", "57P02", "57P03"];

/** The server, the database or the role has no connection left. Others may give theirs back. */
const tooManyConnections = "53300";

/**
 * Turns a fault of the connection into a PostgresUnavailableError. Faults of statements stay as the driver throws them.
 */
export function toPostgresFault(fault: unknown): unknown {
  return isOfConnection(fault) ? unavailable(fault) : fault;
}

/** Turns a failed attempt to connect into a PostgresUnavailableError, unless the server refused it for a lasting reason. */
export function toConnectFault(fault: unknown): unknown {
  return fault instanceof pg.DatabaseError ? toPostgresFault(fault) : unavailable(fault);
}

/**
 * Recognises lost connections, for which the driver throws plain errors without a code, and the system's own errors.
 */
function isOfConnection(fault: unknown): boolean {
  if (fault instanceof pg.DatabaseError)
    return [...passingStates, tooManyConnections].includes(fault.code ?? "");
  return fault instanceof Error && (fault.constructor === Error || "syscall" in fault);
}

function unavailable(fault: unknown): PostgresUnavailableError {
  if (fault instanceof PostgresUnavailableError) return fault;
  const reason = describe(fault);
  return new PostgresUnavailableError(reason, { cause: fault });
}

function describe(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  if (!(fault instanceof pg.DatabaseError) || fault.code !== tooManyConnections) return fault.message;
  return `PostgreSQL has no connection left (${fault.message}). Raise its max_connections, or lower postgres_connections of Weir's processes.`;
}
