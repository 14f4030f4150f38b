import { writeFileSync } from "node:fs";
import type { HostileLoad } from "./hostile-loads.ts";

/** What an attacker got. */
export interface Sent {
  /** How often each status was answered, or the answer was "unanswered" or "broken off". */
  readonly answers: Readonly<Record<string, number>>;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly seconds: number;
}

/** A server that does nothing, and how long each connection pauses between its requests to it. */
interface Sink {
  readonly url: string;
  readonly pauseMs: number;
}

export type ToSender = { readonly kind: "go"; readonly sink: Sink | null } | { readonly kind: "stop" };
export type FromSender = { readonly kind: "prepared" } | { readonly kind: "sent"; readonly sent: Sent };

interface HostileProcess extends AsyncDisposable {
  go(sink?: Sink): void;
  stop(): Promise<Sent>;
}

const senderFile = new URL("./hostile-sender.ts", import.meta.url).pathname;

/**
 * An attacker in a process of its own, with the priority of any other. It is prepared when this resolves, and idle until `go`, so
 * that it takes the same memory while the honest clients are measured without it.
 */
export async function startHostile(load: HostileLoad, file: string): Promise<HostileProcess> {
  writeFileSync(file, JSON.stringify(load));
  const prepared = Promise.withResolvers<void>();
  let stopped = Promise.withResolvers<Sent>();
  const child = Bun.spawn([process.execPath, senderFile, file], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message: FromSender) => {
      if (message.kind === "prepared") prepared.resolve();
      else stopped.resolve(message.sent);
    },
  });
  const tell = (message: ToSender): void => child.send(message);
  await prepared.promise;
  return {
    go: (sink) => tell({ kind: "go", sink: sink ?? null }),
    async stop() {
      stopped = Promise.withResolvers<Sent>();
      tell({ kind: "stop" });
      return stopped.promise;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
