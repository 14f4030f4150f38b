/** Tables whose rows say whose they are. Readings and what is counted by device do not: devices are looked for in control data first. */
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

// In a subquery of its own each is asked once per statement, not once per row. The first is a subquery as a whole, because the planner
// takes it to be true of half of the rows then. Of "IS NULL" outside it would expect next to none, and sort a whole lane of the
// outbox to find its front: 370 ms for 50 lanes of 1,200 messages, instead of 1.
const actsForAll = "(SELECT weir_store.acting_account() IS NULL)";
const actingAccount = "(SELECT weir_store.acting_account())";

/**
 * A second barrier between accounts, as in control data. On behalf of an account a transaction sets `weir.account_id`, and every table
 * then shows rows of that account only, whatever a query forgot to ask for. Whoever sets nothing sees all accounts, as processors and
 * deliverers have to. Forced, because tables would not hide rows from their owner otherwise; superusers see everything all the same.
 */
export const rowSecurity = `
CREATE FUNCTION weir_store.acting_account() RETURNS int8 LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('weir.account_id', true), '')::int8 $$;
${tables.map(policy).join("")}`;

function policy(table: string): string {
  return `
ALTER TABLE weir_store.${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE weir_store.${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY own_account ON weir_store.${table} USING (${actsForAll} OR account_id = ${actingAccount});
`;
}
