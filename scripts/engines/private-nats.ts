import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngineProcess } from "./engine-process.ts";

interface NatsOptions {
  /** A folder for this server alone. */
  readonly folder: string;
  readonly port: number;
  readonly monitorPort: number;
  /** The servers with which it forms a cluster, and the port on which it listens for them. */
  readonly cluster?: { readonly name: string; readonly port: number; readonly routePorts: readonly number[] };
  readonly under?: readonly string[];
  /** The program, if not the installed one. */
  readonly program?: string;
  /** Additional lines for the `jetstream` block of its configuration. */
  readonly jetstream?: readonly string[];
  /** Additional lines for the rest of its configuration. */
  readonly settings?: readonly string[];
}

/**
 * A private NATS server, with JetStream on a disk. It is ready when its health check says so. Servers of a cluster wait
 * for each other, so start them together.
 */
export async function startNats(options: NatsOptions): Promise<EngineProcess> {
  const { folder, port, monitorPort, under = [], program = "nats-server" } = options;
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, "nats.conf");
  writeFileSync(configFile, configOf(options));
  return EngineProcess.start({
    name: `The NATS server at port ${port}`,
    command: [program, "-c", configFile],
    under,
    logFile: join(folder, "nats.log"),
    isReady: () => isHealthy(monitorPort),
  });
}

export function natsUrl(...ports: readonly number[]): string {
  return ports.map((port) => `nats://127.0.0.1:${port}`).join(",");
}

function configOf({
  folder,
  port,
  monitorPort,
  cluster,
  jetstream = [],
  settings = [],
}: NatsOptions): string {
  const lines = [
    `server_name: n${port}`,
    `listen: 127.0.0.1:${port}`,
    `http: 127.0.0.1:${monitorPort}`,
    `jetstream { store_dir: ${JSON.stringify(join(folder, "jetstream"))}\n${jetstream.join("\n")}\n}`,
    ...settings,
  ];
  if (cluster !== undefined) {
    const routes = cluster.routePorts.map((routePort) => `nats://127.0.0.1:${routePort}`).join(", ");
    lines.push(`cluster { name: ${cluster.name}, listen: 127.0.0.1:${cluster.port}, routes: [${routes}] }`);
  }
  return `${lines.join("\n")}\n`;
}

/** A server whose disk is full may take the question and never answer. */
const healthAnswerMs = 3000;

/** What the server says about itself. */
export async function isHealthy(monitorPort: number): Promise<boolean> {
  try {
    return (
      await fetch(`http://127.0.0.1:${monitorPort}/healthz`, {
        signal: AbortSignal.timeout(healthAnswerMs),
      })
    ).ok;
  } catch {
    return false;
  }
}
