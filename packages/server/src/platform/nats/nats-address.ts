/** The setting is not a list of NATS servers. The message never contains the address, which may contain a password. */
class NatsAddressError extends Error {
  readonly code = "nats_address_invalid";
}

export interface NatsAddress {
  /** Host and port of each server. */
  readonly servers: readonly string[];
  readonly hosts: readonly string[];
  /** The servers for logs and messages, without credentials. */
  readonly shown: string;
  readonly usesTls: boolean;
  /** The credentials for all servers. Secret. */
  readonly credentials: NatsCredentials;
}

type NatsCredentials =
  | Readonly<Record<never, never>>
  | { readonly token: string }
  | { readonly user: string; readonly pass: string };

const defaultPort = "4222";
const example = "It should look like nats://user:password@host:4222, with a comma between several servers.";

/**
 * Parses a list of servers of one NATS cluster, such as `nats://weir:password@n1:4222,nats://n2:4222`. The credentials of the
 * first server that has any are used for all; a user name without a password is a token. With `tls://` all connections are
 * encrypted.
 */
export function parseNatsAddress(address: string): NatsAddress {
  const urls = address
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(parseServer);
  if (urls.length === 0) throw new NatsAddressError(`The address of NATS is empty. ${example}`);
  const usesTls = urls.some(({ protocol }) => protocol === "tls:");
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || defaultPort}`);
  const hosts = urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ""));
  return { servers, hosts, shown: servers.join(", "), usesTls, credentials: credentialsOf(urls) };
}

function parseServer(part: string): URL {
  const withScheme = part.includes("://") ? part : `nats://${part}`;
  // Without a cause, because the runtime's own error repeats the address.
  if (!URL.canParse(withScheme)) throw new NatsAddressError(`The address of NATS is no URL. ${example}`);
  const url = new URL(withScheme);
  if (url.protocol !== "nats:" && url.protocol !== "tls:") {
    throw new NatsAddressError(`The address of NATS begins with ${url.protocol} ${example}`);
  }
  if (url.hostname === "") throw new NatsAddressError(`The address of NATS has no host. ${example}`);
  return url;
}

function credentialsOf(urls: readonly URL[]): NatsCredentials {
  const url = urls.find(({ username }) => username !== "");
  if (url === undefined) return {};
  const user = decodeURIComponent(url.username);
  return url.password === "" ? { token: user } : { user, pass: decodeURIComponent(url.password) };
}
