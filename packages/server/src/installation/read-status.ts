import type { FoundStatus } from "../manage/system/status-json.ts";
import { openChainQueries, openCommittedCounters } from "./open-installation.ts";

/** What is on disk, for when no server is running. */
export async function readStatus(dataDir: string): Promise<FoundStatus> {
  const counts = await (await openCommittedCounters(dataDir)).read();
  const queries = await openChainQueries(dataDir);
  try {
    return { isRunning: false, counts, kept: await queries.keptCounts(Number.MAX_SAFE_INTEGER) };
  } finally {
    await queries.close();
  }
}
