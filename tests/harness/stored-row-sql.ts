/**
 * All rows of the store, filed or staged, as something to select from. It is repeated here so that tests read the file
 * without any code of the server.
 */
export const storedRowSql = `(
  SELECT sensor_id, at_us, value, received_us, device_us, metadata FROM readings
  UNION ALL
  SELECT sensor_id, at_us, value, received_us, device_us, metadata FROM staged_readings JOIN staged_parts USING (part)
  WHERE sensor_id >= filed_to
)`;
