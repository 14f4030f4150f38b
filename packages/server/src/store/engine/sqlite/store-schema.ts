import type { Migration } from "../../../platform/sqlite/open-database.ts";
import {
  activityTables,
  deviceTroublesTable,
  moveRequests,
  requestsTable,
  rhythmColumn,
  sentTimesColumns,
} from "../../activity/tables-sqlite.ts";
import { alarmSteps } from "../../alarms/record.ts";
import { silenceAlarms } from "../../alarms/writer-sqlite.ts";
import { parkedFramesTable } from "../../backlog/writer-sqlite.ts";
import { channelHoursTable, heldMessages } from "../../outbox/tables-sqlite.ts";
import { blockDaysTable } from "../../readings/sqlite/block-days.ts";
import { stagedTables } from "../../readings/sqlite/staged-rows.ts";
import { chainsInUseTable, receiptTables, unsavedEndsTable } from "../../receipts/tables-sqlite.ts";
import {
  alreadyStoredColumns,
  refusedRequestsTable,
  statisticsTables,
} from "../../statistics/tables-sqlite.ts";
import { stepsOf } from "../shared-step.ts";
import { partitionsTable } from "./partitions-table.ts";

export const storeFile = "weir.db";

/**
 * Readings lie in the order of queries: by sensor, then time. That key also makes a row unique. Blocks (see
 * docs/block-format.md) are found by their end. Their table has row ids, because without them all but the smallest
 * blocks would spill into overflow pages: 34 us to write 6 kB instead of 20.
 */
