import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { createLog } from "../platform/log.ts";
import type { ProcessorProgress, ToProcessor } from "./process-messages.ts";
import { ProcessorSupervisor } from "./processor-supervisor.ts";

/**
 * A stand-in for the processor, as a process of its own: notes in a file that it started and what it was told, answers
 * as the processor does, and does what the device id of a "changed" message bids it.
 */
const script = `
import { appendFileSync } from "node:fs";
const note = (line) => appendFileSync(process.argv[2], line + "\\n");
note("started");
const bidding = {
  1: () => process.exit(7),
  2: () => (silent = true),
  3: () => {
    process.disconnect();
    setTimeout(() => process.exit(7), 200);
  },
};
let silent = false;
process.on("message", (message) => {
  note(JSON.stringify(message));
  if (message.kind === "changed") bidding[message.deviceIds[0]]();
  if (message.kind === "flush" && !silent) process.send({ kind: "flushed", ticket: message.ticket });
  if (message.kind === "appended" && !silent) report();
  if (message.kind === "stop") {
    note("stopped");
    process.exit(0);
  }
});
const report = () => process.send({
  kind: "progress",
  progress: { parked: [], position: 1, durablePosition: 1, saved: 1, alreadyStored: 0, ended: 0, dead: 0 },
});
report();
setInterval(() => undefined, 1000);
`;
const delivery = {
  allow: [],
  triesMax: 1,
  smtpUrl: null,
  smtpFrom: null,
  mailsPerAccountPerDay: 500,
  tokenKey: null,
  tokenKeyPrevious: null,
};
const dies: ToProcessor = { kind: "changed", deviceIds: [1] };
const fallsSilent: ToProcessor = { kind: "changed", deviceIds: [2] };
/** Its channel closes a while before it has ended, as that of every process does that is on its way out. */
const diesSlowly: ToProcessor = { kind: "changed", deviceIds: [3] };

let folder: ReturnType<typeof tempFolder>;
let supervisor: ProcessorSupervisor;
const turns = { turnMs: 100, parkedBytesMax: 1000 };
let reports: ProcessorProgress[];
let warnings: Record<string, unknown>[];

beforeEach(() => {
  folder = tempFolder();
  reports = [];
  warnings = [];
  writeFileSync(notesFile(), "");
});
afterEach(async () => {
  using _ = folder;
  await supervisor.stop();
});

function start(source = script, options: { answerTimeoutMs?: number } = {}): Promise<void> {
  const file = join(folder.path, "processor.ts");
  writeFileSync(file, source);
  supervisor = new ProcessorSupervisor({
    command: [process.execPath, file, notesFile()],
    ...options,
    delivery,
    turns,
    log: createLog("debug", "server", (line) => warnings.push(JSON.parse(line))),
    onLive: () => undefined,
    onAskRecipient: async () => undefined,
    onProgress: (progress) => reports.push(progress),
  });
  return waitUntil("the processor has started", () => source !== script || reports.length > 0);
}

function notesFile(): string {
  return join(folder.path, "notes");
}

function notes(): string[] {
  return readFileSync(notesFile(), "utf8").split("\n").slice(0, -1);
}

function countOf(note: string): number {
  return notes().filter((line) => line === note).length;
}

test("passes messages both ways; a flush resolves when the processor says so", async () => {
  await start();
  supervisor.send({ kind: "connected", connections: [[1, 2]] });
  await supervisor.flush(0);
  expect(notes().slice(0, 4)).toEqual([
    "started",
    JSON.stringify({ kind: "turns", settings: turns }),
    JSON.stringify({ kind: "deliver", settings: delivery }),
    '{"kind":"connected","connections":[[1,2]]}',
  ]);
  expect(reports).toEqual([
    { parked: [], position: 1, durablePosition: 1, saved: 1, alreadyStored: 0, ended: 0, dead: 0 },
  ]);
});

test("tells of new readings once, and again only after a report", async () => {
  await start();
  supervisor.send(fallsSilent);
  for (let i = 0; i < 100; i++) supervisor.appended();
  supervisor.send({ kind: "connected", connections: [] });
  await waitUntil("all has arrived", () => notes().at(-1)!.includes("connected"));
  expect(countOf('{"kind":"appended"}')).toBe(1);
});

test("a processor that dies is started again, with waiting flushes let go, and is told of readings anew", async () => {
  await start();
  supervisor.send(fallsSilent);
  supervisor.appended();
  const flushed = supervisor.flush(0);
  const { pid } = supervisor;
  process.kill(pid!, "SIGKILL");
  await flushed;
  expect(supervisor.isRunning).toBeFalse();
  await supervisor.flush(0);
  await waitUntil("another has started", () => reports.length === 2);
  expect(supervisor.pid).not.toBe(pid);
  expect(supervisor.restarts).toBe(1);
  supervisor.appended();
  await waitUntil("it was told and has reported", () => reports.length === 3);
});

test("a message to a processor that is about to end is no error, and a flush resolves with its end", async () => {
  await start();
  const { pid } = supervisor;
  const flushes: Promise<void>[] = [];
  supervisor.send(diesSlowly);
  while (supervisor.pid === pid) {
    supervisor.appended();
    supervisor.send({ kind: "connected", connections: [] });
    flushes.push(supervisor.flush(0));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(flushes);
});

test("a processor that keeps dying is started again after ever longer pauses", async () => {
  void start("process.exit(3);");
  await waitUntil("it has died four times", () => warnings.length === 4);
  expect(warnings.map(({ code, restartMs }) => [code, restartMs])).toEqual([
    [3, 100],
    [3, 200],
    [3, 400],
    [3, 800],
  ]);
  expect(supervisor.restarts).toBe(4);
});

test("stopping asks the processor to end, waits for it, and starts no other", async () => {
  await start();
  await supervisor.stop();
  expect(notes().at(-1)).toBe("stopped");
  await waitUntil("its end is known", () => !supervisor.isRunning);
  expect(supervisor.restarts).toBe(0);
  expect(warnings).toEqual([]);
});

test("stopping while a restart is due starts nothing any more", async () => {
  await start();
  supervisor.send(dies);
  await waitUntil("it has died", () => !supervisor.isRunning);
  const { restartMs } = warnings[0] as { restartMs: number };
  const restartWasDue = new Promise((resolve) => setTimeout(resolve, restartMs + 10));
  await supervisor.stop();
  await restartWasDue;
  expect(supervisor.isRunning).toBeFalse();
  expect(countOf("started")).toBe(1);
});

test("a request that is not answered in time is refused, and the processor goes on", async () => {
  await start(script, { answerTimeoutMs: 1 });
  const request = { kind: "retry message", messageId: 1 } as const;
  await expect(supervisor.request(request)).rejects.toMatchObject({ code: "processor_timeout" });
  expect(supervisor.isRunning).toBe(true);
  await supervisor.flush(0);
});
