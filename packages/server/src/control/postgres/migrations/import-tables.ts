import { flag, id, json, text, whole } from "./column-types.ts";

/** Imports of readings, as far as they have come. `carry` is the beginning of a line whose rest has not come yet. */
export const importTables = `
CREATE TABLE imports (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  format ${text} NOT NULL CHECK (format IN ('csv', 'ndjson')),
  mode ${text} NOT NULL CHECK (mode IN ('chain', 'store')),
  device ${text},
  sensor ${text},
  mapping ${json("mapping")} NOT NULL,
  file_key ${text},
  state ${text} NOT NULL CHECK (state IN ('open', 'finished')),
  received_bytes ${whole} NOT NULL DEFAULT 0,
  lines ${whole} NOT NULL DEFAULT 0,
  accepted ${whole} NOT NULL DEFAULT 0,
  duplicates ${whole} NOT NULL DEFAULT 0,
  problems ${whole} NOT NULL DEFAULT 0,
  header ${json("header")},
  carry bytea NOT NULL,
  skipping ${flag("skipping")} DEFAULT 0,
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL
);
CREATE INDEX imports_by_account ON imports (account_id, id);

CREATE TABLE import_problems (
  import_id ${whole} NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line ${whole} NOT NULL,
  reason ${text} NOT NULL,
  PRIMARY KEY (import_id, line)
);
`;
