import { json } from "./column-types.ts";

/** Names of values of a sensor type, as in control.db. */
export const sensorTypeStates = `
ALTER TABLE sensor_types ADD COLUMN states ${json("states")};
${counted("in", "INSERT", "+ coalesce(octet_length(NEW.states), 0)", "NEW")}
${counted("out", "DELETE", "- coalesce(octet_length(OLD.states), 0)", "OLD")}
${counted("change", "UPDATE OF states", "+ coalesce(octet_length(NEW.states), 0) - coalesce(octet_length(OLD.states), 0)", "NEW")}
`;

function counted(name: string, when: string, by: string, row: "NEW" | "OLD"): string {
  return `
CREATE FUNCTION sensor_types_states_${name}() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  UPDATE account_use SET control_bytes = control_bytes ${by} WHERE account_id = ${row}.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sensor_types_states_${name} AFTER ${when} ON sensor_types FOR EACH ROW
  EXECUTE FUNCTION sensor_types_states_${name}();`;
}
