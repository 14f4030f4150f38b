/**
 * See control/account-deletion-schema.ts. Neither table refers to the account, because their rows outlive it. The counts of an
 * account used to end with it. They stay as long as its audit entries do, which the counts limit.
 */
export const accountDeletionTables = `
CREATE TABLE account_deletions (
  account_id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  tenant_id INTEGER NOT NULL,
  asked_by TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  begun_at INTEGER,
  ended_at INTEGER,
  worker TEXT,
  worker_until INTEGER
) STRICT;
CREATE INDEX account_deletions_due ON account_deletions (due_at) WHERE ended_at IS NULL;

CREATE TABLE removed_devices (
  device_id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  sensors TEXT NOT NULL CHECK (json_valid(sensors))
) STRICT;
CREATE INDEX removed_devices_by_account ON removed_devices (account_id);

DROP TRIGGER account_use_ends;
CREATE TRIGGER account_use_stays AFTER INSERT ON account_deletions BEGIN
  INSERT OR IGNORE INTO account_use (account_id) VALUES (NEW.account_id);
END;
CREATE TRIGGER account_use_ends_late AFTER DELETE ON account_deletions WHEN OLD.ended_at IS NOT NULL BEGIN
  DELETE FROM account_use WHERE account_id = OLD.account_id;
END;
`;
