import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { loadConfig } from "../../config/load-config.ts";
import { createLog } from "../../platform/log.ts";
import { RoleChild } from "./role-child.ts";
import type { SupervisedRole } from "./role-messages.ts";
import { Supervisor } from "./supervisor.ts";

/**
 * A stand-in for the process of a role: it writes its messages to a file, and is ready when it receives the start
 * message.
 */
const script = `
import { appendFileSync, readFileSync } from "node:fs";
const [role, notes, bidding] = process.argv.slice(2);
const note = (line) => appendFileSync(notes, role + " " + line + "\\n");
note("spawned " + process.pid);
if (bidding === role + " cannot run") process.exit(3);
process.on("disconnect", () => process.exit(0));
process.on("message", (message) => {
  note(message.kind + (message.kind === "start" ? " " + message.config.port : ""));
  if (message.kind === "start" && bidding === "fails") {
    process.send({ kind: "failed", message: "no disk", code: "EIO" });
    setTimeout(() => process.exit(1), 20);
  } else if (message.kind === "start") {
    process.send({ kind: "ready", url: role === "ingest" ? "http://127.0.0.1:1234" : null });
  }
  const isFirst = readFileSync(notes, "utf8").split("manage spawned").length === 2;
  if (message.kind === "prepare" && bidding === "fails") {
    process.send({ kind: "unprepared", message: "no folder", code: "EACCES", syscall: "mkdir" });
  } else if (message.kind === "prepare" && bidding === "dies" && isFirst) {
    process.kill(process.pid, "SIGKILL");
  } else if (message.kind === "prepare") {
    process.send({ kind: "prepared" });
  }
  if (message.kind === "introduce") {
    process.send({ kind: "introduced", introduction: { demo: null, setupSecret: "s", dashboardProblem: null } });
  }
  if (message.kind === "stop" && bidding === "lingers" && role === "ingest") {
    process.send({ kind: "drained" });
    const look = () => readFileSync(notes, "utf8").includes("process stop") && process.exit(0);
    setInterval(look, 10);
  } else if (message.kind === "stop") process.exit(0);
});
setInterval(() => undefined, 1000);
`;

let folder: ReturnType<typeof tempFolder>;
let supervisor: Supervisor;
let logged: Record<string, unknown>[];

beforeEach(() => {
  folder = tempFolder();
  logged = [];
  writeFileSync(notesFile(), "");
});
afterEach(async () => {
  using _ = folder;
  await supervisor.stop();
});

function start(roles: readonly SupervisedRole[], bidding = ""): void {
  const file = join(folder.path, "role.ts");
  writeFileSync(file, script);
  const flags = { data: folder.path, port: "0" };
  const { config } = unwrap(loadConfig({ flags, env: {}, cwd: folder.path }));
  supervisor = new Supervisor({
    stages: roles.map((role) => [role]),
    config,
    log: createLog("debug", "server", (line) => logged.push(JSON.parse(line))),
    command: (role) => [process.execPath, file, role, notesFile(), bidding],
  });
}

function notesFile(): string {
  return join(folder.path, "notes");
}

function notes(role: SupervisedRole): string[] {
  const lines = readFileSync(notesFile(), "utf8").split("\n");
  return lines.filter((line) => line.startsWith(`${role} `)).map((line) => line.slice(role.length + 1));
}

function pidOf(role: SupervisedRole): number | null {
  return supervisor.processes.find((process) => process.role === role)!.pid;
}

const isSpawn = (line: string) => line.startsWith("spawned");

test("lets processes wait for the start message, and the listener for the manage role", async () => {
  start(["ingest", "manage"]);
  await waitUntil("both run", () => notes("ingest").length + notes("manage").length === 2);
  supervisor.begin();
  expect(await supervisor.url()).toBe("http://127.0.0.1:1234");
  await supervisor.untilReady("manage");
  await waitUntil("the listener may listen", () => notes("ingest").includes("listen"));
  expect(await supervisor.introduce()).toMatchObject({ setupSecret: "s" });
});

test("lets the manage role prepare the data folder before any role starts, again if it dies meanwhile", async () => {
  start(["ingest", "manage"], "dies");
  await supervisor.prepare();
  expect(notes("manage").map((line) => line.split(" ")[0])).toEqual([
    "spawned",
    "prepare",
    "spawned",
    "prepare",
  ]);
  supervisor.begin();
  await supervisor.untilReady("manage");
  expect(notes("ingest").filter((line) => line === "prepare")).toEqual([]);
});

test("prints that a data folder cannot be used, and does not log it", async () => {
  start(["manage"], "fails");
  const failure = await supervisor
    .prepare()
    .catch(({ message, code, syscall }) => ({ message, code, syscall }));
  expect(failure).toEqual({ message: "no folder", code: "EACCES", syscall: "mkdir" });
  expect(logged).toEqual([]);
});

test("starts no role while the data folder is being prepared, and none twice", async () => {
  start(["manage"]);
  const prepared = supervisor.prepare();
  expect(() => supervisor.begin()).toThrow('The supervisor must not go from "preparing" to "starting".');
  expect(() => supervisor.prepare()).toThrow('from "preparing" to "preparing"');
  await prepared;
  supervisor.begin();
  expect(() => supervisor.begin()).toThrow('from "starting" to "starting"');
  await supervisor.stop();
  expect(() => supervisor.begin()).toThrow('from "stopped" to "starting"');
});

