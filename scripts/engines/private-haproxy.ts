import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngineProcess, isListening } from "./engine-process.ts";

interface HaproxyOptions {
  readonly folder: string;
  readonly port: number;
  /** The ports of the device API. */
  readonly ingestPorts: readonly number[];
  /** The ports of everything else. */
  readonly managePorts: readonly number[];
}

/**
 * A private haproxy in front of a cluster: one address, through which devices reach any ingest process and people any
 * manage process. A process that is not ready gets no requests. Requests that wait for a process that has stopped
 * answering are ended, so that clients can try again.
 */
export async function startHaproxy(options: HaproxyOptions): Promise<EngineProcess> {
  const { folder, port } = options;
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, "haproxy.cfg");
  writeFileSync(configFile, configOf(options));
  return EngineProcess.start({
    name: "haproxy",
    command: ["haproxy", "-db", "-f", configFile],
    logFile: join(folder, "haproxy.log"),
    isReady: () => isListening(port),
  });
}

function configOf({ port, ingestPorts, managePorts }: HaproxyOptions): string {
  return `
global
  maxconn 4096
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout check 2s
  option forwardfor
  option redispatch
  retries 2
frontend weir
  bind 127.0.0.1:${port}
  use_backend manage if { path_beg /api/manage/ } || { path /api/v1/provision }
  use_backend ingest if { path_beg /api/ }
  default_backend manage
backend ingest
${serversOf("ingest", ingestPorts)}
backend manage
${serversOf("manage", managePorts)}
`;
}

function serversOf(name: string, ports: readonly number[]): string {
  const check =
    "  option httpchk GET /readyz\n  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions";
  return [check, ...ports.map((port, index) => `  server ${name}${index} 127.0.0.1:${port}`)].join("\n");
}
