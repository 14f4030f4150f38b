import { type ServerStatus, summarise } from "../manage/server-status.ts";
import type { KeptCounts } from "../store/chain-queries.ts";
import { serverStatus } from "./embedded/control-socket.ts";
import { openChainQueries, readProgress, readQueueTotals } from "./open-installation.ts";

export interface FoundStatus {
  readonly isRunning: boolean;
  readonly status: ServerStatus;
  /** What waits for a person or for delivery, over all accounts. */
  readonly kept: KeptCounts;
}

/** The counts as the running server has them; else as its files do, which lag a running server by up to a second. */
export async function readStatus(dataDir: string): Promise<FoundStatus> {
  const fromServer = await serverStatus(dataDir);
  const status = fromServer ?? statusFromFiles(dataDir);
  return { isRunning: fromServer !== null, status, kept: await readKept(dataDir) };
}

async function readKept(dataDir: string): Promise<KeptCounts> {
  const queries = openChainQueries(dataDir);
  try {
    return await queries.keptCounts(Number.MAX_SAFE_INTEGER);
  } finally {
    await queries.close();
  }
}

function statusFromFiles(dataDir: string): ServerStatus {
  const settled = readProgress(dataDir);
  const { acceptedReadings, backlogBytes, counters } = readQueueTotals(dataDir, settled.position);
  return summarise({ acceptedReadings, counters, backlogBytes, settled });
}
