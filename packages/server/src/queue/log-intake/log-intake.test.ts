import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "../frame-writer.ts";
import { intakeContract } from "../intake.contract.ts";
import { takeRequest } from "../intake.ts";
import { at } from "../test-positions.ts";
import { openTestIntake, readTestQueue } from "./test-intake.ts";

intakeContract("LogIntake", {
  async open(dataDir, { backlogBytesMax, identitiesMax, stored }) {
    const { intake, queue } = await openTestIntake(dataDir, {
      ...(backlogBytesMax === undefined ? {} : { backlogBytesMax }),
      ...(identitiesMax === undefined ? {} : { identitiesMax }),
      findStored: async ({ values }) => ({
        receivedMs: (await stored?.(values)) ?? [],
        newestUs: [],
        free: [],
      }),
    });
    return {
      intake,
      readQueue: () => readTestQueue(dataDir),
      settleAll: () => queue.settled({ position: queue.lastPosition, durablePosition: at(0) }),
      close: () => queue.close(),
    };
  },
});

test("gives the accounts of a tenant one share of the memory together", async () => {
  using folder = tempFolder();
  const { intake, memory, queue } = await openTestIntake(folder.path, {
    tenantOf: (accountId) => (accountId < 10 ? 1 : accountId),
  });
  const frame = new FrameWriter();
  for (const accountId of [1, 2, 3, 10]) {
    frame.accountId = accountId;
    frame.begin({
      deviceId: accountId,
      arrivalUs: 1e9,
      batteryVolts: null,
      request: { boot: 1, number: accountId },
    });
    frame.add(accountId, 1, 1e9, 1000, 0, "");
    frame.finish();
    await takeRequest(intake, frame);
  }
  expect([1, 2, 3, 10].map((tenantId) => memory.shares.countOf(tenantId))).toEqual([3, 0, 0, 1]);
  await queue.close();
});
