import { readFileSync } from "node:fs";

/** Above 10080, which browsers refuse to talk to. */
const lowestPort = 10_100;
const attemptsMax = 100;

/**
 * A port that nobody listens on, that no other test process has been given, and that the system gives to no outgoing
 * connection. A server that is killed and started again needs one: otherwise a server of another test could have its
 * port meanwhile and answer in its place, or a client that is knocking at it, which then talks to itself.
 */
export function freePort(): number {
  const [lowestEphemeral] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/);
  const span = Math.max(1000, Number(lowestEphemeral) - lowestPort);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = lowestPort + Math.floor(Math.random() * span);
    if (isFree(port) && reserve(port)) return port;
  }
  throw new Error(`Found no free port in ${attemptsMax} attempts.`);
}

const ignored = { data: () => undefined };

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: ignored }).stop(true);
    return true;
  } catch {
    return false;
  }
}

/** For as long as this process lives: the system takes a socket without a file away when its process ends. */
function reserve(port: number): boolean {
  try {
    Bun.listen({ unix: `\0weir-test-port-${port}`, socket: ignored }).unref();
    return true;
  } catch {
    return false;
  }
}
