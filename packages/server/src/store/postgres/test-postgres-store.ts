import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { migrateStore } from "./migrate-store.ts";
import { PostgresOwnership } from "./postgres-ownership.ts";
import { PostgresSettlement } from "./postgres-settlement.ts";
import { ReadingWriter } from "./reading-writer.ts";
import { StoreDatabase } from "./store-database.ts";

let members = 0;

/** For tests only: the store as one process of a cluster has it, without what is in the records half unless it is given. */
export async function openTestStore(url: string, writers: readonly BatchWriter[] = []) {
  const owner = `member ${++members}`;
  const database = new StoreDatabase(openPostgres(url, { applicationName: owner, connectionsMax: 4 }));
  await migrateStore(database);
  const readings = new ReadingWriter();
  return {
    ...{ owner, database, readings },
    settlement: new PostgresSettlement(database, { readings, writers }),
    ownership: new PostgresOwnership(database, {
      owner,
      onTaken: (partition) => readings.dropMemory(partition),
    }),
    close: () => database.close(),
  };
}
