import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "../frame-writer.ts";
import { type IntakeUnderTestOptions, intakeContract } from "../intake.contract.ts";
import { takeRequest } from "../intake.ts";
import { readTestQueue } from "../log-intake/test-intake.ts";
import { FrameReader } from "../packed-readings.ts";
import { makeRing } from "./request-ring.ts";
import { SharedIntake } from "./shared-intake.ts";
import type { FromTestThread, ToTestThread } from "./test-thread-messages.ts";

async function openShared(dataDir: string, { stored, ...options }: IntakeUnderTestOptions, ringBytes = 4096) {
  const thread = new Worker(new URL("./test-intake-thread.ts", import.meta.url).href);
  const post = (message: ToTestThread): void => thread.postMessage(message);
  const ring = makeRing(ringBytes);
  const intake = new SharedIntake(ring, post);
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  thread.onmessage = async ({ data: message }: MessageEvent<FromTestThread>) => {
    if (message.kind === "outcomes") intake.receive(message);
    else if (message.kind === "opened") opened.resolve();
    else if (message.kind === "closed") closed.resolve();
    else post({ kind: "found", receivedMs: (await stored?.(message.values)) ?? [] });
  };
  post({ kind: "open", dataDir, ring, options });
  await opened.promise;
  return {
    intake,
    readQueue: () => readTestQueue(dataDir),
    settleAll: () => post({ kind: "settle" }),
    async close() {
      post({ kind: "close" });
      await closed.promise;
      thread.terminate();
    },
  };
}

intakeContract("SharedIntake", { open: openShared });

test("makes the writer wait when the ring is full, and loses nothing of requests of any size", async () => {
  using folder = tempFolder();
  const opened = await openShared(folder.path, {}, 4096);
  const frame = new FrameWriter();
  let sent = 0;
  const taken = Array.from({ length: 400 }, (_, nth) => {
    frame.begin({ deviceId: 1, arrivalUs: 1e15, batteryVolts: null, request: { boot: 1, number: nth } });
    // From one reading to more than the ring takes.
    for (let reading = 0; reading <= (nth * 7) % 90; reading++) frame.add(1, ++sent, sent * 1e6, sent, 0, "");
    frame.finish();
    return takeRequest(opened.intake, frame);
  });
  for (const { duplicates } of await Promise.all(taken)) expect(duplicates).toBeNull();
  const reader = new FrameReader(Buffer.concat(await opened.readQueue()));
  const values = new Set<number>();
  while (reader.nextFrame()) while (reader.nextReading()) values.add(reader.value);
  expect(values.size).toBe(sent);
  await opened.close();
});
