/**
 * One row per partition, with the epoch of its owner, its position, and the counts of its settled readings. The queue
 * of an embedded installation has one partition.
 */
export const partitionsTable = `
CREATE TABLE partitions (
  partition INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  position INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  already_stored INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  dead INTEGER NOT NULL
) STRICT;
INSERT INTO partitions (partition, epoch, position, saved, already_stored, ended, dead)
  SELECT 0, 0, position, saved, already_stored, ended, dead FROM progress;
DROP TABLE progress;
`;
