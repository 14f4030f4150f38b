import { processRoles } from "@weir/protocol/closed-sets";
import { Gauge, type Labels, type Metric } from "../../platform/metrics.ts";
import type { ClusterMembers, MemberStatus } from "./cluster-status.ts";

/** The members of a cluster. Every manage process has the figures of all of them. */
export function clusterMetrics({
  members,
  owners,
  isSynced,
  usesRedis,
  wrongStream,
  losses,
}: ClusterMembers): Metric[] {
  const active = members.filter(({ state }) => state === "active");
  const isOf = (role: string) => (member: MemberStatus) => member.role === role;
  const ofEach = (value: (member: MemberStatus) => number): [Labels, number][] =>
    active.map((member) => [labelsOf(member), value(member)]);
  return [
    new Gauge("weir_members", "Processes of the cluster that may act, by role.", () =>
      processRoles.map((role) => [{ role }, active.filter(isOf(role)).length]),
    ),
    new Gauge("weir_member_partitions", "Partitions of the queue that each processor owns.", () =>
      active
        .filter(isOf("process"))
        .map((member) => [labelsOf(member), owners.filter((owner) => owner === member.id).length]),
    ),
    new Gauge(
      "weir_unowned_partitions",
      "Partitions of the queue that no processor owns. Their readings wait.",
      () => owners.filter((owner) => owner === null).length,
    ),
    ...(usesRedis
      ? [
          new Gauge(
            "weir_redis_up",
            "Whether each process reaches Redis. If not, it limits requests on its own, and duplicates of what other processes accepted are found by the store alone.",
            () => ofEach(({ redis }) => Number(redis === "connected")),
          ),
        ]
      : []),
    new Gauge(
      "weir_queue_lost_entries",
      "Entries of accepted readings that NATS has lost.",
      () => losses.entries,
    ),
    new Gauge(
      "weir_queue_lost_readings",
      "Accepted readings that NATS has lost, as far as their number is known. They are in no other count.",
      () => losses.readings,
    ),
    new Gauge(
      "weir_queue_stream_right",
      "Whether the stream of the queue is the one that the positions in the store belong to, with all of its replicas, on tested versions of NATS. At 0, no readings are accepted.",
      () => Number(wrongStream === null),
    ),
    ...(isSynced === null
      ? []
      : [
          new Gauge(
            "weir_queue_synced",
            "Whether every NATS server syncs readings to disk before it acknowledges them.",
            () => Number(isSynced),
          ),
        ]),
  ];
}

function labelsOf({ role, host, pid }: MemberStatus): Labels {
  return { role, host, pid: pid === null ? "" : String(pid) };
}
