import { SqliteActivityKeeper } from "../../activity/keeper-sqlite.ts";
import { type ActivityStoreLimits, SqliteActivityStore } from "../../activity/store-sqlite.ts";
import { SqliteAlarms } from "../../alarms/writer-sqlite.ts";
import { SqliteBacklog } from "../../backlog/writer-sqlite.ts";
import { SqliteNodeRecords } from "../../counts/writer-sqlite.ts";
import { SqliteDeadLetters } from "../../dead-letters/writer-sqlite.ts";
import { channelHours } from "../../outbox/channel-hours.ts";
import { heldMessages } from "../../outbox/held-messages.ts";
import { mailCounts } from "../../outbox/mail-counts.ts";
import { sqliteOutbox } from "../../outbox/outbox-sqlite.ts";
import { SqliteMessageWriter } from "../../outbox/writer-sqlite.ts";
import { TestReadingStore } from "../../readings/sqlite/test-reading-store.ts";
import { SqliteReceiptStore } from "../../receipts/writer-sqlite.ts";
import { SqliteStatisticsStore } from "../../statistics/writer-sqlite.ts";
import type { OwnedStore } from "../../test-owner.ts";
import { SqliteHousekeeping } from "./sqlite-housekeeping.ts";
import { sqliteOwnerQueries } from "./sqlite-owner-queries.ts";
import { SqliteOwnership } from "./sqlite-ownership.ts";
import { SqliteSettlement } from "./sqlite-settlement.ts";
import { SqliteStoreWriter } from "./sqlite-store-writer.ts";

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
  const statistics = new SqliteStatisticsStore(database, limits.statistics);
  const activity = new SqliteActivityStore(database, limits);
  const subjects = {
    store,
    messages: new SqliteMessageWriter(database),
    statistics,
    nodeRecords: new SqliteNodeRecords(database),
    deadLetters: new SqliteDeadLetters(database, deadLettersMax),
    alarms: new SqliteAlarms(database),
    receipts: new SqliteReceiptStore(database, receiptBytesMax),
    backlog: new SqliteBacklog(database),
  };
  const owned: OwnedStore = {
    settlement: new SqliteSettlement(subjects),
    queries: sqliteOwnerQueries(store, { waitingMax }),
    ownership: new SqliteOwnership(store, [subjects.deadLetters, activity]),
    close: async () => store.close(),
  };
  return {
    ...owned,
    store,
    outbox: sqliteOutbox(database, owner),
    activityKeeper: new SqliteActivityKeeper({ store, activity, statistics }),
    held: heldMessages(new SqliteStoreWriter(database)),
    counts: mailCounts(new SqliteStoreWriter(database)),
    channelHours: channelHours(new SqliteStoreWriter(database)),
    housekeeping: new SqliteHousekeeping(store, statistics),
  };
}
