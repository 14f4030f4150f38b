/**
 * How many devices, sensors and entries of the audit log each account has. Triggers keep the counts, so that a limit is checked
 * by reading one row: counting a million sensors would take a tenth of a second for each that is added.
 */
export const accountUseTables = `
CREATE TABLE account_use (
  account_id INTEGER PRIMARY KEY,
  devices INTEGER NOT NULL DEFAULT 0,
  sensors INTEGER NOT NULL DEFAULT 0,
  audit_entries INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO account_use (account_id, devices, sensors, audit_entries)
SELECT accounts.id,
  (SELECT count(*) FROM devices WHERE devices.account_id = accounts.id),
  (SELECT count(*) FROM sensors JOIN devices ON devices.id = device_id WHERE devices.account_id = accounts.id),
  (SELECT count(*) FROM audit_log WHERE audit_log.account_id = accounts.id)
FROM accounts;

CREATE TRIGGER account_use_begins AFTER INSERT ON accounts BEGIN
  INSERT INTO account_use (account_id) VALUES (NEW.id);
END;
CREATE TRIGGER account_use_ends AFTER DELETE ON accounts BEGIN
  DELETE FROM account_use WHERE account_id = OLD.id;
END;
CREATE TRIGGER device_counts_in AFTER INSERT ON devices BEGIN
  UPDATE account_use SET devices = devices + 1 WHERE account_id = NEW.account_id;
END;
CREATE TRIGGER device_counts_out AFTER DELETE ON devices BEGIN
  UPDATE account_use SET devices = devices - 1 WHERE account_id = OLD.account_id;
END;
CREATE TRIGGER sensor_counts_in AFTER INSERT ON sensors BEGIN
  UPDATE account_use SET sensors = sensors + 1
  WHERE account_id = (SELECT account_id FROM devices WHERE id = NEW.device_id);
END;
CREATE TRIGGER sensor_counts_out AFTER DELETE ON sensors BEGIN
  UPDATE account_use SET sensors = sensors - 1
  WHERE account_id = (SELECT account_id FROM devices WHERE id = OLD.device_id);
END;
CREATE TRIGGER audit_entry_counts_in AFTER INSERT ON audit_log BEGIN
  UPDATE account_use SET audit_entries = audit_entries + 1 WHERE account_id = NEW.account_id;
END;
CREATE TRIGGER audit_entry_counts_out AFTER DELETE ON audit_log BEGIN
  UPDATE account_use SET audit_entries = audit_entries - 1 WHERE account_id = OLD.account_id;
END;
CREATE TRIGGER audit_entry_moves AFTER UPDATE OF account_id ON audit_log BEGIN
  UPDATE account_use SET audit_entries = audit_entries - 1 WHERE account_id = OLD.account_id;
  UPDATE account_use SET audit_entries = audit_entries + 1 WHERE account_id = NEW.account_id;
END;
`;
