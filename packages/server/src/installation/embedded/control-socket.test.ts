import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { ControlChange } from "../../control/control.ts";
import { announceChanges, type ControlHandlers, listenControl, manageByServer } from "./control-socket.ts";
import { lockDataFolder } from "./data-lock.ts";

function handlers(heard: ControlChange[]): ControlHandlers {
  return {
    changed: async (changes) => void heard.push(...changes),
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
  socket.close();
});

test("does nothing when no server runs", async () => {
  using folder = tempFolder();
  await announceChanges(folder.path, [change]);
  expect(await manageByServer(folder.path, "/status", {})).toBeNull();
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
  expect(await manageByServer(deep, "/status", {})).toBeNull();
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

test("returns the management API's answer to any request", async () => {
  using folder = tempFolder();
  const socket = listenControl(folder.path, handlers([]));
  const answer = await manageByServer(folder.path, "/chains/7?limit=1", { method: "DELETE" });
  expect([answer?.status, await answer?.text()]).toEqual([200, "DELETE /chains/7"]);
  socket.close();
});

test("reports why the server cannot answer, and serves the next request", async () => {
  using folder = tempFolder();
  const changed = () => Promise.reject(new Error("The processor is restarting."));
  const socket = listenControl(folder.path, { ...handlers([]), changed });
  await expect(announceChanges(folder.path, [change])).rejects.toThrow("The processor is restarting.");
  expect((await manageByServer(folder.path, "/status", {}))?.status).toBe(200);
  socket.close();
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
