import type { Insertable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { ClaimCodeTable } from "../provisioning-schema.ts";

/** A code with which somebody takes a device into their account. */
export interface ClaimCode {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly keyId: number;
  readonly key: { readonly uuid: string; readonly name: string };
  readonly hardwareId: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly claimedAt: number | null;
}

/** The newest first. */
export async function listClaimCodes(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
  page: {
    readonly keyUuid?: string | undefined;
    readonly beforeId?: number | undefined;
    readonly limit: number;
  },
): Promise<ClaimCode[]> {
  const { keyUuid, beforeId, limit } = page;
  const rows = await selectCodes(db)
    .where("claim_codes.account_id", "=", accountId)
    .$if(keyUuid !== undefined, (query) => query.where("provisioning_keys.uuid", "=", keyUuid!))
    .$if(beforeId !== undefined, (query) => query.where("claim_codes.id", "<", beforeId!))
    .orderBy("claim_codes.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toCode);
}

export async function claimCodeIn(
  db: ControlData,
  accountId: number,
  uuid: string,
): Promise<ClaimCode | null> {
  const row = await selectCodes(db)
    .where("claim_codes.account_id", "=", accountId)
    .where("claim_codes.uuid", "=", uuid)
    .executeTakeFirst();
  return row === undefined ? null : toCode(row);
}

/** Finds a code by its hash, in any account. Returns null if it was used or has expired. */
export async function openClaimCode(
  db: ControlData,
  hash: Uint8Array,
  nowUs: number,
): Promise<ClaimCode | null> {
  const row = await selectCodes(db)
    .where("code_hash", "=", hash)
    .where("claimed_at", "is", null)
    .where("claim_codes.expires_at", ">", nowUs)
    .executeTakeFirst();
  return row === undefined ? null : toCode(row);
}

export async function countClaimCodes(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("claim_codes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Codes of the same hardware ids that existed before are replaced. */
export async function insertClaimCodes(
  control: Pick<ControlReader, "dialect">,
  tx: ControlTransaction,
  accountId: number,
  rows: readonly Insertable<ClaimCodeTable>[],
): Promise<void> {
  const hardwareIds = rows.map(({ hardware_id }) => hardware_id);
  await tx
    .deleteFrom("claim_codes")
    .where("account_id", "=", accountId)
    .where("hardware_id", "in", control.dialect.listed(hardwareIds))
    .execute();
  // SQLite takes a limited number of values in a statement.
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insertInto("claim_codes")
      .values(rows.slice(at, at + 500))
      .execute();
  }
}

export async function markClaimed(tx: ControlTransaction, id: number, claimedAt: number): Promise<void> {
  await tx.updateTable("claim_codes").set({ claimed_at: claimedAt }).where("id", "=", id).execute();
}

export async function deleteClaimCode(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("claim_codes").where("id", "=", id).execute();
}

function selectCodes(db: ControlData) {
  return db
    .selectFrom("claim_codes")
    .innerJoin("provisioning_keys", "provisioning_keys.id", "claim_codes.key_id")
    .selectAll("claim_codes")
    .select(["provisioning_keys.uuid as keyUuid", "provisioning_keys.name as keyName"]);
}

type CodeRow = Awaited<ReturnType<ReturnType<typeof selectCodes>["executeTakeFirstOrThrow"]>>;

function toCode(row: CodeRow): ClaimCode {
  const { id, uuid, keyUuid, keyName } = row;
  return {
    id,
    uuid,
    accountId: row.account_id,
    keyId: row.key_id,
    key: { uuid: keyUuid, name: keyName },
    hardwareId: row.hardware_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    claimedAt: row.claimed_at,
  };
}
