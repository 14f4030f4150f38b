import type { Socket } from "node:net";
import { DeliveryError } from "./delivery-error.ts";

/** Yields what the other side sends, until it ends. Throws a DeliveryError if the connection fails or the time is up. */
export async function* incoming(socket: Socket, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  try {
    for await (const chunk of socket) yield chunk as Buffer;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new DeliveryError("failed", "The connection broke before the answer was complete.", error);
  }
  if (signal.aborted) throw signal.reason;
}
