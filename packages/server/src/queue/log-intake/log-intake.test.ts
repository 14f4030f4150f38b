import { intakeContract } from "../intake.contract.ts";
import { at } from "../test-positions.ts";
import { openTestIntake, readTestQueue } from "./test-intake.ts";

intakeContract("LogIntake", {
  async open(dataDir, { backlogBytesMax, identitiesMax, stored }) {
    const { intake, queue } = await openTestIntake(dataDir, {
      ...(backlogBytesMax === undefined ? {} : { backlogBytesMax }),
      ...(identitiesMax === undefined ? {} : { identitiesMax }),
      findStored: async ({ values }) => ({ receivedMs: (await stored?.(values)) ?? [], newestUs: [] }),
    });
    return {
      intake,
      readQueue: () => readTestQueue(dataDir),
      settleAll: () => queue.settled({ position: queue.lastPosition, durablePosition: at(0) }),
      close: () => queue.close(),
    };
  },
});
