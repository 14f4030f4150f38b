import { freePort, type Workspace } from "../workspace.ts";
import { lineProtocol, measurement, valueField } from "./line-protocol.ts";
import { isOk, type System } from "./system.ts";

interface QueryAnswer {
  readonly status: string;
  readonly error?: string;
  readonly data?: { readonly result: { readonly value: [number, string] }[] };
}

/** Long before and after anything the benchmark sends. */
const countedRange = "30d";

export async function startVictoriaMetrics(workspace: Workspace): Promise<System> {
  const dataDir = workspace.path("victoria-metrics");
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = await workspace.start("victoria-metrics", {
    command: [
      "victoria-metrics",
      `-httpListenAddr=127.0.0.1:${port}`,
      `-storageDataPath=${dataDir}`,
      "-retentionPeriod=1y",
      "-loggerLevel=ERROR",
    ],
    isReady: () => isOk(`${url}/health`),
  });

  return {
    name: "VictoriaMetrics",
    port,
    format: lineProtocol("/write?precision=ms"),
    pid: service.pid,
    isDrained: async () => true,
    storedReadings: () => countStored(url),
    faults: async () => [],
    async stop() {
      await service.stop();
      workspace.remove(dataDir);
    },
  };
}

/** Each count asks for other series than the last, because which series a question means is cached for seconds. */
async function countStored(url: string): Promise<number> {
  await fetch(`${url}/internal/force_flush`);
  const series = `${measurement}_${valueField}{device!="${crypto.randomUUID()}"}`;
  const query = `sum(count_over_time(${series}[${countedRange}]))`;
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query, nocache: "1" })}`);
  const answer = (await response.json()) as QueryAnswer;
  if (answer.status !== "success") throw new Error(`VictoriaMetrics answered: ${answer.error}`);
  return Number(answer.data?.result[0]?.value[1] ?? 0);
}
