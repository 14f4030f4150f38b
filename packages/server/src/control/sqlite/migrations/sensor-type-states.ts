/** Names of values of a sensor type. They count as bytes of control data, like its other texts. */
export const sensorTypeStates = `
ALTER TABLE sensor_types ADD COLUMN states TEXT CHECK (states IS NULL OR json_valid(states));
CREATE TRIGGER sensor_types_states_in AFTER INSERT ON sensor_types WHEN NEW.states IS NOT NULL BEGIN
  ${count("+ octet_length(NEW.states)", "NEW")}
END;
CREATE TRIGGER sensor_types_states_out AFTER DELETE ON sensor_types WHEN OLD.states IS NOT NULL BEGIN
  ${count("- octet_length(OLD.states)", "OLD")}
END;
CREATE TRIGGER sensor_types_states_change AFTER UPDATE OF states ON sensor_types BEGIN
  ${count("+ coalesce(octet_length(NEW.states), 0) - coalesce(octet_length(OLD.states), 0)", "NEW")}
END;
`;

function count(by: string, row: string): string {
  return `UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${row}.account_id;`;
}
