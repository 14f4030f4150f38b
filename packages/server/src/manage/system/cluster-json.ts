import type { ClusterStatusJson, NoticeJson } from "@weir/protocol/manage/cluster-forms";
import { formatMicros } from "../../platform/instant.ts";
import type { ClusterStatus, MemberStatus, Notice, WaitingReadings } from "./cluster-status.ts";

export function noticeToJson({ kind, isSerious, title, text }: Notice): NoticeJson {
  return { kind, serious: isSerious, title, text };
}

export function clusterToJson(cluster: ClusterStatus): ClusterStatusJson {
  const { owners, waiting, nats, postgres } = cluster;
  return {
    members: cluster.members.map((member) => memberToJson(member, owners)),
    partitions: owners.map((owner, partition) => ({
      partition,
      owner,
      waiting: waitingToJson(waiting?.[partition]),
    })),
    nats: {
      servers: nats.servers.map(({ name, version, syncs, isLeader, isOnline, isCurrent }) => ({
        name,
        version,
        syncs,
        leader: isLeader,
        online: isOnline,
        current: isCurrent,
      })),
      replicas: nats.replicas,
      synced: cluster.isSynced,
      finding: cluster.finding,
    },
    postgres: {
      address: postgres.address,
      version: postgres.version,
      waits_for_standby: postgres.waitsForStandby,
      standbys: postgres.standbys.map(({ name, address, state, lagMs }) => ({
        name,
        address,
        state,
        lag_ms: lagMs,
      })),
    },
    redis: { used: cluster.usesRedis },
  };
}

function memberToJson(
  { id, role, state, version, host, pid, sinceMs, lostMs, redis }: MemberStatus,
  owners: readonly (string | null)[],
): ClusterStatusJson["members"][number] {
  return {
    id,
    role,
    state,
    version,
    host,
    pid,
    since: instant(sinceMs),
    redis,
    lost_at: lostMs === null ? null : instant(lostMs),
    partitions: owners.filter((owner) => owner === id).length,
  };
}

function waitingToJson(
  waiting: WaitingReadings | undefined,
): ClusterStatusJson["partitions"][number]["waiting"] {
  if (waiting === undefined) return null;
  const { entries, readings, bytes, oldestMs } = waiting;
  return { entries, readings, bytes, oldest: oldestMs === null ? null : instant(oldestMs) };
}

function instant(ms: number): string {
  return formatMicros(ms * 1000);
}
