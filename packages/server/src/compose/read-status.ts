import { serverStatus } from "../manage/control-socket.ts";
import { type ServerStatus, summarise } from "../manage/server-status.ts";
import { readLogTotals } from "../queue/sqlite-log/read-log-totals.ts";
import { readStoreProgress } from "../store/sqlite/read-store-progress.ts";

export interface FoundStatus {
  readonly isRunning: boolean;
  readonly status: ServerStatus;
}

/** The counts as the running server has them; else as its files do, which lag a running server by up to a second. */
export async function readStatus(dataDir: string): Promise<FoundStatus> {
  const fromServer = await serverStatus(dataDir);
  if (fromServer !== null) return { isRunning: true, status: fromServer };
  return { isRunning: false, status: statusFromFiles(dataDir) };
}

/** The store is read first: then the log, which runs ahead of it, can only say more, and the gap is never negative. */
function statusFromFiles(dataDir: string): ServerStatus {
  const settled = readStoreProgress(dataDir);
  const { acceptedReadings, lastPosition, counters } = readLogTotals(dataDir);
  const backlogBytes = Math.max(0, lastPosition - settled.position);
  return summarise({ acceptedReadings, counters, backlogBytes, settled });
}
