/**
 * The sums of blocks by day, in a table of their own, because they are read without the blocks. A block that goes takes its sums
 * with it. Blocks from before this table, and blocks with few readings a day, have none.
 */
export const blockDaysTable = `
  CREATE TABLE block_days (
    sensor_id INTEGER NOT NULL,
    last_us INTEGER NOT NULL,
    sums BLOB NOT NULL,
    PRIMARY KEY (sensor_id, last_us)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER block_days_deleted AFTER DELETE ON blocks BEGIN
    DELETE FROM block_days WHERE sensor_id = OLD.sensor_id AND last_us = OLD.last_us;
  END;
`;

export const insertDaySums = "INSERT INTO block_days (sensor_id, last_us, sums) VALUES (?, ?, ?)";
