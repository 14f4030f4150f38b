import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { ClusterStatusJson } from "@weir/protocol/manage/cluster-forms";
import type { StatusJson } from "@weir/protocol/manage/system-routes";
import { errorCode } from "../platform/error-code.ts";
import type { ApiClient } from "./client/api-client.ts";
import { printable } from "./output.ts";
import { formatTable, shortTime } from "./table.ts";

/** The status of a remote server or of a cluster, for callers who may see the whole installation. */
export interface RemoteStatus extends StatusJson {
  readonly notices: CallAnswer<"showSystem">["notices"];
  /** Null if it is not a cluster, or not known. */
  readonly cluster: ClusterStatusJson | null;
}

export async function readRemoteStatus(api: ApiClient): Promise<RemoteStatus> {
  const params = { account: (await api.accountFor(undefined)).uuid };
  const [{ totals, queue, notices }, cluster] = await Promise.all([
    api.call("showSystem", { params }),
    api.call("showCluster", { params }).catch((error) => {
      if (errorCode(error) === "no_cluster") return null;
      throw error;
    }),
  ]);
  return { running: true, ...totals, queue_bytes: queue.backlog_bytes, notices, cluster };
}

/** The status of a cluster for its operator, who needs no account for it. */
export async function readClusterStatus(api: ApiClient): Promise<RemoteStatus> {
  const [account] = await api.items("listAccounts", {}, 1);
  const status = await api.call("showStatus", {});
  if (account === undefined) return { ...status, notices: [], cluster: null };
  const params = { account: account.uuid };
  const [{ notices }, cluster] = await Promise.all([
    api.call("showSystem", { params }),
    api.call("showCluster", { params }),
  ]);
  return { ...status, running: cluster.members.some(({ state }) => state === "active"), notices, cluster };
}

/** Shown below the totals: notices, processes, waiting readings by processor, and engines. */
export function clusterText({ notices, cluster }: RemoteStatus): string {
  const parts = cluster === null ? [] : [membersText(cluster), partitionsText(cluster), enginesText(cluster)];
  return noticesText(notices) + parts.map((part) => `\n\n${part}`).join("");
}

export function noticesText(notices: RemoteStatus["notices"]): string {
  return notices.map(({ title, text }) => `\n\n${title}. ${printable(text)}`).join("");
}

function membersText({ members }: ClusterStatusJson): string {
  const header = ["PROCESS", "STATE", "HOST", "PID", "VERSION", "PARTITIONS", "REDIS", "SINCE"];
  return formatTable(
    header,
    members.map(({ role, state, host, pid, version, partitions, redis, since, lost_at }) => [
      role,
      state,
      printable(host),
      pid === null ? "" : String(pid),
      printable(version),
      role === "process" ? String(partitions) : "",
      redis ?? "",
      shortTime(lost_at ?? since),
    ]),
  );
}

/** One line for the partitions of each owner. */
function partitionsText({ members, partitions }: ClusterStatusJson): string {
  const rows = [...Map.groupBy(partitions, ({ owner }) => owner)].map(([owner, owned]) => {
    const member = members.find(({ id }) => id === owner);
    const waiting = owned.flatMap(({ waiting: one }) => one ?? []);
    const oldest = waiting.flatMap((one) => one.oldest ?? []).toSorted()[0];
    const isKnown = waiting.length === owned.length;
    return [
      member === undefined ? "nobody" : `${printable(member.host)} ${member.pid ?? ""}`,
      String(owned.length),
      isKnown ? String(waiting.reduce((sum, { readings }) => sum + readings, 0)) : "unknown",
      oldest === undefined ? "" : shortTime(oldest),
    ];
  });
  return formatTable(["PROCESSOR", "PARTITIONS", "READINGS WAITING", "OLDEST"], rows);
}

function enginesText({ nats, postgres, redis }: ClusterStatusJson): string {
  const rows = [
    ...nats.servers.map(({ name, version, syncs, leader, online, current }) => [
      "NATS",
      printable(name),
      printable(version ?? ""),
      online === false ? "offline" : current === false ? "catching up" : leader ? "leader" : "online",
      syncs === null ? "" : syncs ? "syncs always" : "does not sync before it acknowledges",
    ]),
    ["PostgreSQL", printable(postgres.address), printable(postgres.version), "primary", ""],
    ...postgres.standbys.map(({ name, address, state }) => [
      "PostgreSQL",
      printable(name === "" ? address : name),
      "",
      `standby, ${state}`,
      "",
    ]),
    ...(redis.used ? [] : [["Redis", "", "", "not used", ""]]),
  ];
  return formatTable(["ENGINE", "SERVER", "VERSION", "STATE", ""], rows);
}
