import { SqliteActivityKeeper } from "../../store/activity/keeper-sqlite.ts";
import { SqliteActivityStore } from "../../store/activity/store-sqlite.ts";
import { SqliteAlarms } from "../../store/alarms/writer-sqlite.ts";
import { SqliteBacklog } from "../../store/backlog/writer-sqlite.ts";
import { SqliteNodeRecords } from "../../store/counts/writer-sqlite.ts";
import { SqliteDeadLetters } from "../../store/dead-letters/writer-sqlite.ts";
import { SqliteHousekeeping } from "../../store/engine/sqlite/sqlite-housekeeping.ts";
import { sqliteOwnerQueries } from "../../store/engine/sqlite/sqlite-owner-queries.ts";
import { SqliteOwnership } from "../../store/engine/sqlite/sqlite-ownership.ts";
import { SqliteSettlement } from "../../store/engine/sqlite/sqlite-settlement.ts";
import { SqliteStoreWriter } from "../../store/engine/sqlite/sqlite-store-writer.ts";
import { channelHours } from "../../store/outbox/channel-hours.ts";
import { heldMessages } from "../../store/outbox/held-messages.ts";
import { mailCounts } from "../../store/outbox/mail-counts.ts";
import { sqliteOutbox } from "../../store/outbox/outbox-sqlite.ts";
import { SqliteMessageWriter } from "../../store/outbox/writer-sqlite.ts";
import { SqliteReadingStore } from "../../store/readings/sqlite/sqlite-reading-store.ts";
import { SqliteStoredCounts } from "../../store/readings/sqlite/sqlite-stored-counts.ts";
import { SqliteStoredIdentities } from "../../store/readings/sqlite/sqlite-stored-identities.ts";
import { SqliteReceiptStore } from "../../store/receipts/writer-sqlite.ts";
import { SqliteStatisticsStore } from "../../store/statistics/writer-sqlite.ts";
import { FixedClaims } from "./fixed-claims.ts";

/** The operator's limits for one account in the store. */
export interface StoreLimits {
  readonly quarantinedMaxPerAccount?: number;
}

/** Which partitions a process settles, out of the place that it has among the processes that do. */
interface OpeningProcess {
  readonly number: number;
  readonly processes: number;
}

/**
 * The store, for a process with processors, which write it. All parts share one connection and therefore each
 * transaction.
 */
export function openEmbeddedStore(
  dataDir: string,
  limits: StoreLimits,
  { number, processes }: OpeningProcess = { number: 0, processes: 1 },
) {
  const store = new SqliteReadingStore(dataDir);
  const { database } = store;
  const statistics = new SqliteStatisticsStore(database);
  const activity = new SqliteActivityStore(database, limits);
  const subjects = {
    store,
    nodeRecords: new SqliteNodeRecords(database),
    deadLetters: new SqliteDeadLetters(database, undefined, processes),
    alarms: new SqliteAlarms(database),
    messages: new SqliteMessageWriter(database),
    statistics,
    receipts: new SqliteReceiptStore(database),
    backlog: new SqliteBacklog(database),
  };
  const ownership = new SqliteOwnership(store, [subjects.deadLetters, activity]);
  const own = Array.from({ length: store.partitions }, (_, partition) => partition).filter(
    (partition) => partition % processes === number,
  );
  const queries = sqliteOwnerQueries(store);
  return {
    store,
    outbox: sqliteOutbox(database),
    statistics,
    queries,
    queriesOf: (partition: number) => sqliteOwnerQueries(store, { partition }),
    housekeepingOf: (partition: number) => new SqliteHousekeeping(store, statistics, partition),
    activityKeeperOf: (partition: number) =>
      new SqliteActivityKeeper({ store, activity, statistics, partition }),
    ownership,
    claimPartitions: () => new FixedClaims(ownership, own),
    settlement: new SqliteSettlement(subjects),
    held: heldMessages(new SqliteStoreWriter(database)),
    mailCounts: mailCounts(new SqliteStoreWriter(database)),
    channelHours: channelHours(new SqliteStoreWriter(database)),
    identities: new SqliteStoredIdentities(database),
    storedCounts: new SqliteStoredCounts(database),
    async close(): Promise<void> {
      store.close();
    },
  };
}
