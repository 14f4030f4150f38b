import { expect, test } from "bun:test";
import { processRoles } from "@weir/protocol/closed-sets";
import { clusterNotices } from "./cluster-notices.ts";
import type { ClusterMembers, MemberStatus } from "./cluster-status.ts";

const hourMs = 3_600_000;

function member(given: Partial<MemberStatus> = {}): MemberStatus {
  return {
    id: "a-1",
    role: "process",
    state: "active",
    version: "1.0.0",
    host: "node-1",
    pid: 7,
    sinceMs: hourMs,
    lostMs: null,
    keyId: null,
    redis: "connected",
    ...given,
  };
}

const all = processRoles.map((role) => member({ role }));
const healthy: ClusterMembers = {
  members: all,
  owners: ["a-1", "a-1"],
  missing: [],
  isSynced: true,
  finding: "",
  usesRedis: true,
  wrongStream: null,
  losses: { entries: 0, readings: 0, latest: null },
};

const found = (changes: Partial<ClusterMembers>) => clusterNotices({ ...healthy, ...changes });

test("has no notices for a healthy cluster", () => {
  expect(found({})).toEqual([]);
});

test.each([
  [
    "a queue that is not the one of the cluster",
    { wrongStream: "It is gone." },
    "wrong_stream",
    "It is gone.",
  ],
  [
    "accepted readings that were lost",
    { losses: { entries: 3, readings: 7, latest: new Date(0) } },
    "entries_lost",
    "3 entries with at least 7 readings",
  ],
  ["an engine that does not answer", { missing: ["NATS"] }, "engine_away", "503"],
  ["a role without processes", { members: all.slice(1) }, "role_missing", "weir serve --role ingest"],
  ["a partition without an owner", { owners: ["a-1", null] }, "partitions_unowned", "wait in the queue"],
  [
    "Redis that nobody reaches",
    { members: all.map((one) => ({ ...one, redis: "away" })) },
    "redis_away",
    "any process",
  ],
  [
    "Redis that one does not reach",
    { members: [...all, member({ role: "ingest", host: "node-2", redis: "away" })] },
    "redis_away",
    "the ingest process 7 on node-2",
  ],
  ["a cluster without Redis", { usesRedis: false }, "redis_unused", "redis_url"],
  [
    "a process that was lost",
    { members: [...all, member({ host: "node-2", state: "lost", lostMs: 2 * hourMs })] },
    "member_lost",
    "The processor 7 on node-2 ended",
  ],
  ["two versions", { members: [...all, member({ version: "1.1.0" })] }, "mixed_versions", "1.0.0 and 1.1.0"],
  [
    "servers that do not sync",
    { isSynced: false, finding: "n1 does not sync." },
    "not_synced",
    "n1 does not",
  ],
  [
    "servers of which that is not known",
    { isSynced: null, finding: "Weir cannot see" },
    "sync_unknown",
    "cannot see",
  ],
] as const)("%s", (_, changes, kind, words) => {
  const notices = found(changes as Partial<ClusterMembers>);
  expect(notices).toHaveLength(1);
  expect(notices[0]!.kind).toBe(kind);
  expect(notices[0]!.text).toContain(words);
});

test("does not mention a lost process that was started again on its machine", () => {
  const lost = member({ state: "lost", lostMs: 2 * hourMs });
  const successor = member({ id: "b-1", sinceMs: 2 * hourMs + 1 });
  expect(found({ members: [...all, successor, lost] })).toEqual([]);
});

test("does not mention partitions as well if there is no processor", () => {
  const notices = found({ members: all.filter(({ role }) => role !== "process"), owners: [null, null] });
  expect(notices.map(({ kind }) => kind)).toEqual(["role_missing"]);
});
