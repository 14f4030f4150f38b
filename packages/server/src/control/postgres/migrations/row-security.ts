/**
 * A second barrier between accounts. On behalf of an account, a connection sets `weir.account_id`, and every table then shows, and takes,
 * rows of that account only, whatever a query forgot to ask for. A connection that sets nothing sees all accounts, as the server itself has
 * to. Forced, because tables would not hide rows from their owner otherwise; superusers see everything all the same.
 */
const ownTables = [
  "chains",
  "device_groups",
  "devices",
  "sensor_types",
  "secrets",
  "account_retention",
  "memberships",
  "api_keys",
  "invitations",
  "mail_recipients",
  "audit_log",
  "imports",
  "account_use",
];

/** Rows that have their account through another one. */
const partTables = {
  chain_versions: "SELECT 1 FROM weir_control.chains WHERE chains.id = chain_id",
  sensors: "SELECT 1 FROM weir_control.devices WHERE devices.id = device_id",
  sensor_retention: "SELECT 1 FROM weir_control.sensors WHERE sensors.id = sensor_id",
  import_problems: "SELECT 1 FROM weir_control.imports WHERE imports.id = import_id",
};

// In a subquery of its own it is asked once per statement, not once per row.
const actingAccount = "(SELECT weir_control.acting_account())";

export const rowSecurity = `
CREATE FUNCTION acting_account() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('weir.account_id', true), '')::bigint $$;
${policy("accounts", `id = ${actingAccount}`)}
${ownTables.map(ownRows).join("")}
${Object.entries(partTables)
  .map(([table, owner]) => rowsOf(table, owner))
  .join("")}
`;

/** Limits a table to the rows with the account's id. */
export function ownRows(table: string): string {
  return policy(table, `account_id = ${actingAccount}`);
}

/** Limits a table to the rows for which `owner`, a query of another table, finds a row that the account may see. */
export function rowsOf(table: string, owner: string): string {
  return policy(table, `EXISTS (${owner})`);
}

function policy(table: string, isOwn: string): string {
  return `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY own_account ON ${table} USING (${actingAccount} IS NULL OR ${isOwn});
`;
}
