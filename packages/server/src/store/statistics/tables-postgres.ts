/** The figures of readings. A new drop reason needs a column in these tables and in that of partitions, in its own migration. */
const figures = `
  accepted int8 NOT NULL,
  saved int8 NOT NULL,
  already_stored int8 NOT NULL,
  ended int8 NOT NULL,
  dead int8 NOT NULL,
  duplicates int8 NOT NULL,
  dropped_unknown_sensor int8 NOT NULL,
  dropped_missing_identifier int8 NOT NULL,
  dropped_missing_value int8 NOT NULL,
  dropped_invalid_shape int8 NOT NULL,
  dropped_future_timestamp int8 NOT NULL,
  dropped_invalid_value int8 NOT NULL,
  dropped_invalid_timestamp int8 NOT NULL,
  dropped_metadata_too_large int8 NOT NULL`;

/**
 * Counts in slots of time (see slot-table.ts). The slot comes first in the key, so that counting appends at the end of
 * a table and old slots are deleted in one piece. Counts change in place: there is free space beside them, and no index
 * covers them. `statistics_sizes` holds the number of rows; each partition counts the rows that it created, so that no
 * two processors wait for each other there.
 */
export const statisticsTables = `
CREATE TABLE weir_store.sensor_statistics (
  unit_s int8 NOT NULL,
  slot_s int8 NOT NULL,
  device_id int8 NOT NULL,
  sensor_id int8 NOT NULL,${figures},
  PRIMARY KEY (unit_s, slot_s, device_id, sensor_id)
) WITH (fillfactor = 60);

CREATE TABLE weir_store.account_statistics (
  unit_s int8 NOT NULL,
  slot_s int8 NOT NULL,
  account_id int8 NOT NULL,${figures},
  PRIMARY KEY (unit_s, slot_s, account_id)
) WITH (fillfactor = 60);

CREATE TABLE weir_store.refused_requests (
  unit_s int8 NOT NULL,
  slot_s int8 NOT NULL,
  account_id int8 NOT NULL,
  reason int8 NOT NULL,
  requests int8 NOT NULL,
  PRIMARY KEY (unit_s, slot_s, account_id, reason)
) WITH (fillfactor = 60);

CREATE TABLE weir_store.statistics_sizes (
  table_name text NOT NULL,
  unit_s int8 NOT NULL,
  partition int2 NOT NULL,
  rows int8 NOT NULL,
  PRIMARY KEY (table_name, unit_s, partition)
) WITH (fillfactor = 50);
`;
