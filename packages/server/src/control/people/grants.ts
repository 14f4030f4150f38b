import type { GrantKind } from "@weir/protocol/closed-sets";
import type { ControlData, ControlTransaction } from "../control.ts";
import { deleteProvisioningKey } from "../provisioning/provisioning-keys.ts";

/** Something that a person made and that lets others in, whether or not the person is still a member. */
export interface Grant {
  readonly kind: GrantKind;
  readonly id: number;
  readonly uuid: string;
  /** The name of a key; for a share link, that of its board; the address of an invitation. */
  readonly name: string;
  /** Of a share link. */
  readonly boardUuid: string | null;
  readonly createdAt: number;
  /** Null if it never expires. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Returns what still works, by kind, the oldest first. The limits of an account bound their number. */
export async function grantsOf(
  db: ControlData,
  accountId: number,
  email: string,
  nowUs: number,
): Promise<Grant[]> {
  const [keys, links, provisioningKeys, invitations] = [
    await db
      .selectFrom("api_keys")
      .select(["id", "uuid", "name", "created_at", "expires_at", "last_used_at"])
      .where("account_id", "=", accountId)
      .where("created_by", "=", email)
      .orderBy("id")
      .execute(),
    await db
      .selectFrom("share_links")
      .innerJoin("boards", "boards.id", "share_links.board_id")
      .innerJoin("board_versions", (join) =>
        join
          .onRef("board_versions.board_id", "=", "boards.id")
          .onRef("board_versions.version", "=", "boards.version"),
      )
      .select(["share_links.id", "share_links.uuid", "board_versions.name", "boards.uuid as board_uuid"])
      .select(["share_links.created_at", "expires_at", "last_used_at"])
      .where("account_id", "=", accountId)
      .where("created_by", "=", email)
      .orderBy("share_links.id")
      .execute(),
    await db
      .selectFrom("provisioning_keys")
      .select(["id", "uuid", "name", "created_at", "expires_at", "last_used_at"])
      .where("account_id", "=", accountId)
      .where("created_by", "=", email)
      .orderBy("id")
      .execute(),
    await db
      .selectFrom("invitations")
      .select(["id", "uuid", "email as name", "created_at", "expires_at"])
      .where("account_id", "=", accountId)
      .where("invited_by", "=", email)
      .orderBy("id")
      .execute(),
  ];
  const all = [
    ...keys.map((row) => toGrant("api_key", row)),
    ...links.map((row) => toGrant("share_link", row)),
    ...provisioningKeys.map((row) => toGrant("provisioning_key", row)),
    ...invitations.map((row) => toGrant("invitation", { ...row, last_used_at: null })),
  ];
  return all.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowUs);
}

export async function deleteGrant(tx: ControlTransaction, { kind, id }: Grant): Promise<void> {
  switch (kind) {
    case "api_key":
      await tx.deleteFrom("api_keys").where("id", "=", id).execute();
      return;
    case "share_link":
      await tx.deleteFrom("share_links").where("id", "=", id).execute();
      return;
    case "provisioning_key":
      return deleteProvisioningKey(tx, id);
    case "invitation":
      await tx.deleteFrom("invitations").where("id", "=", id).execute();
  }
}

interface GrantRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly board_uuid?: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

function toGrant(kind: GrantKind, row: GrantRow): Grant {
  const { id, uuid, name, board_uuid: boardUuid = null } = row;
  const times = { createdAt: row.created_at, expiresAt: row.expires_at, lastUsedAt: row.last_used_at };
  return { kind, id, uuid, name, boardUuid, ...times };
}
