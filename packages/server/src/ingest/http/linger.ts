import type { Socket } from "bun";
import type { Patience } from "./patience.ts";
import type { ReadAhead } from "./read-ahead.ts";

/**
 * Hangs up on a client that may still be sending. To close at once would reset the connection, and with it what the client has
 * not read of its last answer; so it is only told that nothing more will come, and has a while to hang up itself.
 */
export function linger(socket: Socket<unknown>, readAhead: ReadAhead, patience: Patience): null {
  readAhead.take();
  socket.shutdown();
  readAhead.release();
  patience.beginAnew();
  return null;
}
