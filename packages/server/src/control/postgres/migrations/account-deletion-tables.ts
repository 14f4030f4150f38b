import { json, text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Deletions of accounts, as in control.db. */
export const accountDeletionTables = `
CREATE TABLE account_deletions (
  account_id ${whole} PRIMARY KEY,
  uuid ${text} NOT NULL UNIQUE,
  name ${text} NOT NULL,
  tenant_id ${whole} NOT NULL,
  asked_by ${text} NOT NULL,
  asked_at ${whole} NOT NULL,
  due_at ${whole} NOT NULL,
  begun_at ${whole},
  ended_at ${whole},
  worker ${text},
  worker_until ${whole}
);
CREATE INDEX account_deletions_due ON account_deletions (due_at) WHERE ended_at IS NULL;
${ownRows("account_deletions")}

CREATE TABLE removed_devices (
  device_id ${whole} PRIMARY KEY,
  account_id ${whole} NOT NULL,
  sensors ${json("sensors")} NOT NULL
);
CREATE INDEX removed_devices_by_account ON removed_devices (account_id);
${ownRows("removed_devices")}

DROP TRIGGER account_use_ends ON accounts;
DROP FUNCTION end_account_use();
CREATE FUNCTION keep_account_use() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  INSERT INTO account_use (account_id) VALUES (NEW.account_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER account_use_stays AFTER INSERT ON account_deletions FOR EACH ROW EXECUTE FUNCTION keep_account_use();
CREATE FUNCTION end_account_use_late() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  DELETE FROM account_use WHERE account_id = OLD.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_use_ends_late AFTER DELETE ON account_deletions FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION end_account_use_late();
`;
