import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { ControlChange } from "../../control/control.ts";
import { sumUp } from "../../counters/sum-up.ts";
import { at } from "../../queue/test-positions.ts";
import {
  announceChanges,
  askServer,
  type ControlHandlers,
  listenControl,
  ServerNotRunningError,
  serverCounts,
} from "./control-socket.ts";
import { lockDataFolder } from "./data-lock.ts";

const counts = sumUp(
  { saved: 3, alreadyStored: 0, ended: 1, dead: 0, position: at(90) },
  {
    ...{ acceptedReadings: 5, backlogBytes: 0, lastPosition: at(90) },
    counters: { duplicates: 2, dropped_unknown_sensor: 1 },
  },
);

function handlers(heard: ControlChange[]): ControlHandlers {
  return {
    changed: async (changes) => void heard.push(...changes),
    flush: () => Promise.resolve(),
    counts: async () => counts,
    ask: async (request) => request,
    manage: async (request) => new Response(`${request.method} ${new URL(request.url).pathname}`),
  };
}

const change: ControlChange = { kind: "device", deviceId: 7 };

test("delivers a change to the server before the announcement resolves", async () => {
  using folder = tempFolder();
  const heard: ControlChange[] = [];
  const socket = listenControl(folder.path, handlers(heard));
  await announceChanges(folder.path, [change]);
  expect(heard).toEqual([change]);
  expect(await serverCounts(folder.path)).toEqual(counts);
  socket.close();
});

test("does nothing when no server runs", async () => {
  using folder = tempFolder();
  await announceChanges(folder.path, [change]);
  expect(await serverCounts(folder.path)).toBeNull();
});

test("finds the socket of a folder too deep for a socket path, whatever the caller's temporary folder is", async () => {
  using folder = tempFolder();
  const deep = join(folder.path, "d".repeat(60), "e".repeat(60));
  mkdirSync(deep, { recursive: true });
  const heard: ControlChange[] = [];
  const socket = listenControl(deep, handlers(heard));
  const module = join(import.meta.dir, "control-socket.ts");
  const script = `import { announceChanges } from ${JSON.stringify(module)};
    await announceChanges(${JSON.stringify(deep)}, ${JSON.stringify([change])});`;
  const command = Bun.spawn([process.execPath, "-e", script], {
    env: { TMPDIR: folder.path },
    stderr: "inherit",
  });
  expect(await command.exited).toBe(0);
  expect(heard).toEqual([change]);
  socket.close();
  expect(await serverCounts(deep)).toBeNull();
});

test("ignores the socket of a killed server, and the next server replaces it", async () => {
  using folder = tempFolder();
  const module = join(import.meta.dir, "control-socket.ts");
  const script = `import { listenControl } from ${JSON.stringify(module)};
    listenControl(${JSON.stringify(folder.path)}, {}); process.kill(process.pid, "SIGKILL");`;
  await Bun.spawn([process.execPath, "-e", script]).exited;
  await announceChanges(folder.path, [change]);
  const heard: ControlChange[] = [];
  const socket = listenControl(folder.path, handlers(heard));
  await announceChanges(folder.path, [change]);
  expect(heard).toEqual([change]);
  socket.close();
});

test("returns the server's answer to any request", async () => {
  using folder = tempFolder();
  const asked: unknown[] = [];
  const ask = async (request: unknown) => {
    asked.push(request);
    return { runs: [{ value: -0.5, metadata: "é\u2028" }], count: asked.length };
  };
  const socket = listenControl(folder.path, { ...handlers([]), ask });
  const request = { kind: "read trace", target: { kind: "chain", chainId: 7 } };
  expect(await askServer(folder.path, request)).toEqual({
    runs: [{ value: -0.5, metadata: "é\u2028" }],
    count: 1,
  });
  expect(asked).toEqual([request]);
  socket.close();
});

test.each([null, false, 0, "passes the answer %p on unchanged"])(
  "the answer %p is passed on as it is",
  async (answer) => {
    using folder = tempFolder();
    const socket = listenControl(folder.path, { ...handlers([]), ask: async () => answer });
    expect(await askServer(folder.path, {})).toEqual(answer);
    socket.close();
  },
);

test("reports why the server cannot answer, and serves the next request", async () => {
  using folder = tempFolder();
  const ask = () => Promise.reject(new Error("The processor is restarting."));
  const socket = listenControl(folder.path, { ...handlers([]), ask });
  await expect(askServer(folder.path, {})).rejects.toThrow("The processor is restarting.");
  expect(await serverCounts(folder.path)).toEqual(counts);
  socket.close();
});

test("fails with a code when no server runs", async () => {
  using folder = tempFolder();
  const asked = askServer(folder.path, {});
  await expect(asked).rejects.toBeInstanceOf(ServerNotRunningError);
  await expect(asked).rejects.toMatchObject({ code: "server_not_running" });
});

test("waits for a server that has the folder and does not listen yet", async () => {
  using folder = tempFolder();
  const lock = lockDataFolder(folder.path);
  const heard: ControlChange[] = [];
  const announced = announceChanges(folder.path, [change]);
  const socket = listenControl(folder.path, handlers(heard));
  await announced;
  expect(heard).toEqual([change]);
  socket.close();
  lock.release();
});
