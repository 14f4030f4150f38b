import { flag, id, json, text, whole } from "./column-types.ts";
import { ownRows, rowsOf } from "./row-security.ts";

/** Device templates, as in control.db. */
export const templateTables = `
CREATE TABLE device_templates (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  description ${text} NOT NULL,
  board_id ${whole} REFERENCES boards (id) ON DELETE SET NULL,
  tags ${json("tags")} NOT NULL,
  attributes ${json("attributes")} NOT NULL,
  version ${whole} NOT NULL CHECK (version > 0),
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL,
  UNIQUE (account_id, name),
  UNIQUE (account_id, id)
);
CREATE INDEX device_templates_by_board ON device_templates (board_id) WHERE board_id IS NOT NULL;

CREATE TABLE device_template_versions (
  template_id ${whole} NOT NULL REFERENCES device_templates (id) ON DELETE CASCADE,
  version ${whole} NOT NULL CHECK (version > 0),
  definition ${json("definition")} NOT NULL,
  saved_at ${whole} NOT NULL,
  PRIMARY KEY (template_id, version)
);

ALTER TABLE devices
  ADD COLUMN template_id ${whole},
  ADD COLUMN template_version ${whole},
  ADD COLUMN follows_template ${flag("follows_template")} DEFAULT 0,
  ADD FOREIGN KEY (account_id, template_id) REFERENCES device_templates (account_id, id);
CREATE INDEX devices_by_template ON devices (template_id, follows_template, template_version, id)
  WHERE template_id IS NOT NULL;
${ownRows("device_templates")}
${rowsOf("device_template_versions", "SELECT 1 FROM weir_control.device_templates WHERE device_templates.id = template_id")}
`;

/** The template of an import of devices, by its UUID: the import stays if the template is deleted. */
export const deviceImportTemplateColumn = `
ALTER TABLE device_imports ADD COLUMN template ${text};
`;
