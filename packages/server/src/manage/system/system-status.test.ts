import { expect, test } from "bun:test";
import { sumUp } from "../../counters/sum-up.ts";
import { weirVersion } from "../../platform/version.ts";
import { at } from "../../queue/test-positions.ts";
import { readProcesses, readSystemStatus, type SystemSources } from "./system-status.ts";

const storage = { files: [{ name: "queue.db", bytes: 123 }], disk: { freeBytes: 1, sizeBytes: 2 } };

function sources(others: Partial<SystemSources> = {}): SystemSources {
  return {
    storage,
    startedMs: 1000,
    clock: { nowMs: () => 61_000 },
    isReady: true,
    counts: sumUp(
      { saved: 5, alreadyStored: 0, ended: 1, dead: 1, position: at(8500) },
      {
        acceptedReadings: 10,
        backlogBytes: 500,
        lastPosition: at(9000),
        counters: { duplicates: 3, dropped_unknown_sensor: 2 },
      },
    ),
    backlogBytesMax: 10_000,
    parkedBytes: 20,
    parkedBytesMax: 30,
    nearLimits: [],
    processes: [],
    devices: 4,
    identities: 7,
    identitiesMax: 100,
    liveListeners: 6,
    cluster: null,
    failing: { notices: () => [] },
    ...others,
  };
}

test("reports the state of each part of the server", () => {
  expect(readSystemStatus(sources())).toMatchObject({
    version: weirVersion,
    startedMs: 1000,
    uptimeMs: 60_000,
    isReady: true,
    queue: {
      backlogBytes: 500,
      backlogBytesMax: 10_000,
      parkedBytes: 20,
      parkedBytesMax: 30,
      lastPosition: 9000,
    },
    totals: {
      accepted: 10,
      duplicates: 3,
      rejected: { dropped_unknown_sensor: 2 },
      saved: 5,
      alreadyStored: 0,
      ended: 1,
      dead: 1,
      gap: 3,
    },
    devices: 4,
    identities: { remembered: 7, capacity: 100 },
    liveListeners: 6,
    ...storage,
  });
});

test("reports the memory of each process, and null for a stopped one", () => {
  const [running, gone, ended] = readProcesses([
    { role: "manage", pid: process.pid, restarts: 2 },
    { role: "process", pid: null, restarts: 3 },
    { role: "ingest", pid: 2 ** 22 + 1, restarts: 0 },
  ]);
  expect(running).toMatchObject({ role: "manage", isRunning: true, restarts: 2 });
  if (process.platform === "linux") expect(running!.memoryBytes).toBeGreaterThan(1_000_000);
  expect(gone).toEqual({ role: "process", pid: null, restarts: 3, isRunning: false, memoryBytes: null });
  expect(ended!.memoryBytes).toBeNull();
});

test("reports no negative time after the clock was set back", () => {
  expect(readSystemStatus(sources({ clock: { nowMs: () => 0 } })).uptimeMs).toBe(0);
});
