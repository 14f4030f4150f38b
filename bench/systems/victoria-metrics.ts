import { sensorName } from "../load/load.ts";
import { freePort, type Workspace } from "../workspace.ts";
import { lineProtocol, measurement, valueField } from "./line-protocol.ts";
import { isOk, type Plot, type System } from "./system.ts";

interface QueryAnswer {
  readonly status: string;
  readonly error?: string;
  readonly data?: {
    readonly result: { readonly value: [number, string]; readonly values?: [number, string][] }[];
  };
}

export const victoriaMetricsWritePath = "/write?precision=ms";
const series = `${measurement}_${valueField}`;
/** Reaches far beyond anything that the benchmark sends. */
const countedRange = "2y";

interface VictoriaMetrics extends System {
  readonly dataDir: string;
  /** Merges the stored data into few files, as the system does by itself sooner or later. */
  merge(): Promise<void>;
  /** Stops the server and leaves its data folder. */
  halt(): Promise<void>;
}

export async function startVictoriaMetrics(workspace: Workspace): Promise<VictoriaMetrics> {
  const dataDir = workspace.path("victoria-metrics");
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = await workspace.start("victoria-metrics", {
    command: [
      "victoria-metrics",
      `-httpListenAddr=127.0.0.1:${port}`,
      `-storageDataPath=${dataDir}`,
      `-retentionPeriod=${countedRange}`,
      "-loggerLevel=ERROR",
    ],
    isReady: () => isOk(`${url}/health`),
  });

  return {
    name: "VictoriaMetrics",
    dataDir,
    port,
    format: lineProtocol(victoriaMetricsWritePath),
    pids: [service.pid],
    isDrained: async () => true,
    storedReadings: () => countStored(url),
    chart: (plot) => chart(url, plot),
    merge: async () => {
      await fetch(`${url}/internal/force_flush`);
      await fetch(`${url}/internal/force_merge`);
    },
    faults: async () => [],
    halt: () => service.stop(),
    async stop() {
      await service.stop();
      workspace.remove(dataDir);
    },
  };
}

/**
 * Each count asks for different series, because the system caches for seconds which series a query matches.
 */
async function countStored(url: string): Promise<number> {
  await fetch(`${url}/internal/force_flush`);
  const counted = `${series}{device!="${crypto.randomUUID()}"}`;
  const query = `sum(count_over_time(${counted}[${countedRange}]))`;
  const { data } = await ask(url, "query", { query });
  return Number(data?.result[0]?.value[1] ?? 0);
}

/** A bucket is listed under the time at which it ends, which does not belong to it. */
async function chart(url: string, { fromSecond, toSecond, bucketSeconds }: Plot): Promise<number> {
  const sensor = `${series}{device="d0",sensor="${sensorName(0)}"}`;
  const { data } = await ask(url, "query_range", {
    query: `avg_over_time(${sensor}[${bucketSeconds}s])`,
    start: String(fromSecond + bucketSeconds),
    end: String(toSecond),
    step: `${bucketSeconds}s`,
  });
  return data?.result[0]?.values?.length ?? 0;
}

async function ask(url: string, kind: string, fields: Record<string, string>): Promise<QueryAnswer> {
  const response = await fetch(`${url}/api/v1/${kind}?${new URLSearchParams({ ...fields, nocache: "1" })}`);
  const answer = (await response.json()) as QueryAnswer;
  if (answer.status !== "success") throw new Error(`VictoriaMetrics answered: ${answer.error}`);
  return answer;
}
