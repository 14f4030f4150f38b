import { once } from "node:events";
import { connect } from "node:net";
import type { Sender } from "./post-readings.ts";

/** A request of a device that the server has let in, and whose body has not been sent yet. */
export interface SlowRequest extends Disposable {
  /** Sends the body. Resolves to the status. */
  finish(): Promise<number>;
}

/** Resolves when the server has checked the head and waits for the body. */
export async function beginSlowRequest(
  url: string,
  { uuid, token }: Sender,
  body: string,
): Promise<SlowRequest> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding("latin1");
  const next = async (): Promise<string> => (await once(socket, "data"))[0];
  socket.write(
    [
      `POST /api/v1/devices/${uuid}/readings HTTP/1.1`,
      "Host: weir",
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Expect: 100-continue",
      "",
      "",
    ].join("\r\n"),
  );
  const asked = await next();
  if (!asked.startsWith("HTTP/1.1 100 ")) throw new Error(`The server answered ${asked.split("\r\n")[0]}.`);
  return {
    async finish() {
      socket.write(body);
      return Number((await next()).split(" ")[1]);
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
