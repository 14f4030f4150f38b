import { accountPolicy } from "../engine/postgres/row-security.ts";

/**
 * The latest requests of devices, one row each. `line` describes the request (see activity-line.ts); the other columns
 * are for searching. `activity_kept` holds the size of the requests of each partition. Versions before `requestBlocksTable` write
 * both; now the rows are moved into blocks.
 *
 * Troubles are not a column of a device's connection, because a device that never connected may have refused requests.
 */
export const activityTables = `
CREATE TABLE weir_store.requests (
  partition int2 NOT NULL,
  id int8 GENERATED ALWAYS AS IDENTITY,
  account_id int8 NOT NULL,
  device_id int8 NOT NULL,
  arrival_ms float8 NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  accepted int8 NOT NULL,
  is_troubled boolean NOT NULL,
  reasons text[] NOT NULL,
  bytes int4 NOT NULL,
  line text NOT NULL,
  PRIMARY KEY (partition, id)
);
CREATE INDEX requests_by_device ON weir_store.requests (device_id, arrival_ms);
CREATE INDEX requests_by_account ON weir_store.requests (account_id, arrival_ms);
CREATE INDEX requests_troubled ON weir_store.requests (account_id, arrival_ms) WHERE is_troubled;
CREATE INDEX requests_by_id ON weir_store.requests (request_id);

CREATE TABLE weir_store.activity_kept (
  partition int2 PRIMARY KEY,
  bytes int8 NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE weir_store.quarantine (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partition int2 NOT NULL,
  account_id int8 NOT NULL,
  device_id int8 NOT NULL,
  request_id text NOT NULL,
  position int8 NOT NULL,
  reason text NOT NULL,
  arrival_ms int8 NOT NULL,
  correction_us int8 NOT NULL,
  url_sensor text,
  entry text NOT NULL
);
CREATE INDEX quarantine_by_account ON weir_store.quarantine (account_id, id);
CREATE INDEX quarantine_by_device ON weir_store.quarantine (device_id, id);

CREATE TABLE weir_store.device_troubles (
  device_id int8 PRIMARY KEY,
  last_troubled_ms int8 NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX device_troubles_by_time ON weir_store.device_troubles (last_troubled_ms);
`;

/**
 * The latest requests of devices, many of an account in a row (see request-block.ts). `device_ids` and `id_hashes` have a number for
 * each request, in the same order. `is_troubled` and `reasons` say whether some request may have trouble. Rows are not compressed,
 * and fit into a page, so that PostgreSQL does not store their contents apart.
 */
export const requestBlocksTable = `
CREATE TABLE weir_store.request_blocks (
  partition int2 NOT NULL,
  id int8 GENERATED ALWAYS AS IDENTITY,
  account_id int8 NOT NULL,
  is_troubled boolean NOT NULL,
  reasons text[] NOT NULL,
  first_ms float8 NOT NULL,
  last_ms float8 NOT NULL,
  device_ids int4[] NOT NULL,
  id_hashes int4[] NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (partition, id)
) WITH (toast_tuple_target = 8160);
ALTER TABLE weir_store.request_blocks ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE INDEX request_blocks_by_account ON weir_store.request_blocks (account_id, last_ms, id);
${accountPolicy("request_blocks")}`;
