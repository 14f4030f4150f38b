import { AppendOrders } from "./append-orders.ts";
import type { FromLogThread, ToLogThread } from "./log-messages.ts";
import type { Retention } from "./log-writer.ts";

export interface LogThreadOptions {
  readonly dataDir: string;
  readonly retention: Retention;
  /** Called when the disk can no longer be trusted; the process must end without answering. */
  readonly onFatal: (reason: string) => void;
}

export interface OpenedLogThread {
  readonly thread: Worker;
  readonly orders: AppendOrders;
  /** The state of the log when it was opened. */
  readonly opened: Extract<FromLogThread, { kind: "opened" }>;
}

/** Starts the queue thread. Rejects with the reason if the log cannot be used. */
export function openLogThread({ dataDir, retention, onFatal }: LogThreadOptions): Promise<OpenedLogThread> {
  const result = Promise.withResolvers<OpenedLogThread>();
  const orders = new AppendOrders();
  const thread = new Worker(new URL("./log-thread.ts", import.meta.url).href);
  thread.onerror = (event) => {
    onFatal(event.message);
    result.reject(new Error(event.message));
  };
  thread.onmessage = (event: MessageEvent<FromLogThread>) => {
    const message = event.data;
    if (message.kind === "opened") result.resolve({ thread, orders, opened: message });
    else if (message.kind === "openFailed") {
      thread.terminate();
      result.reject(Object.assign(new Error(message.message), { code: message.code }));
    }
  };
  const open: ToLogThread = { kind: "open", dataDir, retention, orders: orders.memory };
  thread.postMessage(open);
  return result.promise;
}
