import { connect } from "node:net";

const patienceMs = 2000;
/** More than any server sends. */
const lineBytesMax = 64 * 1024;

/** What a NATS server says about itself to everybody who connects, before it asks for a password or for TLS. */
interface ServerIntroduction {
  readonly name: string;
  readonly version: string;
}

/** Connects to `host:port`, reads the introduction and hangs up. Resolves to null if there is none in time. */
export function introduceServer(address: string): Promise<ServerIntroduction | null> {
  const { promise, resolve } = Promise.withResolvers<ServerIntroduction | null>();
  const end = address.lastIndexOf(":");
  const host = address.slice(0, end).replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(address.slice(end + 1)) });
  let text = "";
  socket.setTimeout(patienceMs, () => resolve(null));
  socket.on("error", () => resolve(null));
  socket.on("close", () => resolve(null));
  socket.on("data", (bytes: Buffer) => {
    text += bytes.toString("latin1");
    const lineEnd = text.indexOf("\r\n");
    if (lineEnd >= 0) resolve(parseIntroduction(text.slice(0, lineEnd)));
    else if (text.length > lineBytesMax) resolve(null);
  });
  return promise.finally(() => socket.destroy());
}

function parseIntroduction(line: string): ServerIntroduction | null {
  if (!line.startsWith("INFO ")) return null;
  try {
    const { server_name: name, version } = JSON.parse(line.slice("INFO ".length));
    return { name: String(name ?? ""), version: String(version ?? "") };
  } catch {
    return null;
  }
}
