import type { FoundStatus } from "../manage/system/status-json.ts";
import type { Installation } from "./installation.ts";

/** The committed status, for commands while no server is running. */
export async function readStatus(installation: Installation): Promise<FoundStatus> {
  const counts = await (await installation.openCommittedCounters()).read();
  const queries = await installation.openChainQueries();
  try {
    return { isRunning: false, counts, kept: await queries.keptCounts(Number.MAX_SAFE_INTEGER) };
  } finally {
    await queries.close();
  }
}
