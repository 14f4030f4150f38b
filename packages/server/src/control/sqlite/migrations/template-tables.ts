/**
 * Device templates. A device refers to its template by one column, because a column that is added cannot carry the account along;
 * triggers check the account instead. `template_version` is the version that a following device has.
 */
export const templateTables = `
CREATE TABLE device_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  board_id INTEGER REFERENCES boards (id) ON DELETE SET NULL,
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  attributes TEXT NOT NULL CHECK (json_valid(attributes)),
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (account_id, name),
  UNIQUE (account_id, id)
) STRICT;
CREATE INDEX device_templates_by_board ON device_templates (board_id) WHERE board_id IS NOT NULL;

CREATE TABLE device_template_versions (
  template_id INTEGER NOT NULL REFERENCES device_templates (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version > 0),
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (template_id, version)
) STRICT;

ALTER TABLE devices ADD COLUMN template_id INTEGER REFERENCES device_templates (id);
ALTER TABLE devices ADD COLUMN template_version INTEGER;
ALTER TABLE devices ADD COLUMN follows_template INTEGER NOT NULL DEFAULT 0 CHECK (follows_template IN (0, 1));
CREATE INDEX devices_by_template ON devices (template_id, follows_template, template_version, id)
  WHERE template_id IS NOT NULL;
${["INSERT", "UPDATE OF template_id, account_id"].map(ownAccountCheck).join("")}
`;

function ownAccountCheck(change: string, index: number): string {
  return `
CREATE TRIGGER template_of_own_account_${index + 1} BEFORE ${change} ON devices
WHEN NEW.template_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM device_templates WHERE id = NEW.template_id AND account_id = NEW.account_id)
BEGIN
  SELECT RAISE(ABORT, 'the template belongs to another account than the device');
END;
`;
}

/** The template of an import of devices, by its UUID: the import stays if the template is deleted. */
export const deviceImportTemplateColumn = `
ALTER TABLE device_imports ADD COLUMN template TEXT;
`;
