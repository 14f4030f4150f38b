import { assertOnly } from "../../queue/position.ts";
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
import { OnlyPartitionClaim } from "./only-partition-claim.ts";

/** The operator's limits for one account in the store. */
export interface StoreLimits {
  readonly quarantinedMaxPerAccount?: number;
}

/**
 * The store, for the processor, which writes it. All parts share one connection and therefore each transaction. Its
 * only partition has all devices.
 */
export function openEmbeddedStore(dataDir: string, limits: StoreLimits) {
  const store = new SqliteReadingStore(dataDir);
  const { database } = store;
  const statistics = new SqliteStatisticsStore(database);
  const activity = new SqliteActivityStore(database, limits);
  const subjects = {
    store,
    nodeRecords: new SqliteNodeRecords(database),
    deadLetters: new SqliteDeadLetters(database),
    alarms: new SqliteAlarms(database),
    messages: new SqliteMessageWriter(database),
    statistics,
    receipts: new SqliteReceiptStore(database),
    backlog: new SqliteBacklog(database),
  };
  const ownership = new SqliteOwnership(store, [subjects.deadLetters, activity]);
  const queries = sqliteOwnerQueries(store);
  const housekeeping = new SqliteHousekeeping(store, statistics);
  const activityKeeper = new SqliteActivityKeeper({ store, activity, statistics });
  return {
    store,
    outbox: sqliteOutbox(database),
    statistics,
    queries,
    queriesOf: (partition: number) => ofOnly(partition, queries),
    housekeepingOf: (partition: number) => ofOnly(partition, housekeeping),
    activityKeeperOf: (partition: number) => ofOnly(partition, activityKeeper),
    ownership,
    claimPartitions: () => new OnlyPartitionClaim(ownership),
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

function ofOnly<T>(partition: number, part: T): T {
  assertOnly(partition);
  return part;
}
