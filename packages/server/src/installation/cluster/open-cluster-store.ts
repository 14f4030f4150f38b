import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { PostgresActivityKeeper } from "../../store/activity/keeper-postgres.ts";
import { QuarantineWriter } from "../../store/activity/quarantine-postgres.ts";
import { PostgresRequestWriter } from "../../store/activity/writer-postgres.ts";
import { PostgresHousekeeping } from "../../store/engine/postgres/postgres-housekeeping.ts";
import { postgresOwnerQueries } from "../../store/engine/postgres/postgres-owner-queries.ts";
import { PostgresOwnership } from "../../store/engine/postgres/postgres-ownership.ts";
import { PostgresSettlement } from "../../store/engine/postgres/postgres-settlement.ts";
import { PostgresStoreWriter } from "../../store/engine/postgres/postgres-store-writer.ts";
import { recordWriters } from "../../store/engine/postgres/record-writers.ts";
import type { StoreDatabase } from "../../store/engine/postgres/store-database.ts";
import { channelHours } from "../../store/outbox/channel-hours.ts";
import { heldMessages } from "../../store/outbox/held-messages.ts";
import { mailCounts } from "../../store/outbox/mail-counts.ts";
import { postgresOutbox } from "../../store/outbox/outbox-postgres.ts";
import { BatteryWriter } from "../../store/readings/postgres/battery-writer.ts";
import { MonthPartitions } from "../../store/readings/postgres/month-partitions.ts";
import { PostgresStoredCounts } from "../../store/readings/postgres/postgres-stored-counts.ts";
import { PostgresStoredIdentities } from "../../store/readings/postgres/postgres-stored-identities.ts";
import { ReadingWriter } from "../../store/readings/postgres/reading-writer.ts";
import { StatisticsTidier } from "../../store/statistics/tidier-postgres.ts";
import { StatisticsWriter } from "../../store/statistics/writer-postgres.ts";
import type { OpenedOutbox, OpenedStore } from "../installation.ts";
import { ClusterClaims, type ClusterClaimsParts } from "./cluster-claims.ts";
import { readKeptFrom } from "./read-kept-from.ts";

interface ClusterStoreParts extends Pick<ClusterClaimsParts, "memberId" | "processors"> {
  readonly database: StoreDatabase;
  readonly clock: Clock;
  readonly partitions: number;
  readonly quarantinedMaxPerAccount: number;
}

/** The store, for a processor of the cluster, which writes it. */
export async function openClusterStore(parts: ClusterStoreParts): Promise<OpenedStore> {
  const { database, clock, partitions, memberId, processors, quarantinedMaxPerAccount } = parts;
  const readings = new ReadingWriter();
  const months = new MonthPartitions(database);
  await months.createAhead(clock.nowMs());
  const statistics = new StatisticsTidier();
  const activityWriters = {
    requests: new PostgresRequestWriter(),
    quarantine: new QuarantineWriter({ quarantinedMaxPerAccount }),
    statistics: new StatisticsWriter(),
  };
  return {
    ...openClusterOutbox(database, memberId()),
    settlement: new PostgresSettlement(database, {
      readings,
      writers: [new BatteryWriter(), ...recordWriters()],
    }),
    identities: new PostgresStoredIdentities(database),
    storedCounts: new PostgresStoredCounts(database),
    claimPartitions: (log: Log) =>
      new ClusterClaims({
        partitions,
        log,
        memberId,
        processors,
        ownershipOf: (owner) =>
          new PostgresOwnership(database, {
            owner,
            onTaken: (partition) => readings.dropMemory(partition),
          }),
      }),
    queriesOf: (partition) => postgresOwnerQueries(database, { partition }),
    housekeepingOf: (partition) =>
      new PostgresHousekeeping({
        database,
        partition,
        months,
        statistics,
        clock,
        keptFromUs: () => readKeptFrom(database, clock.nowMs()),
      }),
    activityKeeperOf: (partition) => new PostgresActivityKeeper(database, partition, activityWriters),
  };
}

/** The outbox, for a deliverer of the cluster, which writes it. */
export function openClusterOutbox(database: StoreDatabase, owner: string): OpenedOutbox {
  return {
    outbox: postgresOutbox(database, owner),
    held: heldMessages(new PostgresStoreWriter(database)),
    mailCounts: mailCounts(new PostgresStoreWriter(database)),
    channelHours: channelHours(new PostgresStoreWriter(database)),
    // The database belongs to the whole process.
    close: async () => undefined,
  };
}
