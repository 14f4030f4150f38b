/**
 * Readings by month, in tables that month-partitions.ts creates in advance; readings of other months are in a default
 * table. A reading is in `readings` as a row of its own, or in a block (docs/block-format.md) with others of its sensor
 * and month. Blocks of a sensor never overlap and are found by their end. The key of `readings` makes a reading unique.
 *
 * `partition` is the sensor's partition of the queue. It takes no space, because it fits into the padding of the column
 * before it. Blocks are packed already, so PostgreSQL need not try to compress them, and most of them fit into a page.
 */
export const readingTables = `
CREATE TABLE weir_store.readings (
  sensor_id int4 NOT NULL,
  partition int2 NOT NULL,
  at_us int8 NOT NULL,
  value float8 NOT NULL CHECK (value <> 'NaN'),
  received_us int8 NOT NULL,
  device_us int8,
  metadata text,
  PRIMARY KEY (sensor_id, at_us, value)
) PARTITION BY RANGE (at_us);
CREATE TABLE weir_store.readings_default PARTITION OF weir_store.readings DEFAULT;

CREATE TABLE weir_store.blocks (
  sensor_id int4 NOT NULL,
  readings int4 NOT NULL,
  first_us int8 NOT NULL,
  last_us int8 NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (sensor_id, last_us)
) PARTITION BY RANGE (last_us);
ALTER TABLE weir_store.blocks ALTER data SET STORAGE EXTERNAL;
CREATE TABLE weir_store.blocks_default PARTITION OF weir_store.blocks DEFAULT;
`;

/** The sums of a block by day (see blocks/day-sums.ts). Empty for blocks from before, and for blocks with few readings a day. */
export const daySumsColumn = "ALTER TABLE weir_store.blocks ADD COLUMN day_sums bytea NOT NULL DEFAULT ''";