test("restarts a dead process with growing delays and sends it all messages again, while the others stay", async () => {
  start(["ingest", "manage", "process"]);
  supervisor.begin();
  await Promise.all([supervisor.url(), supervisor.untilReady("manage"), supervisor.untilReady("process")]);
  const [manage, processor] = [pidOf("manage"), pidOf("process")];
  for (let death = 1; death <= 3; death++) {
    const ingest = pidOf("ingest")!;
    process.kill(ingest, "SIGKILL");
    await waitUntil("another is started", () => notes("ingest").filter(isSpawn).length === death + 1);
    await waitUntil("it was told to listen", () => notes("ingest").at(-1) === "listen");
  }
  // On the port of the first listener, which clients know.
  expect(notes("ingest").filter((line) => line.startsWith("start "))).toEqual([
    "start 0",
    ...Array(3).fill("start 1234"),
  ]);
  expect([pidOf("manage"), pidOf("process")]).toEqual([manage, processor]);
  expect(supervisor.processes.find(({ role }) => role === "ingest")!.restarts).toBe(3);
  const waitsMs = logged.map(({ restartMs }) => restartMs).filter((ms) => ms !== undefined);
  expect(waitsMs).toEqual([100, 200, 400]);
});

test("tells the manage role about all processes whenever they change", async () => {
  start(["manage", "process"]);
  supervisor.begin();
  await Promise.all([supervisor.untilReady("manage"), supervisor.untilReady("process")]);
  const told = () => notes("manage").filter((line) => line === "processes").length;
  await waitUntil("it knows", () => told() > 0);
  const before = told();
  process.kill(pidOf("process")!, "SIGKILL");
  await waitUntil("it is told of the death and of the next start", () => told() >= before + 2);
});

test("reports why a role cannot start", async () => {
  start(["ingest"], "fails");
  supervisor.begin();
  expect(await supervisor.url().catch(({ message, code }) => ({ message, code }))).toEqual({
    message: "no disk",
    code: "EIO",
  });
});

test("gives up a role that dies again and again before its first message, whether or not a start waits for it", async () => {
  start(["ingest", "manage", "process"], "manage cannot run");
  const failure = { code: "role_cannot_run", message: expect.stringContaining("The manage role cannot run") };
  await expect(supervisor.prepare()).rejects.toMatchObject(failure);
  await expect(supervisor.untilReady("manage")).rejects.toMatchObject(failure);
  expect(notes("manage").filter(isSpawn)).toHaveLength(5);
  await supervisor.stop();

  start(["ingest", "manage", "process"], "process cannot run");
  await supervisor.prepare();
  supervisor.begin();
  await Promise.all([supervisor.url(), supervisor.untilReady("manage")]);
  await expect(supervisor.broken).rejects.toMatchObject({ code: "role_cannot_run" });
  expect(pidOf("process")).toBeNull();
});

test("does not give up a role that has run before", async () => {
  start(["process"]);
  supervisor.begin();
  await supervisor.untilReady("process");
  writeFileSync(join(folder.path, "role.ts"), "process.exit(3);");
  process.kill(pidOf("process")!, "SIGKILL");
  const restarts = () => supervisor.processes.find(({ role }) => role === "process")!.restarts;
  await waitUntil("it will be restarted after as many deaths", () => restarts() === 5);
});

test("does not start a stopped role again", async () => {
  start(["process"]);
  supervisor.begin();
  await supervisor.untilReady("process");
  await supervisor.stop();
  expect(pidOf("process")).toBeNull();
  expect(notes("process").filter(isSpawn)).toHaveLength(1);
  expect(logged).toEqual([]);
});

test("does not start the process of a role twice, or after it was stopped", async () => {
  start(["process"]);
  const nothing = (): void => undefined;
  const child = new RoleChild({
    role: "manage",
    name: "manage",
    log: createLog("debug", "server", nothing),
    command: [process.execPath, join(folder.path, "role.ts"), "manage", notesFile()],
    onSpawned: nothing,
    onMessage: nothing,
    onDied: nothing,
    onGivenUp: nothing,
  });
  child.start();
  const { pid } = child;
  expect(() => child.start()).toThrow('must not go from "running" to "running"');
  expect(child.pid).toBe(pid);
  await Promise.all([child.stop(10_000), child.stop(10_000)]);
  expect(child.pid).toBeNull();
  expect(() => child.start()).toThrow('must not go from "stopped" to "running"');
});

test("stops the next roles while one that has finished its requests cannot hand over, and lets it end by itself", async () => {
  start(["ingest", "manage", "process"], "lingers");
  supervisor.begin();
  await Promise.all([supervisor.url(), supervisor.untilReady("manage"), supervisor.untilReady("process")]);
  const beganMs = performance.now();
  await supervisor.stop();
  // It would have been killed after 20 s otherwise.
  expect(performance.now() - beganMs).toBeLessThan(15_000);
  const order = readFileSync(notesFile(), "utf8")
    .split("\n")
    .filter((line) => /stop|drain/.test(line));
  // Manage is told at once to finish its requests, beside ingest.
  expect(order.toSorted().slice(0, 3)).toEqual(["ingest stop", "manage drain", "manage stop"]);
  expect(order.slice(2)).toEqual(["manage stop", "process stop"]);
});
