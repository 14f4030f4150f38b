import type { Cluster, Member } from "./cluster.ts";

type Partition = Cluster["partitions"][number];

/** The partitions of one owner, or those without one, and what waits in them. */
export interface PartitionLoad {
  /** Null if nobody owns them. */
  readonly owner: Member | null;
  readonly partitions: readonly Partition[];
  /** Null while it is not known. */
  readonly readings: number | null;
  /** When the oldest waiting reading was accepted; null if none is waiting. */
  readonly oldest: string | null;
}

/** The work of each processor. Partitions without an owner come first, then the longest delay. */
export function partitionLoads({ members, partitions }: Cluster): PartitionLoad[] {
  const ofOwner = Map.groupBy(partitions, ({ owner }) => owner);
  for (const { id, role, state } of members)
    if (role === "process" && state === "active" && !ofOwner.has(id)) ofOwner.set(id, []);
  const loads = [...ofOwner].map(([owner, owned]) =>
    loadOf(members.find(({ id }) => id === owner) ?? null, owned),
  );
  return loads.toSorted(
    (a, b) =>
      Number(a.owner !== null) - Number(b.owner !== null) ||
      (a.oldest ?? "z").localeCompare(b.oldest ?? "z") ||
      (a.owner?.id ?? "").localeCompare(b.owner?.id ?? ""),
  );
}

export function loadOf(owner: Member | null, partitions: readonly Partition[]): PartitionLoad {
  const waiting = partitions.map((partition) => partition.waiting);
  const oldest = waiting.flatMap((one) => one?.oldest ?? []).toSorted()[0] ?? null;
  const readings = waiting.includes(null)
    ? null
    : waiting.reduce((sum, one) => sum + (one?.readings ?? 0), 0);
  return { owner, partitions, readings, oldest };
}
