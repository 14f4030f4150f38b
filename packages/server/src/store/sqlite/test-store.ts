import { SqliteAlarms } from "../alarms/writer-sqlite.ts";
import { channelHours } from "../outbox/channel-hours.ts";
import { heldMessages } from "../outbox/held-messages.ts";
import { mailCounts } from "../outbox/mail-counts.ts";
import type { OwnedStore } from "../test-owner.ts";
import { SqliteActivityKeeper } from "./sqlite-activity-keeper.ts";
import { type ActivityStoreLimits, SqliteActivityStore } from "./sqlite-activity-store.ts";
import { SqliteBacklog } from "./sqlite-backlog.ts";
import { SqliteChainStore } from "./sqlite-chain-store.ts";
import { SqliteHousekeeping } from "./sqlite-housekeeping.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { SqliteOwnerQueries } from "./sqlite-owner-queries.ts";
import { SqliteOwnership } from "./sqlite-ownership.ts";
import { SqliteReceiptStore } from "./sqlite-receipt-store.ts";
import { SqliteSettlement } from "./sqlite-settlement.ts";
import { SqliteStatisticsStore } from "./sqlite-statistics-store.ts";
import { SqliteStoreWriter } from "./sqlite-store-writer.ts";
import { TestReadingStore } from "./test-reading-store.ts";

/** For tests: smaller than the real limits, so that tests reach them. */
export interface TestStoreLimits extends Partial<ActivityStoreLimits> {
  readonly deadLettersMax?: number;
  readonly waitingMax?: number;
  readonly receiptBytesMax?: number;
  readonly statistics?: { readonly fineRowsMax: number; readonly hourRowsMax: number };
  /** The owner of the outbox's claims. */
  readonly owner?: string;
}

/** For tests: the whole store as the processor writes it. */
export function openTestStore(dataDir: string, limits: TestStoreLimits = {}) {
  const store = new TestReadingStore(dataDir);
  const { database } = store;
  const { deadLettersMax, waitingMax, receiptBytesMax, owner } = limits;
  const outbox = new SqliteOutbox(database, {
    ...(owner === undefined ? {} : { owner }),
    ...(waitingMax === undefined ? {} : { waitingMax }),
  });
  const statistics = new SqliteStatisticsStore(database, limits.statistics);
  const activity = new SqliteActivityStore(database, limits);
  const subjects = {
    store,
    outbox,
    statistics,
    chainStore: new SqliteChainStore(database, deadLettersMax),
    alarms: new SqliteAlarms(database),
    receipts: new SqliteReceiptStore(database, receiptBytesMax),
    backlog: new SqliteBacklog(database),
  };
  const owned: OwnedStore = {
    settlement: new SqliteSettlement(subjects),
    queries: new SqliteOwnerQueries(subjects),
    ownership: new SqliteOwnership(store, [subjects.chainStore, activity]),
    close: async () => store.close(),
  };
  return {
    ...owned,
    store,
    outbox,
    activityKeeper: new SqliteActivityKeeper({ store, activity, statistics }),
    held: heldMessages(new SqliteStoreWriter(database)),
    counts: mailCounts(new SqliteStoreWriter(database)),
    channelHours: channelHours(new SqliteStoreWriter(database)),
    housekeeping: new SqliteHousekeeping(store, statistics),
  };
}
