import { acceptedReadingsContract } from "../accepted-readings.contract.ts";
import { at } from "../test-positions.ts";
import { LogWriter } from "./log-writer.ts";
import { SqliteAcceptedReadings } from "./sqlite-accepted-readings.ts";

acceptedReadingsContract("SqliteAcceptedReadings", {
  async openQueue(dataDir, keeps) {
    const kept = keeps === "all" ? 1e15 : 0;
    const log = new LogWriter(dataDir, { windowMs: kept, readingsMax: kept });
    let nowMs = 0;
    return {
      append: async (frames) => at(log.append(Buffer.concat(frames), frames.length, nowMs++, [])),
      settleAll: async () => log.settled(1e15),
      close: async () => log.close(),
    };
  },
  open: async (dataDir) => new SqliteAcceptedReadings(dataDir),
});
