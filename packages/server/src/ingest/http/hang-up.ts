import type { Socket } from "bun";
import type { ReadAhead } from "./read-ahead.ts";

/**
 * Closes a connection whose last answer is sent. To close on a client that is still sending would reset the connection,
 * and with it what the client has not read of that answer; so then it is only told that nothing more will come, and the
 * connection lingers, which this returns.
 */
export function hangUp(socket: Socket<unknown>, readAhead: ReadAhead, isClientSending: boolean): boolean {
  if (!isClientSending) {
    socket.end();
    return false;
  }
  readAhead.take();
  socket.shutdown();
  readAhead.release();
  return true;
}
