import { id, text, whole } from "./column-types.ts";
import { ownRows, rowsOf } from "./row-security.ts";

/** Imports of devices, as in control.db. */
export const deviceImportTables = `
CREATE TABLE device_imports (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  file_key ${text} NOT NULL,
  file bytea NOT NULL,
  state ${text} NOT NULL CHECK (state IN ('open', 'finished')),
  device_count ${whole} NOT NULL,
  created_count ${whole} NOT NULL DEFAULT 0,
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL,
  UNIQUE (account_id, file_key)
);

CREATE TABLE device_import_devices (
  import_id ${whole} NOT NULL REFERENCES device_imports (id) ON DELETE CASCADE,
  position ${whole} NOT NULL,
  device_id ${whole} NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  PRIMARY KEY (import_id, position)
);
CREATE INDEX device_import_devices_by_device ON device_import_devices (device_id);
${ownRows("device_imports")}
${rowsOf("device_import_devices", "SELECT 1 FROM weir_control.device_imports WHERE device_imports.id = import_id")}
`;
