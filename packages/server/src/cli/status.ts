import { existsSync } from "node:fs";
import type { StatusJson } from "@weir/protocol/manage/system-routes";
import type { Command } from "commander";
import { type ClusterConfig, isCluster } from "../config/is-cluster.ts";
import type { Config } from "../config/settings.ts";
import type { Installation } from "../installation/installation.ts";
import { openDataFolder } from "../installation/open-installation.ts";
import { type FoundStatus, statusToJson } from "../manage/system/status-json.ts";
import { errorCode } from "../platform/error-code.ts";
import { type ApiOptions, addressOf, takeApiOptions, withApi } from "./client/connect.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import {
  clusterText,
  noticesText,
  type RemoteStatus,
  readClusterStatus,
  readRemoteStatus,
} from "./remote-status.ts";
import { formatBytes, formatFields } from "./table.ts";

export function defineStatus(command: Command): void {
  command.description(
    "Show the totals of all readings since the installation was created, and whether a server is running on it. Of a cluster, also show the processes, partitions and engines. With --url, show those of a server elsewhere.",
  );
  takeApiOptions(command);
  showExamples(
    command,
    "weir status",
    "weir status --json | jq .gap",
    "weir status --url https://weir.example.org",
  );
  command.action(async (options: ApiOptions & { data?: string }) => {
    // A named data folder is shown whatever WEIR_URL says.
    const url = options.url ?? (options.data === undefined ? process.env.WEIR_URL : undefined);
    if (url !== undefined) {
      const remote = await withApi(command, readRemoteStatus);
      if (options.json) printJson(remote);
      else print(toText(remote, "Address", addressOf(url)) + clusterText(remote));
      return;
    }
    const { config } = effectiveConfig(command);
    if (isCluster(config)) {
      const found = await clusterStatusOf(command, config);
      if (options.json) printJson(found);
      else print(toText(found, "Cluster", config.clusterName) + clusterText(found));
      return;
    }
    if (!existsSync(config.data)) {
      throw new CommandFailure(
        "no_data",
        `The folder ${config.data} does not exist. Check the path, or start Weir once.`,
      );
    }
    const found = await statusOf(command, config);
    if (options.json) printJson(found);
    else print(toText(found, "Data", config.data) + noticesText(found.notices ?? []));
  });
}

/** From the cluster, which the command joins; while NATS is away, from PostgreSQL. */
async function clusterStatusOf(command: Command, config: ClusterConfig): Promise<RemoteStatus> {
  const { readStatusWithoutNats } = await import("../installation/cluster/status-without-nats.ts");
  const found = await readStatusWithoutNats(config);
  if (found === null) return withApi(command, readClusterStatus, { staysHere: true });
  const { notices = [], ...status } = statusToJson(found);
  return { ...status, notices, cluster: null };
}

/** From the running server; without one, from the files. */
async function statusOf(command: Command, config: Config): Promise<StatusJson> {
  try {
    return await withApi(command, (api) => api.call("showStatus", {}), {
      needsServer: true,
      staysHere: true,
    });
  } catch (error) {
    if (errorCode(error) !== "server_not_running") throw error;
    return statusToJson(await readStatus(await openDataFolder(config)));
  }
}

function toText(status: StatusJson, place: string, where: string): string {
  const rejected = Object.entries(status.rejected);
  const rejectedTotal = rejected.reduce((total, [, readings]) => total + (readings ?? 0), 0);
  return formatFields([
    ["Server", status.running ? "running" : "not running"],
    [place, where],
    ["Accepted", `${status.accepted ?? "unknown"}`],
    ["Duplicates", `${status.duplicates}`],
    ["Rejected", `${rejectedTotal}`],
    ...rejected.map(([reason, readings]) => [`  ${reason}`, `${readings}`] as const),
    ["Saved", `${status.saved}`],
    ["Already stored", `${status.already_stored}  (same time and value as a stored reading)`],
    ["Ended", `${status.ended}  (their chain ended without saving, or their sensor was removed)`],
    ["Dead", `${status.dead}  (could not be processed)`],
    ["Queue", status.queue_bytes === null ? "unknown" : `${formatBytes(status.queue_bytes)} waiting`],
    ["Gap", `${status.gap ?? "unknown"}  (accepted, not yet processed)`],
    ...keptFields(status),
  ]);
}

/** Only what needs attention. */
function keptFields({
  dead_letters: letters,
  active_alarms: alarms,
  outbox,
}: StatusJson): [string, string][] {
  const fields: [string, string][] = [];
  if (letters !== undefined) fields.push(["Dead letters", `${letters} kept  (weir dead-letter list)`]);
  if (alarms !== undefined) fields.push(["Alarms", `${listed(alarms)}  (weir alarm list)`]);
  if (outbox !== undefined) fields.push(["Outbox", `${listed(outbox)}  (weir outbox list)`]);
  return fields;
}

/** For example "1 critical, 3 info". */
function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");
}

/** The committed status, for when no server is running. */
async function readStatus(installation: Installation): Promise<FoundStatus> {
  const counts = await (await installation.openCommittedCounters()).read();
  const queries = await installation.openChainQueries();
  try {
    return { isRunning: false, counts, kept: await queries.keptCounts(Number.MAX_SAFE_INTEGER), notices: [] };
  } finally {
    await queries.close();
  }
}
