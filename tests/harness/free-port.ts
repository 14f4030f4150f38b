import { readFileSync } from "node:fs";

/** Above 10080, the highest port that browsers refuse. */
const lowestPort = 10_100;
const attemptsMax = 100;

/**
 * A port that nobody listens on, that no other test process has, and that the system does not use for outgoing
 * connections. A server that is killed and restarted needs such a port. Otherwise a server of another test could get
 * the port meanwhile and answer in its place, or a client that tries to connect could get it and talk to itself.
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

/** Reserved for as long as this process lives: the system removes a socket without a file when its process ends. */
function reserve(port: number): boolean {
  try {
    Bun.listen({ unix: `\0weir-test-port-${port}`, socket: ignored }).unref();
    return true;
  } catch {
    return false;
  }
}
