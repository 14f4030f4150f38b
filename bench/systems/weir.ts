import { Database } from "bun:sqlite";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { storedRowSql } from "../../tests/harness/stored-row-sql.ts";
import { type Load, sensorName } from "../load/load.ts";
import type { PlannedReading, WireFormat } from "../load/write-plan.ts";
import { freePort, type Workspace } from "../workspace.ts";
import { isOk, type Plot, type System, type SystemOptions } from "./system.ts";
import { createDevices } from "./weir-devices.ts";
import { makeKey, type WeirKey } from "./weir-key.ts";
import { faultsIn, readWeirMetrics, unsettledReadings } from "./weir-metrics.ts";

export const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

export interface Weir extends System {
  readonly dataDir: string;
  /** Stops the server and leaves its data folder. */
  halt(): Promise<void>;
}

interface WeirOptions extends SystemOptions {
  /** Settings other than the defaults, by their names in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Does something to the data folder before the server opens it. */
  readonly prepare?: (dataDir: string) => void;
}

/**
 * Weir as it is installed, with its defaults. Only the limits per source are raised, because the whole load
 * comes from one address and all live streams use one key.
 */
export async function startWeir(workspace: Workspace, options: WeirOptions): Promise<Weir> {
  const dataDir = workspace.folder("weir");
  const devices = await createDevices(
    openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce: async () => undefined }),
    options,
  );
  options.prepare?.(dataDir);
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  let key: WeirKey | null = null;
  const service = await workspace.start("weir", {
    command: [join(projectFolder, "bin/weir"), "serve"],
    env: { ...weirEnvironment(dataDir, port), ...options.env },
    // A folder without the project's weir.toml.
    cwd: dataDir,
    isReady: () => isOk(`${url}/readyz`),
  });

  return {
    name: "Weir",
    dataDir,
    port,
    format: weirFormat(devices),
    pids: [service.pid],
    isDrained: async () => (await readWeirMetrics(url)).get(unsettledReadings) === 0,
    storedReadings: async () => countStored(dataDir),
    async chart(plot) {
      key ??= await makeKey({ dataDir }, ["readings:read"]);
      return chart(url, key, devices[0]!.sensors[0]!.uuid, plot);
    },
    faults: async (mayRepeat) => faultsIn(await readWeirMetrics(url), mayRepeat),
    halt: () => service.stop(),
    async stop() {
      await service.stop();
      workspace.remove(dataDir);
    },
  };
}

export const benchSettings = {
  WEIR_RATE_LIMIT: "1000000000",
  WEIR_STREAMS_PER_CALLER: "100",
  WEIR_DEMO: "false",
} as const;

export function weirEnvironment(dataDir: string, port: number): Record<string, string> {
  return { WEIR_DATA: dataDir, WEIR_HOST: "127.0.0.1", WEIR_PORT: String(port), ...benchSettings };
}

export function weirFormat(devices: readonly CreatedDevice[]): WireFormat {
  return {
    clock: "iso",
    head(load, device) {
      const { uuid, token } = devices[device]!;
      return [
        `POST /api/v1/devices/${uuid}/${path(load)} HTTP/1.1`,
        "Host: 127.0.0.1",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        "Accept: application/json",
      ];
    },
    body(load, _device, readings) {
      const entries = readings.map((reading) => entry(load, reading));
      return `{"data":${load.shape === "single" ? entries[0] : `[${entries.join(",")}]`}}`;
    },
  };
}

function path({ shape }: Load): string {
  if (shape === "interleaved") return "readings";
  return `sensors/${sensorName(0)}/readings${shape === "bulk" ? "/bulk" : ""}`;
}

function entry({ shape }: Load, { sensor, value, time }: PlannedReading): string {
  const members = `"value":${value},"timestamp":"${time}Z"`;
  return shape === "interleaved" ? `{"sensor_slug":"${sensor}",${members}}` : `{${members}}`;
}

/**
 * Counts the rows in the file instead of using counters. This proves that everything acknowledged was stored.
 */
function countStored(dataDir: string): number {
  const db = new Database(join(dataDir, storeFile), { readonly: true });
  try {
    const count = db.query(
      `SELECT (SELECT count(*) FROM ${storedRowSql}) + (SELECT ifnull(sum(readings), 0) FROM blocks) AS stored`,
    );
    return (count.get() as { stored: number }).stored;
  } finally {
    db.close();
  }
}

async function chart(url: string, { path, key }: WeirKey, sensors: string, plot: Plot): Promise<number> {
  const time = (second: number): string => new Date(second * 1000).toISOString();
  const query = new URLSearchParams({
    sensors,
    from: time(plot.fromSecond),
    to: time(plot.toSecond),
    bucket: String(plot.bucketSeconds),
  });
  const response = await fetch(`${url}${path}/readings/buckets?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`A chart answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { sensors: { buckets: unknown[] }[] };
  return answer.sensors[0]!.buckets.length;
}
