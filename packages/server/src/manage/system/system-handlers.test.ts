import { expect, test } from "bun:test";
import { systemRoutes } from "@weir/protocol/manage/system-routes";
import { ApiUnderTest } from "../../web/testing/api-under-test.ts";
import { TestRequests } from "../../web/testing/test-requests.ts";
import { systemHandlers } from "./system-handlers.ts";
import type { SystemStatus } from "./system-status.ts";

const devicesLimit = {
  ...({ name: "devices", setting: "devices_per_account", past: "refused" } as const),
  ...{ max: 10, used: 9, shared: false },
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
};

test("owners see how the installation is doing", async () => {
  await using api = await ApiUnderTest.create(systemRoutes, systemHandlers, {
    parts: { system: async () => status },
  });
  const account = await api.addAccount("Plant");
  const counts = { accepted: 0, saved: 5, alreadyStored: 1, ended: 2, dead: 1, duplicates: 2, rejected: {} };
  const seen = new TestRequests(api.store);
  seen.counted(api.clock.nowMs(), { ...counts, accountId: account.id, deviceId: 1, sensorId: 1 });
  const { json } = await api.as("owner", account).call("showSystem");
  expect(json).toEqual({
    ...{ version: "1.2.3", started_at: "2026-06-01T11:00:00.000000Z", uptime_s: 3600.5, ready: true },
    queue: {
      ...{ backlog_bytes: 1, backlog_bytes_max: 2, parked_bytes: 14, parked_bytes_max: 15 },
      last_position: 3,
    },
    totals: {
      ...{ accepted: 10, duplicates: 1, rejected: { dropped_missing_value: 2 }, saved: 6, already_stored: 1 },
      ...{ ended: 1, dead: 1, gap: 1 },
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
        ...{
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
    },
    ...{ devices: 10, identities: { remembered: 11, capacity: 12 }, live_listeners: 13 },
    near_limits: [{ account: { uuid: "u", name: "Plant" }, limit: devicesLimit }],
  });
  expect((await api.as("editor", account).call("showSystem")).status).toBe(403);
});
