import { whole } from "./column-types.ts";

/**
 * How many devices, sensors and audit entries each account has, kept by triggers so that a limit is checked by reading one row. They
 * count once per statement: a thousand sensors added at once would otherwise leave a thousand old versions of the row behind.
 */
export const accountUseTables = `
CREATE TABLE account_use (
  account_id ${whole} PRIMARY KEY,
  devices ${whole} NOT NULL DEFAULT 0,
  sensors ${whole} NOT NULL DEFAULT 0,
  audit_entries ${whole} NOT NULL DEFAULT 0
);

${triggerFunction("begin_account_use", "INSERT INTO account_use (account_id) VALUES (NEW.id);")}
CREATE TRIGGER account_use_begins AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION begin_account_use();
${triggerFunction("end_account_use", "DELETE FROM account_use WHERE account_id = OLD.id;")}
CREATE TRIGGER account_use_ends AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION end_account_use();

${countedTable("devices", "devices", "SELECT account_id, count(*) AS rows FROM changed GROUP BY account_id")}
${countedTable(
  "sensors",
  "sensors",
  `SELECT account_id, count(*) AS rows FROM changed JOIN devices ON devices.id = changed.device_id GROUP BY account_id`,
)}
${countedTable("audit_log", "audit_entries", "SELECT account_id, count(*) AS rows FROM changed GROUP BY account_id")}

${triggerFunction(
  "move_audit_entry",
  `UPDATE account_use SET audit_entries = audit_entries - 1 WHERE account_id = OLD.account_id;
  UPDATE account_use SET audit_entries = audit_entries + 1 WHERE account_id = NEW.account_id;`,
)}
CREATE TRIGGER audit_entry_moves AFTER UPDATE OF account_id ON audit_log FOR EACH ROW
  WHEN (OLD.account_id IS DISTINCT FROM NEW.account_id) EXECUTE FUNCTION move_audit_entry();
`;

/** Counts rows in and out. `counted` selects how many of the changed rows each account has. */
function countedTable(table: string, column: string, counted: string): string {
  const change = (sign: "+" | "-") => `
  UPDATE account_use SET ${column} = ${column} ${sign} counted.rows
  FROM (${counted}) AS counted WHERE counted.account_id = account_use.account_id;`;
  return `
${triggerFunction(`count_${table}_in`, change("+"))}
CREATE TRIGGER ${table}_count_in AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_in();
${triggerFunction(`count_${table}_out`, change("-"))}
CREATE TRIGGER ${table}_count_out AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_out();`;
}

function triggerFunction(name: string, body: string): string {
  return `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  ${body}
  RETURN NULL;
END $$;`;
}
