import { partitionsMax } from "../../../config/partitions-max.ts";

/**
 * The last settled entry of each writer. An entry with a lower number is in the queue for the second time. This is known
 * up to `last_entries_at`, and worth nothing if the position is another one: an older version does not note entries.
 */
export const lastEntriesColumns = `
ALTER TABLE weir_store.partitions ADD COLUMN last_entries jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN last_entries_at int8 NOT NULL DEFAULT 0;
`;

/**
 * `partitions` has one row per partition of the queue: the epoch of its owner, its position, and the counts of its
 * settled readings. A batch locks the row. Leases are in their own table, because they are renewed while a batch is
 * being written and must not wait for it.
 */
export const partitionTables = `
CREATE TABLE weir_store.partitions (
  partition int2 PRIMARY KEY,
  epoch int8 NOT NULL DEFAULT 0,
  position int8 NOT NULL DEFAULT 0,
  saved int8 NOT NULL DEFAULT 0,
  already_stored int8 NOT NULL DEFAULT 0,
  ended int8 NOT NULL DEFAULT 0,
  dead int8 NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO weir_store.partitions (partition) SELECT generate_series(0, ${partitionsMax - 1});

CREATE TABLE weir_store.partition_leases (
  partition int2 PRIMARY KEY REFERENCES weir_store.partitions,
  owner text,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
INSERT INTO weir_store.partition_leases (partition) SELECT generate_series(0, ${partitionsMax - 1});
`;
