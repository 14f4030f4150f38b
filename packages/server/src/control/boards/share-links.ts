import type { BoardVariableKind } from "@weir/protocol/closed-sets";
import { tenantId } from "../accounts/tenants.ts";
import type { ControlData, ControlTransaction } from "../control.ts";

/** What a link shows of a board with a variable. */
export interface PickedThing {
  readonly kind: BoardVariableKind;
  /** The UUID of a device, or the name of a group. */
  readonly name: string;
}

export interface ShareLink {
  readonly uuid: string;
  /** What the link is for; may be empty. */
  readonly name: string;
  /** Null on a board without a variable. */
  readonly picked: PickedThing | null;
  /** Whether other sites may show the board in a frame, if the operator allows them. */
  readonly embedding: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
}

/** Returns the links of a board that have not expired, the newest first. */
export async function shareLinksOf(db: ControlData, boardId: number, nowUs: number): Promise<ShareLink[]> {
  const rows = await selectLinks(db)
    .where("board_id", "=", boardId)
    .where("expires_at", ">", nowUs)
    .orderBy("share_links.id", "desc")
    .execute();
  return rows.map(toLink);
}

/** A link with the board that it shows. */
export interface OpenShareLink extends ShareLink {
  readonly boardUuid: string;
  readonly accountId: number;
  readonly tenantId: number;
}

/** Finds a link by the hash of its token, in any account. Returns null if it has expired. */
export async function findShareLink(
  db: ControlData,
  tokenHash: Uint8Array,
  nowUs: number,
): Promise<OpenShareLink | null> {
  const row = await selectLinks(db)
    .innerJoin("boards", "boards.id", "board_id")
    .innerJoin("accounts", "accounts.id", "boards.account_id")
    .select(["boards.uuid as boardUuid", "account_id as accountId", tenantId.as("tenantId")])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", nowUs)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { boardUuid, accountId, tenantId: ofTenant, ...link } = row;
  return { ...toLink(link), boardUuid, accountId, tenantId: ofTenant };
}

export async function insertShareLink(
  tx: ControlTransaction,
  boardId: number,
  { uuid, name, picked, embedding, createdBy, createdAt, expiresAt, lastUsedAt }: ShareLink,
  tokenHash: Uint8Array,
): Promise<void> {
  await tx
    .insertInto("share_links")
    .values({
      uuid,
      name,
      board_id: boardId,
      token_hash: tokenHash,
      created_by: createdBy,
      picked_kind: picked?.kind ?? null,
      picked: picked?.name ?? null,
      embedding: embedding ? 1 : 0,
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: lastUsedAt,
    })
    .execute();
}

export async function noteShareLinkUse(tx: ControlTransaction, uuid: string, usedAt: number): Promise<void> {
  await tx.updateTable("share_links").set({ last_used_at: usedAt }).where("uuid", "=", uuid).execute();
}

export async function deleteShareLink(tx: ControlTransaction, uuid: string): Promise<void> {
  await tx.deleteFrom("share_links").where("uuid", "=", uuid).execute();
}

export async function deleteExpiredShareLinks(
  tx: ControlTransaction,
  boardId: number,
  nowUs: number,
): Promise<void> {
  await tx
    .deleteFrom("share_links")
    .where("board_id", "=", boardId)
    .where("expires_at", "<=", nowUs)
    .execute();
}

interface LinkRow extends Omit<ShareLink, "picked" | "embedding"> {
  readonly embedding: 0 | 1;
  readonly pickedKind: BoardVariableKind | null;
  readonly pickedName: string | null;
}

function selectLinks(db: ControlData) {
  return db
    .selectFrom("share_links")
    .select([
      ...([
        "share_links.uuid",
        "share_links.name",
        "picked_kind as pickedKind",
        "picked as pickedName",
        "embedding",
      ] as const),
      ...(["share_links.created_by as createdBy", "share_links.created_at as createdAt"] as const),
      ...(["expires_at as expiresAt", "last_used_at as lastUsedAt"] as const),
    ]);
}

function toLink({ pickedKind, pickedName, embedding, ...link }: LinkRow): ShareLink {
  const picked = pickedKind === null || pickedName === null ? null : { kind: pickedKind, name: pickedName };
  return { ...link, picked, embedding: embedding === 1 };
}
