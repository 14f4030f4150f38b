import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/settings.ts";
import { certificateProblem } from "../installation/embedded/certificate-problem.ts";
import { lockDataFolder } from "../installation/embedded/data-lock.ts";
import { errorCode } from "../platform/error-code.ts";
import { CommandFailure } from "./failure.ts";

/** How long a process that has released its data folder may take to release the port, because it ends step by step. */
const leaveMs = 2000;
const lookAgainMs = 20;

/** Fails if the listener could not start, because of its certificate or its address. */
export async function checkListening(config: Config): Promise<void> {
  const unusable = certificateProblem(config);
  if (unusable !== null) throw new CommandFailure("tls_unusable", unusable);
  await tryAddress(config);
}

/**
 * Tries the address before the server is built. A start that fails later has already created the demo device, whose
 * token is printed only once. And a listener that shares its port (as one with TLS does, to replace its certificate)
 * would silently share it with a second server as well.
 */
async function tryAddress(config: Config): Promise<void> {
  const { host } = config;
  const deadlineMs = performance.now() + leaveMs;
  for (;;) {
    const error = problemOfListening(config);
    if (error === null) return;
    // If this folder's own server has the port, that is the better message.
    if (existsSync(join(config.data, "weir.lock"))) lockDataFolder(config.data).release();
    const failure =
      listenFailure(error, config) ??
      new CommandFailure("address_unusable", `Weir cannot listen on ${host}.`);
    if (failure.code !== "address_in_use" || performance.now() > deadlineMs) throw failure;
    await Bun.sleep(lookAgainMs);
  }
}

function problemOfListening({ host, port }: Config): unknown {
  try {
    Bun.listen({ hostname: host, port, socket: { data: () => undefined } }).stop(true);
    return null;
  } catch (error) {
    return error;
  }
}

/** The message, if the error is about listening; otherwise null. */
export function listenFailure(error: unknown, { host, port }: Config): CommandFailure | null {
  const isListening = error instanceof Error && "syscall" in error && error.syscall === "listen";
  switch (isListening ? errorCode(error) : null) {
    case "EADDRINUSE":
      return new CommandFailure(
        "address_in_use",
        `Port ${port} of ${host} is already in use by another program. Stop that program, or choose another port with --port.`,
      );
    case "EADDRNOTAVAIL":
      return new CommandFailure(
        "address_not_available",
        `${host} is not an address of this machine. Choose another with --host; 0.0.0.0 listens on all addresses.`,
      );
    case "EACCES":
      return new CommandFailure(
        "address_not_permitted",
        `This user is not allowed to listen on port ${port}. Choose a port from 1024 with --port, or run Weir behind a proxy.`,
      );
    default:
      return null;
  }
}
