import { onlyPartition } from "../../../queue/position.ts";
import { PostgresActivityKeeper } from "../../activity/keeper-postgres.ts";
import { QuarantineWriter } from "../../activity/quarantine-postgres.ts";
import { postgresActivityQueries } from "../../activity/queries-postgres.ts";
import type { QuarantineLimits } from "../../activity/record.ts";
import { PostgresRequestWriter } from "../../activity/writer-postgres.ts";
import { chainQueries } from "../../chain-queries.ts";
import { channelHours } from "../../outbox/channel-hours.ts";
import { heldMessages } from "../../outbox/held-messages.ts";
import { mailCounts } from "../../outbox/mail-counts.ts";
import { postgresOutbox } from "../../outbox/outbox-postgres.ts";
import { outboxQueries } from "../../outbox/queries.ts";
import { receiptQueries } from "../../receipts/queries.ts";
import { postgresStatistics } from "../../statistics/queries-postgres.ts";
import { StatisticsTidier } from "../../statistics/tidier-postgres.ts";
import type { SlotLimits } from "../../statistics/tidy-step.ts";
import { StatisticsWriter } from "../../statistics/writer-postgres.ts";
import type { OwnedStore } from "../../test-owner.ts";
import { lockPartition } from "./partition-row.ts";
import { postgresOwnerQueries } from "./postgres-owner-queries.ts";
import { PostgresStoreReader } from "./postgres-store-reader.ts";
import { PostgresStoreWriter } from "./postgres-store-writer.ts";
import { type RecordLimits, recordWriters } from "./record-writers.ts";
import { openTestStore } from "./test-postgres-store.ts";

/** For tests: smaller than the real limits, so that tests reach them. */
export interface TestRecordLimits extends RecordLimits, Partial<QuarantineLimits> {
  readonly waitingMax?: number;
  /** The maximum size of the requests of a partition. */
  readonly bytesMax?: number;
  readonly statistics?: SlotLimits | undefined;
  /** The owner of the outbox's claims. */
  readonly owner?: string;
}

/** For tests: the whole store of one process of a cluster, as the owner of `partition`, which is the only one by default. */
export async function openRecordStore(url: string, limits: TestRecordLimits = {}, partition = onlyPartition) {
  const opened = await openTestStore(url, recordWriters(limits));
  const { database, settlement, ownership } = opened;
  const { waitingMax } = limits;
  const tidier = new StatisticsTidier(limits.statistics);
  const owned: OwnedStore = {
    settlement,
    ownership,
    queries: postgresOwnerQueries(database, { partition, waitingMax }),
    close: () => opened.close(),
  };
  return {
    ...owned,
    database,
    readingQueries: opened.queries,
    activityKeeper: new PostgresActivityKeeper(database, partition, {
      requests: new PostgresRequestWriter(limits.bytesMax),
      quarantine: new QuarantineWriter(limits),
      statistics: new StatisticsWriter(),
    }),
    outbox: postgresOutbox(database, limits.owner ?? "deliver"),
    held: heldMessages(new PostgresStoreWriter(database)),
    counts: mailCounts(new PostgresStoreWriter(database)),
    channelHours: channelHours(new PostgresStoreWriter(database)),
    housekeeping: {
      tidyStatistics: async (nowMs: number, epoch: number) => {
        if (!(await tidier.isDue(database, nowMs))) return false;
        return database.write(async (tx) => {
          await lockPartition(tx, { partition, epoch });
          return tidier.tidy(tx, partition, nowMs);
        });
      },
    },
    activityQueries: postgresActivityQueries(database),
    chainQueries: chainQueries(new PostgresStoreReader(database)),
    outboxQueries: outboxQueries(new PostgresStoreReader(database)),
    receiptQueries: receiptQueries(new PostgresStoreReader(database)),
    statisticsQueries: postgresStatistics(database),
  };
}

/** For tests: queries of one kind on their own connections, which they close. */
export async function openRecordQueries<
  Of extends keyof Awaited<ReturnType<typeof openRecordStore>> & `${string}Queries`,
>(url: string, of: Of): Promise<Awaited<ReturnType<typeof openRecordStore>>[Of]> {
  const store = await openRecordStore(url);
  return Object.assign(store[of], { close: () => store.close() });
}
