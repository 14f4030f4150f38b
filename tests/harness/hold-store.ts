import { Database } from "bun:sqlite";
import { join } from "node:path";

/**
 * Keeps the processor from writing by holding the write lock of the reading store until disposed of. The processor
 * waits as it would for a slow disk, and the queue fills up.
 */
export function holdStore(dataDir: string): Disposable {
  const store = new Database(join(dataDir, "weir.db"), { readwrite: true });
  store.run("PRAGMA busy_timeout = 10000");
  store.run("BEGIN IMMEDIATE");
  return {
    [Symbol.dispose]() {
      store.run("ROLLBACK");
      store.close();
    },
  };
}

/** Does the same in a cluster by holding the rows of all partitions, which every batch locks. */
export async function holdPostgresStore(sql: Bun.SQL): Promise<AsyncDisposable> {
  const connection = await sql.reserve();
  await connection`BEGIN`;
  await connection`SELECT 1 FROM weir_store.partitions FOR UPDATE`;
  return {
    async [Symbol.asyncDispose]() {
      await connection`ROLLBACK`;
      connection.release();
    },
  };
}
