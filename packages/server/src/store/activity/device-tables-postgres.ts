/** What is stored about devices besides their readings: battery levels, connection times and clock offsets. */
export const deviceTables = `
CREATE TABLE weir_store.battery_levels (
  device_id int4 NOT NULL,
  partition int2 NOT NULL,
  received_us int8 NOT NULL,
  volts float8 NOT NULL,
  PRIMARY KEY (device_id, received_us, volts)
);

CREATE TABLE weir_store.connections (
  device_id int4 PRIMARY KEY,
  last_connected_ms int8 NOT NULL,
  clock_offset_ms int8,
  rhythm text
) WITH (fillfactor = 70);
`;

/** When a device last sent right times and wrong ones: see SentTimes in activity-keeper.ts. */
export const sentTimesColumns = `
ALTER TABLE weir_store.connections
  ADD COLUMN current_ms int8, ADD COLUMN wrong_ms int8, ADD COLUMN behind_ms int8;
CREATE INDEX connections_wrong ON weir_store.connections (device_id) WHERE wrong_ms > current_ms;
`;
