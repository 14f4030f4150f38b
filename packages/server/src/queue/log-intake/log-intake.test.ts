import { intakeContract } from "../intake.contract.ts";
import { SqliteLogReader } from "../sqlite-log/sqlite-log-reader.ts";
import { at } from "../test-positions.ts";
import { openTestIntake } from "./test-intake.ts";

intakeContract("LogIntake", {
  async open(dataDir, { backlogBytesMax, identitiesMax, stored }) {
    const { intake, queue } = await openTestIntake(dataDir, {
      ...(backlogBytesMax === undefined ? {} : { backlogBytesMax }),
      ...(identitiesMax === undefined ? {} : { identitiesMax }),
      findStored: async ({ values }) => ({ receivedMs: (await stored?.(values)) ?? [], newestUs: [] }),
    });
    return {
      intake,
      async readQueue() {
        const reader = new SqliteLogReader(dataDir);
        const entries = await reader.read(0, null, Number.MAX_SAFE_INTEGER);
        reader.close();
        return entries.map(({ data }) => data);
      },
      settleAll: () => queue.settled({ position: queue.lastPosition, durablePosition: at(0) }),
      close: () => queue.close(),
    };
  },
});
