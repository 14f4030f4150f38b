import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sensorName } from "../load/load.ts";
import { freePort, type Workspace } from "../workspace.ts";
import { lineProtocol, measurement, valueField } from "./line-protocol.ts";
import { isOk, type System } from "./system.ts";

const database = "bench";
export const influxdbWritePath = `/write?db=${database}&precision=ms`;

interface QueryAnswer {
  readonly results: {
    readonly error?: string;
    readonly series?: { readonly values: [string, number][] }[];
  }[];
}

/** InfluxDB with its defaults, which make each write durable. Only reports and logs are turned off. */
export async function startInfluxdb(workspace: Workspace): Promise<System> {
  const dataDir = workspace.folder("influxdb");
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const configPath = join(dataDir, "influxdb.conf");
  writeFileSync(configPath, configuration(dataDir, port, freePort()));
  const service = await workspace.start("influxdb", {
    command: ["influxd", "run", "-config", configPath],
    isReady: () => isOk(`${url}/ping`),
  });
  await query(url, `CREATE DATABASE ${database}`);

  return {
    name: "InfluxDB",
    port,
    format: lineProtocol(influxdbWritePath),
    pids: [service.pid],
    isDrained: async () => true,
    async storedReadings() {
      const { results } = await query(url, `SELECT count(${valueField}) FROM ${measurement}`);
      return results[0]?.series?.[0]?.values[0]?.[1] ?? 0;
    },
    async chart({ fromSecond, toSecond, bucketSeconds }) {
      const { results } = await query(
        url,
        `SELECT mean(${valueField}) FROM ${measurement} WHERE device = 'd0' AND sensor = '${sensorName(0)}'
         AND time >= ${fromSecond}s AND time < ${toSecond}s GROUP BY time(${bucketSeconds}s) fill(none)`,
      );
      return results[0]?.series?.[0]?.values.length ?? 0;
    },
    faults: async () => [],
    async stop() {
      await service.stop();
      workspace.remove(dataDir);
    },
  };
}

async function query(url: string, text: string): Promise<QueryAnswer> {
  const body = new URLSearchParams({ db: database, q: text });
  const response = await fetch(`${url}/query`, { method: "POST", body });
  const answer = (await response.json()) as QueryAnswer;
  const error = answer.results?.[0]?.error;
  if (!response.ok || error !== undefined) throw new Error(`InfluxDB answered ${response.status}: ${error}`);
  return answer;
}

function configuration(dataDir: string, port: number, adminPort: number): string {
  return `reporting-enabled = false
bind-address = "127.0.0.1:${adminPort}"
[meta]
  dir = "${dataDir}/meta"
[data]
  dir = "${dataDir}/data"
  wal-dir = "${dataDir}/wal"
  query-log-enabled = false
[monitor]
  store-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
[logging]
  level = "warn"
`;
}
