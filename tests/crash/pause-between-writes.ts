import { Database } from "bun:sqlite";
import { join } from "node:path";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { pauseProcess, type RunningProcess, signalProcess } from "../harness/running-process.ts";

/** Stops a processor at a moment at which it does not hold the lock of the store, which would keep everybody else out. */
export async function pauseBetweenWrites(processor: RunningProcess, dataDir: string): Promise<void> {
  using store = new Database(join(dataDir, storeFile), { readwrite: true });
  for (;;) {
    await pauseProcess(processor);
    if (isFree(store)) return;
    signalProcess(processor, "SIGCONT");
    await Bun.sleep(1);
  }
}

function isFree(store: Database): boolean {
  try {
    store.run("BEGIN IMMEDIATE");
    store.run("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
