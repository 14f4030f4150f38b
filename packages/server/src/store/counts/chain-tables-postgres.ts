/**
 * The records of rule chains. `partition` is the partition of the queue, whose owner assigned the ids of alarms and
 * dead letters. Rows that change with nearly every batch have free space beside them, so that a change writes no index.
 */
export const chainTables = `
CREATE TABLE weir_store.node_states (
  sensor_id int8 NOT NULL,
  chain_id int8 NOT NULL,
  node_id text NOT NULL,
  state bytea NOT NULL,
  PRIMARY KEY (sensor_id, chain_id, node_id)
) WITH (fillfactor = 70);
CREATE INDEX node_states_by_chain ON weir_store.node_states (chain_id);

CREATE TABLE weir_store.node_counts (
  chain_id int8 NOT NULL,
  node_id text NOT NULL,
  output text NOT NULL,
  readings int8 NOT NULL,
  ended int8 NOT NULL,
  PRIMARY KEY (chain_id, node_id, output)
) WITH (fillfactor = 50);

CREATE TABLE weir_store.node_errors (
  chain_id int8 NOT NULL,
  node_id text NOT NULL,
  sensor_id int8 NOT NULL,
  happened_ms int8 NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (chain_id, node_id)
) WITH (fillfactor = 70);

CREATE TABLE weir_store.alarms (
  id int8 PRIMARY KEY,
  partition int2 NOT NULL,
  account_id int8 NOT NULL,
  device_id int8 NOT NULL,
  sensor_id int8,
  name text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  message text NOT NULL,
  chain_id int8,
  node_id text,
  raised_us int8 NOT NULL,
  raised_value float8,
  last_us int8 NOT NULL,
  last_value float8,
  readings int8 NOT NULL,
  acknowledged_ms int8,
  acknowledged_by text,
  cleared_us int8,
  cleared_by text
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX alarms_active ON weir_store.alarms (sensor_id, name) WHERE cleared_us IS NULL;
CREATE UNIQUE INDEX alarms_of_silence_active ON weir_store.alarms (device_id)
  WHERE sensor_id IS NULL AND cleared_us IS NULL;
CREATE INDEX alarms_of_silence ON weir_store.alarms (device_id, id) WHERE sensor_id IS NULL;
CREATE INDEX alarms_by_account ON weir_store.alarms (account_id, id);
CREATE INDEX alarms_by_sensor ON weir_store.alarms (sensor_id);
CREATE INDEX alarms_open ON weir_store.alarms (account_id, id) WHERE cleared_us IS NULL;
CREATE INDEX alarms_open_by_partition ON weir_store.alarms (partition) WHERE cleared_us IS NULL;

CREATE TABLE weir_store.dead_letters (
  id int8 PRIMARY KEY,
  partition int2 NOT NULL,
  reason text NOT NULL,
  died_ms int8 NOT NULL,
  account_id int8,
  device_id int8,
  sensor_id int8,
  chain_id int8,
  chain_version int8,
  node_id text,
  node_input text,
  at_us int8,
  value float8,
  received_us int8,
  device_us int8,
  metadata text,
  battery_volts float8,
  raw bytea
);
CREATE INDEX dead_letters_by_account ON weir_store.dead_letters (account_id, id);
CREATE INDEX dead_letters_by_chain ON weir_store.dead_letters (chain_id, node_id);
CREATE INDEX dead_letters_by_partition ON weir_store.dead_letters (partition, id);

CREATE TABLE weir_store.given_ids (
  partition int2 PRIMARY KEY,
  alarm int8 NOT NULL,
  dead_letter int8 NOT NULL
) WITH (fillfactor = 50);
`;

/**
 * The number of rows in lists that are limited per account, so that they need not be counted. The rows of an account
 * are counted per partition, so that processors which write for the same account do not wait for each other (see
 * kept-rows.ts). Account -1 stands for none.
 */
export const keptRowsTable = `
CREATE TABLE weir_store.kept_rows (
  subject text NOT NULL,
  account_id int8 NOT NULL,
  partition int2 NOT NULL,
  rows int8 NOT NULL,
  PRIMARY KEY (subject, account_id, partition)
) WITH (fillfactor = 50);
`;
