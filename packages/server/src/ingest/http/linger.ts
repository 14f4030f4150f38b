import type { Socket } from "bun";
import type { Patience } from "./patience.ts";
import type { ReadAhead } from "./read-ahead.ts";

/**
 * Closes a connection whose client may still be sending. Closing at once would reset the connection, and the client could lose
 * the part of its last answer that it has not read. So the client is only told that nothing more will come, and has a while to
 * close the connection itself.
 */
export function linger(socket: Socket<unknown>, readAhead: ReadAhead, patience: Patience): null {
  readAhead.take();
  socket.shutdown();
  readAhead.release();
  patience.beginAnew();
  return null;
}
