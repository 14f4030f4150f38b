import { id, text, whole } from "./column-types.ts";
import { rowsOf } from "./row-security.ts";

/** Links that show one board to whoever has them, as in control.db. */
export const shareLinkTables = `
CREATE TABLE share_links (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  board_id ${whole} NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  picked_kind ${text} CHECK (picked_kind IN ('device', 'group')),
  picked ${text},
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  expires_at ${whole} NOT NULL
);
CREATE INDEX share_links_by_board ON share_links (board_id, id);
${rowsOf("share_links", "SELECT 1 FROM weir_control.boards WHERE boards.id = board_id")}
`;