const ownSteps: readonly Migration[] = [
  {
    version: 1,
    name: "readings, device records and progress",
    sql: `
      CREATE TABLE readings (
        sensor_id INTEGER NOT NULL,
        at_us INTEGER NOT NULL,
        value REAL NOT NULL,
        received_us INTEGER NOT NULL,
        device_us INTEGER,
        metadata TEXT,
        PRIMARY KEY (sensor_id, at_us, value)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE battery_levels (
        device_id INTEGER NOT NULL,
        received_us INTEGER NOT NULL,
        volts REAL NOT NULL,
        PRIMARY KEY (device_id, received_us, volts)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE connections (
        device_id INTEGER PRIMARY KEY,
        last_connected_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE dead_letters (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        reason TEXT NOT NULL,
        device_id INTEGER,
        sensor_id INTEGER,
        at_us INTEGER,
        value REAL,
        received_us INTEGER,
        metadata TEXT,
        raw BLOB
      ) STRICT;

      CREATE TABLE progress (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        position INTEGER NOT NULL,
        saved INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        dead INTEGER NOT NULL
      ) STRICT;
      INSERT INTO progress (id, position, saved, ended, dead) VALUES (1, 0, 0, 0, 0);
    `,
  },
  {
    version: 2,
    name: "what rule chains keep: states, counts, alarms, dead letters with their node, outbox",
    sql: `
      CREATE TABLE node_states (
        chain_id INTEGER NOT NULL,
        node_id TEXT NOT NULL,
        sensor_id INTEGER NOT NULL,
        state BLOB NOT NULL,
        PRIMARY KEY (sensor_id, chain_id, node_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE node_counts (
        chain_id INTEGER NOT NULL,
        node_id TEXT NOT NULL,
        output TEXT NOT NULL,
        readings INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        PRIMARY KEY (chain_id, node_id, output)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE node_errors (
        chain_id INTEGER NOT NULL,
        node_id TEXT NOT NULL,
        sensor_id INTEGER NOT NULL,
        happened_ms INTEGER NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (chain_id, node_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE alarms (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL,
        device_id INTEGER NOT NULL,
        sensor_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        severity TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
        message TEXT NOT NULL,
        chain_id INTEGER NOT NULL,
        node_id TEXT NOT NULL,
        raised_us INTEGER NOT NULL,
        raised_value REAL NOT NULL,
        last_us INTEGER NOT NULL,
        last_value REAL NOT NULL,
        readings INTEGER NOT NULL,
        acknowledged_ms INTEGER,
        acknowledged_by TEXT,
        cleared_us INTEGER,
        cleared_by TEXT
      ) STRICT;
      CREATE UNIQUE INDEX alarms_active ON alarms (sensor_id, name) WHERE cleared_us IS NULL;
      CREATE INDEX alarms_by_account ON alarms (account_id, id);

      ALTER TABLE dead_letters ADD COLUMN account_id INTEGER;
      ALTER TABLE dead_letters ADD COLUMN chain_id INTEGER;
      ALTER TABLE dead_letters ADD COLUMN chain_version INTEGER;
      ALTER TABLE dead_letters ADD COLUMN node_id TEXT;
      ALTER TABLE dead_letters ADD COLUMN node_input TEXT;
      ALTER TABLE dead_letters ADD COLUMN device_us INTEGER;
      ALTER TABLE dead_letters ADD COLUMN battery_volts REAL;
      ALTER TABLE dead_letters ADD COLUMN died_ms INTEGER;
      CREATE INDEX dead_letters_by_account ON dead_letters (account_id, id);

      CREATE TABLE outbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        account_id INTEGER NOT NULL,
        sensor_id INTEGER NOT NULL,
        chain_id INTEGER NOT NULL,
        node_id TEXT NOT NULL,
        destination TEXT NOT NULL,
        message TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        due_ms INTEGER NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
        last_error TEXT,
        settled_ms INTEGER
      ) STRICT;
      CREATE INDEX outbox_waiting ON outbox (due_ms, id) WHERE state = 'waiting';
      CREATE INDEX outbox_lanes ON outbox (account_id, destination, due_ms, id) WHERE state = 'waiting';
      CREATE INDEX outbox_settled ON outbox (settled_ms) WHERE state <> 'waiting';
      CREATE INDEX outbox_by_account ON outbox (account_id, id);
    `,
  },
  {
    version: 3,
    name: "blocks: many readings of one sensor in one row",
    sql: `
      CREATE TABLE blocks (
        sensor_id INTEGER NOT NULL,
        first_us INTEGER NOT NULL,
        last_us INTEGER NOT NULL,
        readings INTEGER NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (sensor_id, last_us)
      ) STRICT;
    `,
  },
  {
    version: 4,
    name: "activity of devices, what became of requests, statistics",
    sql: activityTables + receiptTables + statisticsTables,
  },
  {
    version: 5,
    name: "which chain the readings of a sensor went into",
    sql: chainsInUseTable,
  },
  {
    version: 6,
    name: "when a device was last refused or rejected",
    sql: deviceTroublesTable,
  },
  {
    version: 7,
    name: "the outbox by chain, sensor, kind and state",
    // This index alone answers which messages of an account match, for every filter but the node. If few of 100,000
    // match, that takes 8 ms. Reading the rows took 40 ms, and 240 ms for long messages. A message takes 4 us more to
    // write.
    sql: `
      ALTER TABLE outbox ADD COLUMN kind TEXT GENERATED ALWAYS AS (message ->> '$.kind') VIRTUAL;
      DROP INDEX outbox_by_account;
      CREATE INDEX outbox_by_account ON outbox (account_id, id, chain_id, sensor_id, kind, state);
    `,
  },
  {
    version: 8,
    name: "requests that were refused as a whole, by reason",
    sql: refusedRequestsTable,
  },
  {
    version: 9,
    name: "readings that were stored already, apart from those that were saved",
    sql: alreadyStoredColumns,
  },
  {
    version: 10,
    name: "messages that are held, mails of each account and day",
    sql: heldMessages,
  },
  {
    version: 11,
    name: "alarms that are not over, by account and by device",
    // Every open page asks for these. Both indexes hold only alarms that are not over, and there are few of those.
    sql: `
      CREATE INDEX alarms_open ON alarms (account_id, id) WHERE cleared_us IS NULL;
      CREATE INDEX alarms_open_by_device ON alarms (account_id, device_id, severity, acknowledged_ms)
        WHERE cleared_us IS NULL;
    `,
  },
  {
    version: 12,
    name: "how often devices send",
    sql: rhythmColumn,
  },
  {
    version: 13,
    name: "where readings of devices ended unsaved",
    sql: unsavedEndsTable,
  },
  {
    version: 14,
    name: "alarms about silent devices",
    sql: silenceAlarms,
  },
  {
    version: 15,
    name: "parked readings",
    sql: parkedFramesTable,
  },
  {
    version: 16,
    name: "claims of messages",
    // The index by lanes includes the lease, so that the search for due rows reads no messages.
    sql: `
      ALTER TABLE outbox ADD COLUMN claimed_by TEXT;
      ALTER TABLE outbox ADD COLUMN claimed_until_ms INTEGER;
      CREATE INDEX outbox_claimed ON outbox (claimed_until_ms) WHERE claimed_until_ms IS NOT NULL;
      DROP INDEX outbox_lanes;
      CREATE INDEX outbox_lanes ON outbox (account_id, destination, due_ms, id, claimed_until_ms)
        WHERE state = 'waiting';
    `,
  },
  {
    version: 17,
    name: "a row for each partition, with the epoch of its owner",
    sql: partitionsTable,
  },
  {
    version: 18,
    name: "the number of a message's claim",
    sql: "ALTER TABLE outbox ADD COLUMN claims INTEGER NOT NULL DEFAULT 0",
  },
  { version: 19, name: "staged readings", sql: stagedTables },
  { version: 21, name: "sums of blocks by day", sql: blockDaysTable },
  {
    version: 22,
    name: "states of nodes by chain",
    // Deletes the states of a chain or an alert rule without reading those of all others.
    sql: "CREATE INDEX node_states_by_chain ON node_states (chain_id)",
  },
  { version: 23, name: "what channels were sent, by hour", sql: channelHoursTable },
  { version: 26, name: "when devices sent right and wrong times", sql: sentTimesColumns },
  { version: 28, name: "requests of devices in rows", sql: requestsTable, fill: moveRequests },
  {
    version: 29,
    name: "small blocks",
    // Finds the blocks that may be packed, without looking at all others.
    sql: "CREATE INDEX blocks_small ON blocks (sensor_id, last_us) WHERE readings <= 2048",
  },
  // The table stays as it is, but an older Weir would take the position of one partition for that of all.
  { version: 30, name: "several partitions", sql: "" },
];

export const storeMigrations: readonly Migration[] = stepsOf("sqlite", alarmSteps, ownSteps);
