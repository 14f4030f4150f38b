export const batteryTables = `
CREATE TABLE weir_store.battery_levels (
  device_id int4 NOT NULL,
  received_us int8 NOT NULL,
  volts float8 NOT NULL,
  PRIMARY KEY (device_id, received_us, volts)
);
`;
