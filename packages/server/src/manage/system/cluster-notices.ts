import { type ProcessRole, processRoles } from "@weir/protocol/closed-sets";
import { counted } from "../../platform/counted.ts";
import type { ClusterMembers, MemberStatus, Notice } from "./cluster-status.ts";

/** The names of processes by role. */
const processWords: Readonly<Record<ProcessRole, string>> = {
  ingest: "ingest process",
  process: "processor",
  deliver: "delivery process",
  manage: "management process",
};

/** The effect of a role without a process. */
const withoutRole: Readonly<Record<ProcessRole, string>> = {
  ingest: "Devices cannot send readings.",
  process: "Accepted readings wait in the queue and are not stored.",
  deliver: "Webhooks, mails and MQTT messages of rule chains wait in the outbox.",
  manage: "People cannot sign in.",
};

/** The notices for the operator of a cluster, the most serious first. */
export function clusterNotices(cluster: ClusterMembers): Notice[] {
  const active = cluster.members.filter(({ state }) => state === "active");
  return [
    ...wrongStream(cluster),
    ...lostEntries(cluster),
    ...awayEngines(cluster),
    ...missingRoles(active),
    ...unownedPartitions(cluster, active),
    ...awayRedis(cluster, active),
    ...lostMembers(cluster, active),
    ...mixedVersions(active),
    ...unsyncedQueue(cluster),
  ];
}

function wrongStream({ wrongStream: text }: ClusterMembers): Notice[] {
  if (text === null) return [];
  const title = "The queue in NATS cannot be used";
  return [{ kind: "wrong_stream", isSerious: true, title, text: `Devices are answered 503. ${text}` }];
}

function lostEntries({ losses: { entries, readings, latest } }: ClusterMembers): Notice[] {
  if (latest === null) return [];
  const known = readings === 0 ? "" : ` with at least ${counted(readings, "reading")}`;
  return [
    {
      kind: "entries_lost",
      isSerious: true,
      title: "NATS has lost accepted readings",
      text: `NATS no longer has ${counted(entries, "entry", "entries")}${known}. They were accepted and cannot be stored any more. The newest loss was found at ${latest.toISOString()}; the log of the processors says which. Check the versions and the disks of the NATS servers. This notice goes away seven days after the last loss.`,
    },
  ];
}

export function awayEngines({ missing }: Pick<ClusterMembers, "missing">): Notice[] {
  return missing.map((engine) => ({
    kind: "engine_away",
    isSerious: true,
    title: `${engine} does not answer`,
    text: "Devices are answered 503 and send their readings again. Nothing that was accepted is lost.",
  }));
}

function missingRoles(active: readonly MemberStatus[]): Notice[] {
  const missing = processRoles.filter((role) => !active.some((member) => member.role === role));
  return missing.map((role) => ({
    kind: "role_missing",
    isSerious: true,
    title: `No ${processWords[role]} is running`,
    text: `${withoutRole[role]} Start one with: weir serve --role ${role}`,
  }));
}

/** Left out if there is no processor at all, because another notice says so already. */
function unownedPartitions({ owners }: ClusterMembers, active: readonly MemberStatus[]): Notice[] {
  const unowned = owners.filter((owner) => owner === null).length;
  if (unowned === 0 || !active.some(({ role }) => role === "process")) return [];
  const title =
    unowned === 1
      ? "1 partition has no processor"
      : `${unowned} of ${owners.length} partitions have no processor`;
  const text =
    "Readings of devices in these partitions wait in the queue. The processors take over such partitions within a few seconds.";
  return [{ kind: "partitions_unowned", isSerious: true, title, text }];
}

function awayRedis({ usesRedis }: ClusterMembers, active: readonly MemberStatus[]): Notice[] {
  if (!usesRedis)
    return [
      {
        kind: "redis_unused",
        isSerious: false,
        title: "This cluster runs without Redis",
        text: `${withoutRedis} Set redis_url to share both.`,
      },
    ];
  const away = active.filter(({ redis }) => redis === "away");
  if (away.length === 0) return [];
  const whom = away.length === active.length ? "any process" : listed(away.map(nameOf));
  return [
    {
      kind: "redis_away",
      isSerious: false,
      title: "Redis is not available",
      text: `Redis cannot be reached from ${whom}. Readings are accepted and stored all the same. ${withoutRedis}`,
    },
  ];
}

const withoutRedis =
  "Each ingest process limits requests on its own, and duplicates that reach different processes are found by the store alone.";

function lostMembers({ members }: ClusterMembers, active: readonly MemberStatus[]): Notice[] {
  const lost = members.filter(({ state }) => state === "lost");
  // A process that was started again in the same place needs no attention.
  const unreplaced = lost.filter((one) => !active.some((other) => isReplacement(other, one)));
  if (unreplaced.length === 0) return [];
  const title = unreplaced.length === 1 ? "A process was lost" : `${unreplaced.length} processes were lost`;
  const names = listed(unreplaced.map(nameOf));
  const text = `${names[0]!.toUpperCase()}${names.slice(1)} ended unexpectedly or cannot be reached. Start another process if one is missing. This notice goes away after an hour.`;
  return [{ kind: "member_lost", isSerious: false, title, text }];
}

function isReplacement(other: MemberStatus, lost: MemberStatus): boolean {
  return other.role === lost.role && other.host === lost.host && other.sinceMs >= lost.lostMs!;
}

function mixedVersions(active: readonly MemberStatus[]): Notice[] {
  const versions = [...new Set(active.map(({ version }) => version))].toSorted();
  if (versions.length < 2) return [];
  return [
    {
      kind: "mixed_versions",
      isSerious: false,
      title: "Processes have different versions",
      text: `${listed(versions)} are running. Consecutive versions work together, so finish the upgrade when you can.`,
    },
  ];
}

function unsyncedQueue({ isSynced, finding }: ClusterMembers): Notice[] {
  if (isSynced) return [];
  const title =
    isSynced === null
      ? "It is not known whether NATS syncs readings to disk"
      : "NATS acknowledges readings before they are on disk";
  return [
    { kind: isSynced === null ? "sync_unknown" : "not_synced", isSerious: false, title, text: finding },
  ];
}

/** For example "the processor 4711 on node-2". */
function nameOf({ role, host, pid }: Pick<MemberStatus, "role" | "host" | "pid">): string {
  return `the ${processWords[role]}${pid === null ? "" : ` ${pid}`} on ${host}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
