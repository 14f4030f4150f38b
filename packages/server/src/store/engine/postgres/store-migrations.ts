import type { SchemaMigration } from "../../../platform/postgres/migrate-schema.ts";
import { deviceTables, sentTimesColumns } from "../../activity/device-tables-postgres.ts";
import { activityTables, requestBlocksTable } from "../../activity/tables-postgres.ts";
import { alarmSteps } from "../../alarms/record.ts";
import { backlogTables } from "../../backlog/tables-postgres.ts";
import { chainTables, keptRowsTable } from "../../counts/chain-tables-postgres.ts";
import { channelHoursTable, outboxTables } from "../../outbox/tables-postgres.ts";
import { blockFunctions } from "../../readings/postgres/block-functions.ts";
import { daySumsColumn, readingTables } from "../../readings/postgres/reading-tables.ts";
import { receiptTables } from "../../receipts/tables-postgres.ts";
import { statisticsTables } from "../../statistics/tables-postgres.ts";
import { stepsOf } from "../shared-step.ts";
import { counterTables } from "./counter-tables.ts";
import { partitionCountTables } from "./partition-counts.ts";
import { lastEntriesColumns, partitionTables } from "./partition-tables.ts";
import { queueLossesTable } from "./queue-losses.ts";
import { queueStreamTable } from "./queue-stream-table.ts";
import { rowSecurity } from "./row-security.ts";
import { sealingKeysTable } from "./sealing-keys-table.ts";

/**
 * A step of the schema `weir_store`. A step that only adds works with the code of every earlier version; that is the
 * default.
 */
type StoreMigration = Omit<SchemaMigration, "worksFrom"> & Partial<SchemaMigration>;

/** Those that SQLite does not share. Each subject keeps its tables in its own file. */
const ownSteps: readonly StoreMigration[] = [
  { version: 1, name: "partitions of the queue and their owners", sql: partitionTables },
  { version: 2, name: "readings in rows and blocks, by month", sql: readingTables },
  { version: 3, name: "battery levels and connections of devices", sql: deviceTables },
  { version: 4, name: "what rule chains keep", sql: chainTables + keptRowsTable },
  { version: 5, name: "outbox", sql: outboxTables },
  { version: 6, name: "what became of readings", sql: receiptTables },
  { version: 7, name: "parked readings", sql: backlogTables },
  { version: 8, name: "statistics", sql: statisticsTables },
  { version: 9, name: "activity of devices", sql: activityTables },
  { version: 10, name: "row-level security by account", sql: rowSecurity },
  { version: 11, name: "blocks taken apart in SQL", sql: blockFunctions },
  { version: 12, name: "counts of readings that never enter the queue", sql: counterTables },
  { version: 13, name: "entries that the queue may hold twice", sql: lastEntriesColumns },
  { version: 15, name: "sums of blocks by day", sql: daySumsColumn },
  { version: 16, name: "what channels were sent, by hour", sql: channelHoursTable },
  { version: 19, name: "which stream the positions belong to", sql: queueStreamTable },
  { version: 20, name: "when devices sent right and wrong times", sql: sentTimesColumns },
  { version: 21, name: "keys that seal secrets", sql: sealingKeysTable },
  { version: 22, name: "what the queue has lost", sql: queueLossesTable },
  { version: 24, name: "counts of each partition in rows of its own", sql: partitionCountTables },
  { version: 25, name: "requests of devices in blocks", sql: requestBlocksTable },
];

/** In the order of their versions, without gaps. */
export const storeMigrations: readonly SchemaMigration[] = stepsOf("postgres", alarmSteps, ownSteps).map(
  (step: StoreMigration) => ({ worksFrom: 1, ...step }),
);
