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
