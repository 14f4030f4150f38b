/**
 * Who created an account, and the account that it counts with (see control/accounts/tenants.ts). Neither is a foreign key,
 * because both still count after the person or the first account is gone. Of older accounts, the first owner is taken for
 * their creator.
 */
export const tenantColumns = `
ALTER TABLE accounts ADD COLUMN created_by INTEGER;
ALTER TABLE accounts ADD COLUMN tenant_id INTEGER;
CREATE INDEX accounts_by_creator ON accounts (created_by) WHERE created_by IS NOT NULL;

UPDATE accounts SET created_by = (
  SELECT user_id FROM memberships WHERE account_id = accounts.id AND role = 'owner'
  ORDER BY memberships.created_at, user_id LIMIT 1);
UPDATE accounts SET tenant_id = (
  SELECT min(first.id) FROM accounts AS first WHERE first.created_by = accounts.created_by AND first.id < accounts.id);
`;
