import { randomBytes } from "node:crypto";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { openPostgresControl } from "../../packages/server/src/control/postgres/open-postgres-control.ts";
import { givenTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { WholeCluster } from "../../scripts/cluster/whole-cluster.ts";
import type { Workspace } from "../workspace.ts";
import type { System, SystemOptions } from "./system.ts";
import { benchSettings, weirFormat } from "./weir.ts";
import { createDevices } from "./weir-devices.ts";
import { faultsIn, readWeirMetrics, unsettledReadings } from "./weir-metrics.ts";

interface ClusterOptions extends SystemOptions {
  /** Of an ingest and a process node each. */
  readonly pairs: number;
  /** Whether devices send to the first ingest node instead of haproxy. */
  readonly isDirect?: boolean;
}

/** A whole cluster on this machine, as `npm run cluster` starts it, with as many ingest and process nodes as asked. */
export async function startWeirCluster(workspace: Workspace, options: ClusterOptions): Promise<System> {
  const folder = workspace.folder("cluster");
  const key = randomBytes(32);
  let devices: CreatedDevice[] = [];
  const cluster = new WholeCluster({
    folder,
    env: { ...benchSettings, WEIR_TOKEN_KEY: key.toString("base64") },
    roles: ["manage", "deliver", ...Array<ProcessRole[]>(options.pairs).fill(["process", "ingest"]).flat()],
    async prepare({ postgresUrl }) {
      const control = await openPostgresControl(postgresUrl, {
        applicationName: "weir bench",
        log: createLog("error", "bench"),
        key: givenTokenKey(key),
        announce: async () => undefined,
      });
      devices = await createDevices(control, options);
    },
  });
  await cluster.start();
  const database = new Bun.SQL(cluster.postgres.primary.postgres.url(), { max: 1 });
  // Not through haproxy: metrics are for those who ask from the same machine, and haproxy asks for others.
  const metrics = () => readWeirMetrics(`http://127.0.0.1:${cluster.of("manage")[0]!.port}`);

  return {
    name: "Weir",
    port: options.isDirect ? cluster.of("ingest")[0]!.port : cluster.port,
    format: weirFormat(devices),
    pids: cluster.pids,
    isDrained: async () => (await metrics()).get(unsettledReadings) === 0,
    storedReadings: () => countStored(database),
    chart: () => Promise.reject(new Error("Charts of a cluster are not measured.")),
    faults: async () => faultsIn(await metrics()),
    async stop() {
      await database.close();
      await cluster.stop();
      workspace.remove(folder);
    },
  };
}

/** What lies in the tables, not counters: this is the proof that what was acknowledged was stored. */
async function countStored(database: Bun.SQL): Promise<number> {
  const [found] = await database`
    SELECT (SELECT count(*) FROM weir_store.readings) +
      (SELECT coalesce(sum(readings), 0) FROM weir_store.blocks) AS stored`;
  return Number(found.stored);
}
