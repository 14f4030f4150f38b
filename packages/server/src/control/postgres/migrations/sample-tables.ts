import { id, text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** What loading sample data created, as in control.db. */
export const sampleTables = `
CREATE TABLE sample_items (
  id ${id},
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  device_id ${whole} UNIQUE REFERENCES devices (id) ON DELETE CASCADE,
  group_id ${whole} UNIQUE REFERENCES device_groups (id) ON DELETE CASCADE,
  board_id ${whole} UNIQUE REFERENCES boards (id) ON DELETE CASCADE,
  created_at ${whole} NOT NULL,
  CHECK (num_nonnulls(device_id, group_id, board_id) = 1)
);
CREATE INDEX sample_items_by_account ON sample_items (account_id);
${ownRows("sample_items")}
`;

/** A sample that sends, as in control.db. */
export const livingSampleTables = `
CREATE TABLE samples (
  account_id ${whole} PRIMARY KEY REFERENCES accounts (id),
  state ${text} NOT NULL CHECK (state IN ('loading', 'sending', 'removing')),
  seed ${whole} NOT NULL,
  loaded_at ${whole} NOT NULL,
  filled ${whole} NOT NULL,
  sent_until ${whole} NOT NULL,
  seen_at ${whole} NOT NULL,
  worker ${text},
  worker_until ${whole}
);
CREATE INDEX samples_by_seen ON samples (state, seen_at);
${ownRows("samples")}

ALTER TABLE sample_items DROP CONSTRAINT sample_items_check;
ALTER TABLE sample_items
  ADD COLUMN part ${text},
  ADD COLUMN chain_id ${whole} UNIQUE REFERENCES chains (id) ON DELETE CASCADE,
  ADD COLUMN template_id ${whole} UNIQUE REFERENCES device_templates (id) ON DELETE CASCADE,
  ADD COLUMN chart_id ${whole} UNIQUE REFERENCES saved_charts (id) ON DELETE CASCADE,
  ADD COLUMN type_id ${whole} UNIQUE REFERENCES sensor_types (id) ON DELETE CASCADE,
  ADD CHECK (num_nonnulls(device_id, group_id, board_id, chain_id, template_id, chart_id, type_id) = 1),
  ADD CHECK (part IS NULL OR device_id IS NOT NULL);
`;
