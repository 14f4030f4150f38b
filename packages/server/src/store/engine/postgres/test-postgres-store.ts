import { systemClock } from "../../../platform/clock.ts";
import { openPostgres } from "../../../platform/postgres/open-postgres.ts";
import { BatteryWriter } from "../../readings/postgres/battery-writer.ts";
import { MonthPartitions } from "../../readings/postgres/month-partitions.ts";
import { PostgresReadingQueries } from "../../readings/postgres/postgres-reading-queries.ts";
import { ReadingWriter } from "../../readings/postgres/reading-writer.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { migrateStore } from "./migrate-store.ts";
import { PostgresOwnership } from "./postgres-ownership.ts";
import { PostgresSettlement } from "./postgres-settlement.ts";
import { StoreDatabase } from "./store-database.ts";

let members = 0;

/** For tests: the store of one process of a cluster. It writes records besides readings only with the given writers. */
export async function openTestStore(url: string, writers: readonly BatchWriter[] = []) {
  const owner = `member ${++members}`;
  const postgres = openPostgres(url, { applicationName: owner, connectionsMax: 4 });
  await migrateStore(postgres);
  const database = new StoreDatabase(postgres);
  const months = new MonthPartitions(database);
  await months.createAhead(systemClock.nowMs());
  const readings = new ReadingWriter();
  return {
    owner,
    database,
    readings,
    months,
    settlement: new PostgresSettlement(database, { readings, writers: [new BatteryWriter(), ...writers] }),
    ownership: new PostgresOwnership(database, {
      owner,
      // Longer than any test, so leases expire only where a test makes them.
      leaseMs: 3_600_000,
      onTaken: (partition) => readings.dropMemory(partition),
    }),
    queries: new PostgresReadingQueries(database, systemClock),
    close: () => database.close(),
  };
}
