import { id, whole } from "./column-types.ts";
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
