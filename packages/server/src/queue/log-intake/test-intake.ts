import { QueueShares } from "../queue-shares.ts";
import { SqliteLogQueue } from "../sqlite-log/sqlite-log-queue.ts";
import { SqliteLogReader } from "../sqlite-log/sqlite-log-reader.ts";
import { at } from "../test-positions.ts";
import { noShareLimits } from "../test-share-limits.ts";
import { type FindStored, ForgottenReadings } from "./forgotten-readings.ts";
import { IdentityMemory } from "./identity-memory.ts";
import type { IdentityWindows } from "./identity-verdicts.ts";
import { LogIntake } from "./log-intake.ts";
import { recallIdentities } from "./recall-identities.ts";

export interface TestIntakeOptions {
  readonly nowMs?: () => number;
  readonly backlogBytesMax?: number;
  readonly perAccountBytesMax?: number;
  readonly identitiesMax?: number;
  readonly windows?: IdentityWindows;
  readonly findStored?: FindStored;
  readonly tenantOf?: (accountId: number) => number;
}

/** For tests: an intake with a real queue below `dataDir`. */
export async function openTestIntake(dataDir: string, options: TestIntakeOptions = {}) {
  const { nowMs = Date.now, backlogBytesMax = 1e9, identitiesMax = 100_000 } = options;
  const { windows = { replayMs: 86_400_000, duplicateMs: 60_000 } } = options;
  const { findStored = () => Promise.resolve({ receivedMs: [], newestUs: [], free: [] }) } = options;
  const { perAccountBytesMax = Number.POSITIVE_INFINITY, tenantOf = noShareLimits.tenantOf } = options;
  const memory = new IdentityMemory(identitiesMax, windows);
  const queue = await SqliteLogQueue.open({
    dataDir,
    settledPosition: at(0),
    backlogBytesMax,
    nowMs,
    retention: { windowMs: windows.replayMs, readingsMax: identitiesMax },
    onLost: () => memory.forgetPending(),
    onAppended: () => undefined,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const reader = new SqliteLogReader(dataDir);
  await recallIdentities(memory, reader, 0);
  reader.close();
  const onLookedUp = () => undefined;
  const forgotten = new ForgottenReadings({ memory, queue, findStored, onLookedUp, toleranceMs: 5000 });
  const shares = new QueueShares({ ...noShareLimits, perAccountBytesMax, tenantOf });
  return { intake: new LogIntake({ queue, shares, memory, forgotten }), queue, memory };
}

/** For tests: all entries of the queue below `dataDir`. */
export async function readTestQueue(dataDir: string): Promise<Uint8Array[]> {
  const reader = new SqliteLogReader(dataDir);
  const entries = await reader.read(0, null, Number.MAX_SAFE_INTEGER);
  reader.close();
  return entries.map(({ data }) => data);
}
