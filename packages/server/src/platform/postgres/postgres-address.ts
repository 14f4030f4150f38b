import type { TlsFiles } from "../tls-files.ts";

/**
 * The setting is not the address of a PostgreSQL database. The message never contains the address, which may contain a
 * password.
 */
export class PostgresAddressError extends Error {
  readonly code = "postgres_address_invalid";
}

interface PostgresAddress {
  /** What the driver connects with, one per server. Secret: they may contain a password. */
  readonly connectionStrings: readonly string[];
  /** Hosts, ports and database, for logs and messages. */
  readonly shown: string;
  /** Names, addresses, or paths of local sockets. */
  readonly hosts: readonly string[];
  /** Whether connections are encrypted and the server's certificate is checked. */
  readonly isVerified: boolean;
  readonly hasPassword: boolean;
  readonly files: TlsFiles;
}

/**
 * Checks the address of a database, such as `postgres://weir:password@db.example:5432/weir?sslmode=verify-full`. `sslmode`,
 * `sslrootcert`, `sslcert` and `sslkey` mean the same as in psql: `require` encrypts, `verify-full` also checks the server's
 * certificate, and without `sslmode` the connection is not encrypted. As in psql, several servers are separated by commas
 * (`postgres://weir@one:5432,other:5432/weir`): a primary and the standbys that may take over.
 */
export function parsePostgresAddress(address: string): PostgresAddress {
  const urls = addressesOf(address).map(parseOne);
  const [{ pathname, searchParams, password }] = urls as [URL];
  const last = (name: string) => searchParams.getAll(name).at(-1) || null;
  return {
    connectionStrings: urls.map(({ href }) => href),
    shown: urls.map((url) => `${hostOf(url)}:${portOf(url)}`).join(",") + pathname,
    hosts: urls.map(hostOf),
    isVerified: isVerifying(last("sslmode"), last("sslrootcert")),
    hasPassword: password !== "" || last("password") !== null,
    files: { ca: last("sslrootcert"), cert: last("sslcert"), key: last("sslkey") },
  };
}

/** `verify-ca` accepts every certificate of the authority, so the authority must be the operator's own. */
function isVerifying(sslmode: string | null, ca: string | null): boolean {
  return sslmode === "verify-full" || (sslmode === "verify-ca" && ca !== null);
}

/** Returns one address per host. The hosts are between the last @ and the first slash after it. */
function addressesOf(address: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^/]*@)?)([^/@]*)(\/.*)?$/s.exec(address);
  if (parts === null) return [address];
  const [, before, hosts, after = ""] = parts;
  return hosts!.split(",").map((host) => `${before}${host}${after}`);
}

function parseOne(address: string): URL {
  // Without a cause, because the runtime's own error repeats the address.
  if (!URL.canParse(address))
    throw new PostgresAddressError(`The address of PostgreSQL is no URL. ${example}`);
  const url = new URL(address);
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") {
    throw new PostgresAddressError(`The address of PostgreSQL begins with ${url.protocol} ${example}`);
  }
  // Without it the driver warns about `require`, and reads it as `verify-full`.
  if (!url.searchParams.has("uselibpqcompat")) url.searchParams.set("uselibpqcompat", "true");
  // Otherwise the driver looks for a host in the environment.
  if (url.hostname === "" && !url.searchParams.get("host")) url.searchParams.set("host", "localhost");
  return url;
}

/** As the driver decides: a parameter comes first, and the last of several counts. */
function hostOf({ searchParams, hostname }: URL): string {
  return searchParams.getAll("host").at(-1) || decodeURIComponent(hostname);
}

function portOf({ searchParams, port }: URL): string {
  return searchParams.getAll("port").at(-1) || port || "5432";
}

const example = "It should look like postgres://user:password@host:5432/database.";
