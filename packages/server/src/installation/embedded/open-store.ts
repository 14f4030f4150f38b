import { assertOnly } from "../../queue/position.ts";
import { SqliteAlarms } from "../../store/alarms/writer-sqlite.ts";
import { channelHours } from "../../store/outbox/channel-hours.ts";
import { heldMessages } from "../../store/outbox/held-messages.ts";
import { mailCounts } from "../../store/outbox/mail-counts.ts";
import { SqliteActivityKeeper } from "../../store/sqlite/sqlite-activity-keeper.ts";
import { SqliteActivityStore } from "../../store/sqlite/sqlite-activity-store.ts";
import { SqliteBacklog } from "../../store/sqlite/sqlite-backlog.ts";
import { SqliteChainStore } from "../../store/sqlite/sqlite-chain-store.ts";
import { SqliteHousekeeping } from "../../store/sqlite/sqlite-housekeeping.ts";
import { SqliteOutbox } from "../../store/sqlite/sqlite-outbox.ts";
import { SqliteOwnerQueries } from "../../store/sqlite/sqlite-owner-queries.ts";
import { SqliteOwnership } from "../../store/sqlite/sqlite-ownership.ts";
import { SqliteReadingStore } from "../../store/sqlite/sqlite-reading-store.ts";
import { SqliteReceiptStore } from "../../store/sqlite/sqlite-receipt-store.ts";
import { SqliteSettlement } from "../../store/sqlite/sqlite-settlement.ts";
import { SqliteStatisticsStore } from "../../store/sqlite/sqlite-statistics-store.ts";
import { SqliteStoreWriter } from "../../store/sqlite/sqlite-store-writer.ts";
import { SqliteStoredCounts } from "../../store/sqlite/sqlite-stored-counts.ts";
import { SqliteStoredIdentities } from "../../store/sqlite/sqlite-stored-identities.ts";
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
  const outbox = new SqliteOutbox(database);
  const statistics = new SqliteStatisticsStore(database);
  const activity = new SqliteActivityStore(database, limits);
  const subjects = {
    store,
    chainStore: new SqliteChainStore(database),
    alarms: new SqliteAlarms(database),
    outbox,
    statistics,
    receipts: new SqliteReceiptStore(database),
    backlog: new SqliteBacklog(database),
  };
  const ownership = new SqliteOwnership(store, [subjects.chainStore, activity]);
  const queries = new SqliteOwnerQueries(subjects);
  const housekeeping = new SqliteHousekeeping(store, statistics);
  const activityKeeper = new SqliteActivityKeeper({ store, activity, statistics });
  return {
    store,
    outbox,
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
