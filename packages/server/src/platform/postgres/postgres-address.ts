/** The setting is no address of a PostgreSQL database. The message never has the address, which may have a password. */
export class PostgresAddressError extends Error {
  readonly code = "postgres_address_invalid";
}

export interface PostgresAddress {
  /** What the driver connects with. Secret: it may have a password. */
  readonly connectionString: string;
  /** Host, port and database, for logs and messages. */
  readonly shown: string;
}

/**
 * Checks the address of a database, such as `postgres://weir:password@db.example:5432/weir?sslmode=verify-full`. `sslmode` and
 * `sslrootcert` mean what they mean to psql: `require` encrypts, `verify-full` checks the server's certificate as well, and
 * without `sslmode` the connection is not encrypted.
 */
export function parsePostgresAddress(address: string): PostgresAddress {
  // No cause: the runtime's own error repeats the address.
  if (!URL.canParse(address))
    throw new PostgresAddressError(`The address of PostgreSQL is no URL. ${example}`);
  const url = new URL(address);
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") {
    throw new PostgresAddressError(`The address of PostgreSQL begins with ${url.protocol} ${example}`);
  }
  const host = url.hostname || url.searchParams.get("host") || "localhost";
  const shown = `${host}:${url.port || url.searchParams.get("port") || "5432"}${url.pathname}`;
  // Without it the driver warns about `require`, and reads it as `verify-full`.
  if (!url.searchParams.has("uselibpqcompat")) url.searchParams.set("uselibpqcompat", "true");
  return { connectionString: url.href, shown };
}

const example = "It should look like postgres://user:password@host:5432/database.";
