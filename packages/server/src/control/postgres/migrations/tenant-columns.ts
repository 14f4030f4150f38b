import { whole } from "./column-types.ts";

/** Who created an account, and the account that it counts with, as in control.db. */
export const tenantColumns = `
ALTER TABLE accounts
  ADD COLUMN created_by ${whole},
  ADD COLUMN tenant_id ${whole};
CREATE INDEX accounts_by_creator ON accounts (created_by) WHERE created_by IS NOT NULL;

UPDATE accounts SET created_by = (
  SELECT user_id FROM memberships WHERE account_id = accounts.id AND role = 'owner'
  ORDER BY memberships.created_at, user_id LIMIT 1);
UPDATE accounts SET tenant_id = (
  SELECT min(first.id) FROM accounts AS first WHERE first.created_by = accounts.created_by AND first.id < accounts.id);
`;
