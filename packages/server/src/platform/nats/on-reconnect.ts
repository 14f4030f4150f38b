import type { NatsConnection } from "@nats-io/nats-core";

const callbacks = new WeakMap<NatsConnection, Set<() => void>>();

/**
 * Calls back whenever the connection was lost and is back. Answers to what was sent before do not come any more. Returns
 * what ends this.
 */
export function onReconnect(connection: NatsConnection, callback: () => void): () => void {
  let called = callbacks.get(connection);
  if (called === undefined) {
    called = new Set();
    callbacks.set(connection, called);
    void follow(connection, called);
  }
  called.add(callback);
  return () => called.delete(callback);
}

/** Ends with the connection. */
async function follow(connection: NatsConnection, called: ReadonlySet<() => void>): Promise<void> {
  for await (const { type } of connection.status())
    if (type === "reconnect") for (const callback of [...called]) callback();
}
