import type { Counts } from "../counters/counters.ts";
import type { KeptCounts } from "../store/chain-queries.ts";
import { serverCounts } from "./embedded/control-socket.ts";
import { openChainQueries, openCommittedCounters } from "./open-installation.ts";

export interface FoundStatus {
  readonly isRunning: boolean;
  readonly counts: Counts;
  /** What waits for a person or for delivery, over all accounts. */
  readonly kept: KeptCounts;
}

/** The counts as the running server has them; without one, as they are committed. */
export async function readStatus(dataDir: string): Promise<FoundStatus> {
  const fromServer = await serverCounts(dataDir);
  const counts = fromServer ?? (await (await openCommittedCounters(dataDir)).read());
  return { isRunning: fromServer !== null, counts, kept: await readKept(dataDir) };
}

async function readKept(dataDir: string): Promise<KeptCounts> {
  const queries = await openChainQueries(dataDir);
  try {
    return await queries.keptCounts(Number.MAX_SAFE_INTEGER);
  } finally {
    await queries.close();
  }
}
