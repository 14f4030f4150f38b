import { id, json, text, whole } from "./column-types.ts";
import { ownRows, rowsOf } from "./row-security.ts";

/** Boards and their versions, as in control.db. */
export const boardTables = `
CREATE TABLE boards (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  user_id ${whole},
  version ${whole} NOT NULL CHECK (version > 0),
  created_at ${whole} NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX boards_by_owner ON boards (account_id, user_id);

CREATE TABLE board_versions (
  board_id ${whole} NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  version ${whole} NOT NULL CHECK (version > 0),
  name ${text} NOT NULL,
  definition ${json("definition")} NOT NULL,
  saved_at ${whole} NOT NULL,
  saved_by ${text} NOT NULL,
  PRIMARY KEY (board_id, version)
);
${ownRows("boards")}
${rowsOf("board_versions", "SELECT 1 FROM weir_control.boards WHERE boards.id = board_id")}
`;
