import type { Socket } from "node:net";
import { DeliveryError } from "./delivery-error.ts";

/** What the other side sends, as it comes, until it ends. Throws a DeliveryError when the connection or the time does. */
export async function* incoming(socket: Socket, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  try {
    for await (const chunk of socket) yield chunk as Buffer;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new DeliveryError("failed", "The connection broke before the answer was complete.", error);
  }
  if (signal.aborted) throw signal.reason;
}
