/**
 * Which stream of the queue the positions of the partitions belong to. `id` is null until there is a stream, and empty
 * for streams of versions before ids. `created` is null until a process has seen the stream. `next_id` belongs to the
 * stream that an operator is putting in its place. `last_sequence` is how far the stream had grown when it was last seen.
 */
export const queueStreamTable = `
CREATE TABLE weir_store.queue_stream (
  only_row bool PRIMARY KEY DEFAULT true CHECK (only_row),
  id text,
  prefix text,
  created text,
  next_id text,
  last_sequence int8 NOT NULL DEFAULT 0
);
INSERT INTO weir_store.queue_stream (id)
SELECT CASE WHEN EXISTS (SELECT FROM weir_store.partitions WHERE epoch > 0) THEN '' END;
`;
