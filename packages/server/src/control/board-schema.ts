import type { Generated } from "kysely";

/** The tables of boards. */
export interface BoardSchema {
  boards: BoardTable;
  board_versions: BoardVersionTable;
}

interface BoardTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  /** The person whose own board it is; null for a board of the account. */
  user_id: number | null;
  /** The current one, which is always kept. */
  version: number;
  created_at: number;
}

interface BoardVersionTable {
  board_id: number;
  version: number;
  name: string;
  /** A BoardDefinition as JSON. */
  definition: string;
  saved_at: number;
  /** The email of a person, or the name of a key or of the operator. */
  saved_by: string;
}
