import { expect, test } from "bun:test";
import { systemRoutes } from "@weir/protocol/manage/system-routes";
import { TestRequests } from "../../web/testing/test-requests.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import type { ClusterStatus } from "./cluster-status.ts";
import { systemHandlers } from "./system-handlers.ts";
import type { SystemStatus } from "./system-status.ts";

const devicesLimit = {
  ...({ name: "devices", setting: "devices_per_account", past: "refused" } as const),
  max: 10,
  used: 9,
  shared: false,
};

const status: SystemStatus = {
  version: "1.2.3",
  startedMs: Date.parse("2026-06-01T11:00:00.000Z"),
  uptimeMs: 3_600_500,
  isReady: true,
  queue: { backlogBytes: 1, backlogBytesMax: 2, parkedBytes: 14, parkedBytesMax: 15, lastPosition: 3 },
  totals: {
    accepted: 10,
    duplicates: 1,
    rejected: { dropped_missing_value: 2 },
    saved: 6,
    alreadyStored: 1,
    ended: 1,
    dead: 1,
    gap: 1,
  },
  processes: [
    { role: "process", isRunning: false, restarts: 4, pid: null, memoryBytes: null },
    { role: "manage", isRunning: true, restarts: 0, pid: 5, memoryBytes: 6 },
  ],
  files: [{ name: "weir.db", bytes: 7 }],
  disk: { freeBytes: 8, sizeBytes: 9 },
  devices: 10,
  identities: { remembered: 11, capacity: 12 },
  liveListeners: 13,
  nearLimits: [{ account: { uuid: "u", name: "Plant" }, limit: devicesLimit }],
  isCluster: true,
  notices: [{ kind: "redis_away", isSerious: false, title: "Redis is not available", text: "Start it." }],
};

const cluster: ClusterStatus = {
  members: [
    {
      ...({ id: "a-1", role: "process", state: "active", version: "1.2.3", host: "node-1", pid: 7 } as const),
      ...({ sinceMs: Date.parse("2026-06-01T11:00:00Z"), lostMs: null, keyId: null, redis: "away" } as const),
    },
  ],
  owners: ["a-1", null],
  missing: [],

  isSynced: false,
  finding: "It does not sync.",
  usesRedis: true,
  wrongStream: null,
  losses: { entries: 0, readings: 0, latest: null },
  waiting: [
    { entries: 0, readings: 0, bytes: 0, oldestMs: null },
    { entries: 2, readings: 9, bytes: 80, oldestMs: Date.parse("2026-06-01T11:30:00Z") },
  ],
  nats: {
    servers: [
      { name: "n1", version: "2.9.10", syncs: false, isLeader: true, isOnline: true, isCurrent: true },
    ],
    replicas: 1,
  },
  postgres: {
    address: "db1:5432/weir",
    version: "15.14",
    waitsForStandby: true,
    standbys: [{ name: "db2", address: "10.0.0.2", state: "sync", lagMs: 1.5 }],
  },
};

test("shows owners the state of the installation", async () => {
  await using api = await ApiUnderTest.create(systemRoutes, systemHandlers, {
    parts: { system: async () => status },
  });
  const account = await api.addAccount("Plant");
  const counts = { accepted: 0, saved: 5, alreadyStored: 1, ended: 2, dead: 1, duplicates: 2, rejected: {} };
  const seen = new TestRequests(api.store);
  seen.counted(api.clock.nowMs(), { ...counts, accountId: account.id, deviceId: 1, sensorId: 1 });
  const { json } = await api.as("owner", account).call("showSystem");
  expect(json).toEqual({
    version: "1.2.3",
    started_at: "2026-06-01T11:00:00.000000Z",
    uptime_s: 3600.5,
    ready: true,
    queue: {
      backlog_bytes: 1,
      backlog_bytes_max: 2,
      parked_bytes: 14,
      parked_bytes_max: 15,
      last_position: 3,
    },
    totals: {
      accepted: 10,
      duplicates: 1,
      rejected: { dropped_missing_value: 2 },
      saved: 6,
      already_stored: 1,
      ended: 1,
      dead: 1,
      gap: 1,
    },
    processes: [
      { role: "process", running: false, restarts: 4, pid: null, memory_bytes: null },
      { role: "manage", running: true, restarts: 0, pid: 5, memory_bytes: 6 },
    ],
    files: [{ name: "weir.db", bytes: 7 }],
    disk: { free_bytes: 8, size_bytes: 9 },
    last_day: {
      from: "2026-05-31T13:00:00.000000Z",
      totals: {
        accepted: 9,
        duplicates: 2,
        rejected: {},
        saved: 5,
        already_stored: 1,
        ended: 2,
        dead: 1,
        gap: 3,
      },
    },
    devices: 10,
    identities: { remembered: 11, capacity: 12 },
    live_listeners: 13,
    near_limits: [{ account: { uuid: "u", name: "Plant" }, limit: devicesLimit }],
    cluster: true,
    notices: [{ kind: "redis_away", serious: false, title: "Redis is not available", text: "Start it." }],
  });
  expect((await api.as("editor", account).call("showSystem")).status).toBe(403);
});

