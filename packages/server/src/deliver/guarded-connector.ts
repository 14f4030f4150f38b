import type { Socket } from "node:net";
import { parseAddress } from "../platform/address.ts";
import { errorCode } from "../platform/error-code.ts";
import type { AddressGuard } from "./address-guard.ts";
import { unlessAborted, withinMs } from "./deadline.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Target } from "./target.ts";

/** Resolves to all addresses of a name, the preferred first. */
type Resolver = (host: string) => Promise<readonly string[]>;

export interface ConnectorOptions {
  readonly guard: AddressGuard;
  readonly resolve?: Resolver;
  /** Certificates (PEM) to trust instead of the usual authorities. */
  readonly ca?: string;
}

/** How many addresses of one name are tried. */
const addressesMax = 4;
/** How long one address is tried while there is another. */
const attemptMs = 2000;

/**
 * Connects to the host that a chain names, if the guard allows it. The name is resolved once, here, and the connection is made
 * to the checked address, so nothing can resolve the name again to something else. The address of the connected socket is
 * checked too, before a byte is sent. The modules that connect take megabytes, so they are loaded by the first connection.
 */
export class GuardedConnector {
  readonly #guard: AddressGuard;
  readonly #resolve: Resolver;
  readonly #ca: string | undefined;

  constructor({ guard, resolve = resolveBySystem, ca }: ConnectorOptions) {
    this.#guard = guard;
    this.#resolve = resolve;
    this.#ca = ca;
  }

  /** Throws a DeliveryError if there is no connection. The signal ends the connection at any time. */
  async connect(target: Target, signal: AbortSignal): Promise<Socket> {
    const found = await this.#addressesOf(target.host, signal);
    const addresses = found.filter((address) => this.#guard.lets(address)).slice(0, addressesMax);
    if (addresses.length === 0) throw noPublicAddress(target.host);
    const plain = await this.#connectToOneOf(addresses, target, signal);
    return target.isTls ? this.#encrypt(plain, target, signal) : plain;
  }

  async #addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (parseAddress(host) !== null) return [host];
    try {
      return await unlessAborted(signal, this.#resolve(host));
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw noPublicAddress(host, cause);
    }
  }

  async #connectToOneOf(addresses: readonly string[], target: Target, signal: AbortSignal): Promise<Socket> {
    for (const address of addresses.slice(0, -1)) {
      try {
        const socket = await withinMs(attemptMs, signal, (attempt) =>
          this.#connectTo(address, target, attempt),
        );
        return endOnAbort(socket, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof DeliveryError)) throw error;
      }
    }
    return this.#connectTo(addresses.at(-1)!, target, signal);
  }

  async #connectTo(address: string, target: Target, signal: AbortSignal): Promise<Socket> {
    const { connect } = process.getBuiltinModule("node:net");
    const socket = endOnAbort(connect({ host: address, port: target.port, autoSelectFamily: false }), signal);
    await ready(socket, "connect", target, signal);
    if (this.#guard.lets(socket.remoteAddress ?? "")) return socket;
    socket.destroy();
    throw noPublicAddress(target.host);
  }

  async #encrypt(plain: Socket, target: Target, signal: AbortSignal): Promise<Socket> {
    const { host } = target;
    const { isIP } = process.getBuiltinModule("node:net");
    const name = isIP(host) === 0 ? { servername: host } : { host };
    const trust = this.#ca === undefined ? {} : { ca: this.#ca };
    const { connect } = process.getBuiltinModule("node:tls");
    const socket = connect({ socket: plain, ...name, ...trust, rejectUnauthorized: true });
    await ready(endOnAbort(socket, signal), "secureConnect", target, signal);
    return socket;
  }
}

async function resolveBySystem(host: string): Promise<string[]> {
  const { lookup } = process.getBuiltinModule("node:dns/promises");
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Resolves at the event; a socket that fails before is destroyed. */
async function ready(socket: Socket, event: string, target: Target, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(event, resolve).once("error", reject);
  socket.once("close", () => reject(new Error("closed")));
  try {
    await promise;
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw signal.reason;
    throw new DeliveryError("failed", `The connection to ${target.host} failed${codeOf(error)}.`, error);
  }
}

function endOnAbort(socket: Socket, signal: AbortSignal): Socket {
  // Users of the socket handle its faults there; a fault that nobody waits for must not end the process.
  socket.on("error", () => undefined);
  if (signal.aborted) socket.destroy();
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
  return socket;
}

/**
 * The same answer for a name that does not exist and for one that leads inside: an account must not learn which names exist in
 * the operator's network.
 */
function noPublicAddress(host: string, cause?: unknown): DeliveryError {
  const { isIP } = process.getBuiltinModule("node:net");
  const what = isIP(host) === 0 ? "has no public address" : "isn't a public address";
  return new DeliveryError("failed", `${host} ${what}. To allow it, set outbox_allow.`, cause);
}

function codeOf(error: unknown): string {
  const code = errorCode(error);
  return code === null ? "" : ` (${code})`;
}
