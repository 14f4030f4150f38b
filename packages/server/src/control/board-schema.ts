import type { BoardVariableKind } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** The tables of boards. */
export interface BoardSchema {
  boards: BoardTable;
  board_versions: BoardVersionTable;
  share_links: ShareLinkTable;
  board_images: BoardImageTable;
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

interface BoardImageTable {
  board_id: number;
  uuid: string;
  account_id: number;
  media_type: string;
  bytes: Uint8Array;
  created_at: number;
}

interface ShareLinkTable {
  id: Generated<number>;
  uuid: string;
  board_id: number;
  token_hash: Uint8Array;
  /** What the link is for; may be empty. */
  name: string;
  /** What the link shows of a board with a variable; both are null on a board without one. */
  picked_kind: BoardVariableKind | null;
  picked: string | null;
  /** Whether other sites may show the board in a frame, if the operator allows them. */
  embedding: 0 | 1;
  created_by: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
}