test("answers although ingest never does, with null for what is unknown", async () => {
  const unknown: SystemStatus = {
    ...status,
    queue: { ...status.queue, backlogBytes: null, lastPosition: null },
    totals: { ...status.totals, accepted: null, gap: null },
    devices: null,
    identities: { remembered: null, capacity: 12 },
  };
  await using api = await ApiUnderTest.create(systemRoutes, systemHandlers, {
    parts: { system: async () => unknown, recentActivity: { flush: () => new Promise(() => undefined) } },
  });
  const account = await api.addAccount("Plant");
  expect((await api.as("owner", account).call("showSystem")).json).toMatchObject({
    queue: { backlog_bytes: null, last_position: null },
    totals: { accepted: null, gap: null, saved: 6 },
    devices: null,
    identities: { remembered: null, capacity: 12 },
  });
});

test("shows the members, partitions and engines of a cluster to owners of the whole installation only", async () => {
  await using api = await ApiUnderTest.create(systemRoutes, systemHandlers, {
    parts: { cluster: async () => cluster },
  });
  const account = await api.addAccount("Plant");
  const { status: found, json } = await api.as("owner", account).call("showCluster");
  expect([found, json]).toEqual([
    200,
    {
      members: [
        {
          id: "a-1",
          role: "process",
          state: "active",
          version: "1.2.3",
          host: "node-1",
          pid: 7,
          since: "2026-06-01T11:00:00.000000Z",
          lost_at: null,
          redis: "away",
          partitions: 1,
        },
      ],
      partitions: [
        { partition: 0, owner: "a-1", waiting: { entries: 0, readings: 0, bytes: 0, oldest: null } },
        {
          partition: 1,
          owner: null,
          waiting: { entries: 2, readings: 9, bytes: 80, oldest: "2026-06-01T11:30:00.000000Z" },
        },
      ],
      nats: {
        servers: [{ name: "n1", version: "2.9.10", syncs: false, leader: true, online: true, current: true }],
        replicas: 1,
        synced: false,
        finding: "It does not sync.",
      },
      postgres: {
        address: "db1:5432/weir",
        version: "15.14",
        waits_for_standby: true,
        standbys: [{ name: "db2", address: "10.0.0.2", state: "sync", lag_ms: 1.5 }],
      },
      redis: { used: true },
    },
  ]);
  expect((await api.as("editor", account).call("showCluster")).json.code).toBe("operator_needed");
  // A key acts for its creator, and the creator of this one has no account here.
  expect((await api.asKey(account, ["system:read"]).call("showCluster")).json.code).toBe("operator_needed");
  expect((await api.asKey(account, ["account:read"]).call("showCluster")).json.code).toBe("scope_needed");
});

test("shows no cluster for an installation on one machine", async () => {
  await using api = await ApiUnderTest.create(systemRoutes, systemHandlers, {
    parts: { cluster: async () => null },
  });
  const account = await api.addAccount("Plant");
  expect((await api.as("owner", account).call("showCluster")).json).toMatchObject({ code: "no_cluster" });
});
