/** Tables whose rows name their account. Readings and counts by device do not: devices are looked up in control data first. */
const tables = [
  "alarms",
  "dead_letters",
  "outbox",
  "mail_days",
  "unsaved_ends",
  "requests",
  "quarantine",
  "account_statistics",
  "refused_requests",
];

// Each condition is a subquery, so that it is evaluated once per statement and not once per row. `IS NULL` is inside
// the subquery, because the planner then expects half of the rows to match. With `IS NULL` outside, it would expect
// almost none and sort a whole lane of the outbox to find its front: 370 ms for 50 lanes of 1,200 messages, instead of
// 1.
const actsForAll = "(SELECT weir_store.acting_account() IS NULL)";
const actingAccount = "(SELECT weir_store.acting_account())";

/**
 * A second barrier between accounts, as in control data. A transaction on behalf of an account sets `weir.account_id`,
 * and every table then shows rows of that account only, whatever a query forgot to ask for. Without the setting all
 * accounts are visible, as processors and deliverers need. Row security is forced, because tables would otherwise not
 * hide rows from their owner; superusers see everything all the same.
 */
export const rowSecurity = `
CREATE FUNCTION weir_store.acting_account() RETURNS int8 LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('weir.account_id', true), '')::int8 $$;
${tables.map(accountPolicy).join("")}`;

/** The barrier of one table. */
export function accountPolicy(table: string): string {
  return `
ALTER TABLE weir_store.${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE weir_store.${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY own_account ON weir_store.${table} USING (${actsForAll} OR account_id = ${actingAccount});
`;
}
