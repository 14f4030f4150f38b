/**
 * The fates of a batch are stored in one row per thousand or so request numbers, packed as in the embedded store (see
 * fate-codec.ts). The size that each partition keeps is stored too, so that it need not be summed.
 */
export const receiptTables = `
CREATE TABLE weir_store.receipts (
  partition int2 NOT NULL,
  id int8 GENERATED ALWAYS AS IDENTITY,
  request_boot int8 NOT NULL,
  first_number int8 NOT NULL,
  last_number int8 NOT NULL,
  last_arrival_ms int8 NOT NULL,
  bytes int4 NOT NULL,
  ends text NOT NULL,
  runs bytea NOT NULL,
  PRIMARY KEY (partition, id)
);
CREATE INDEX receipts_by_request ON weir_store.receipts (request_boot, first_number);

CREATE TABLE weir_store.receipts_kept (
  partition int2 PRIMARY KEY,
  bytes int8 NOT NULL,
  forgotten_before_ms int8 NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE weir_store.chains_in_use (
  device_id int8 NOT NULL,
  sensor_id int8 NOT NULL,
  from_position int8 NOT NULL,
  chain_id int8 NOT NULL,
  chain_version int8 NOT NULL,
  PRIMARY KEY (device_id, sensor_id, from_position)
);

CREATE TABLE weir_store.unsaved_ends (
  device_id int8 NOT NULL,
  fate text NOT NULL,
  chain_id int8 NOT NULL,
  node_id text NOT NULL,
  output text NOT NULL,
  account_id int8 NOT NULL,
  chain_version int8 NOT NULL,
  sensor_id int8 NOT NULL,
  value float8 NOT NULL,
  first_ms int8 NOT NULL,
  last_ms int8 NOT NULL,
  PRIMARY KEY (device_id, fate, chain_id, node_id, output)
) WITH (fillfactor = 70);
CREATE INDEX unsaved_ends_by_account ON weir_store.unsaved_ends (account_id, last_ms);
CREATE INDEX unsaved_ends_by_time ON weir_store.unsaved_ends (last_ms);
`;
