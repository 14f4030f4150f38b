import type { Selectable } from "kysely";
import type { AccountDeletionTable } from "../account-deletion-schema.ts";
import type { ControlData, ControlTransaction } from "../control.ts";

export type AccountDeletion = Selectable<AccountDeletionTable>;

/** Undefined if nobody has asked for it. `db` may be a transaction, here and below. */
export function deletionOf(db: ControlData, accountId: number): Promise<AccountDeletion | undefined> {
  return db
    .selectFrom("account_deletions")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** Also of an account that is gone. */
export function deletionByUuid(db: ControlData, uuid: string): Promise<AccountDeletion | undefined> {
  return db.selectFrom("account_deletions").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

type AskedDeletion = Omit<AccountDeletion, "begun_at" | "ended_at" | "worker" | "worker_until">;

export async function insertDeletion(tx: ControlTransaction, deletion: AskedDeletion): Promise<void> {
  const notBegun = { begun_at: null, ended_at: null, worker: null, worker_until: null };
  await tx
    .insertInto("account_deletions")
    .values({ ...deletion, ...notBegun })
    .execute();
}

export async function updateDeletion(
  tx: ControlTransaction,
  accountId: number,
  values: Partial<Pick<AccountDeletion, "due_at" | "begun_at" | "ended_at" | "worker_until">>,
): Promise<void> {
  await tx.updateTable("account_deletions").set(values).where("account_id", "=", accountId).execute();
}

export async function deleteDeletion(tx: ControlTransaction, accountId: number): Promise<void> {
  await tx.deleteFrom("account_deletions").where("account_id", "=", accountId).execute();
}

/** Whether another account stays: one that nobody has asked to delete. */
export async function hasOtherAccount(db: ControlData, accountId: number): Promise<boolean> {
  const other = await db
    .selectFrom("accounts")
    .leftJoin("account_deletions", "account_deletions.account_id", "accounts.id")
    .select("accounts.id")
    .where("accounts.id", "!=", accountId)
    .where("account_deletions.account_id", "is", null)
    .executeTakeFirst();
  return other !== undefined;
}

/** A page of deletions, the latest request first. */
export function deletionsOnPage(
  db: ControlData,
  { before, limit }: { readonly before?: DeletionKey | undefined; readonly limit: number },
): Promise<AccountDeletion[]> {
  return db
    .selectFrom("account_deletions")
    .selectAll()
    .$if(before !== undefined, (rows) =>
      rows.where(({ eb, or, and }) =>
        or([
          eb("asked_at", "<", before!.askedAt),
          and([eb("asked_at", "=", before!.askedAt), eb("account_id", "<", before!.accountId)]),
        ]),
      ),
    )
    .orderBy("asked_at", "desc")
    .orderBy("account_id", "desc")
    .limit(limit)
    .execute();
}

/** Where a page ends. */
interface DeletionKey {
  readonly askedAt: number;
  readonly accountId: number;
}

/** The people whose only account this is. */
export function peopleOnlyIn(
  db: ControlData,
  accountId: number,
): Promise<{ readonly id: number; readonly email: string }[]> {
  return db
    .selectFrom("memberships as own")
    .innerJoin("users", "users.id", "own.user_id")
    .select(["users.id", "users.email"])
    .where("own.account_id", "=", accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("memberships as other")
            .select("other.user_id")
            .whereRef("other.user_id", "=", "own.user_id")
            .where("other.account_id", "!=", accountId),
        ),
      ),
    )
    .orderBy("users.email")
    .execute();
}

/** The deletions that are due or under way, the oldest first. */
export function dueDeletions(db: ControlData, nowUs: number, limit: number): Promise<AccountDeletion[]> {
  return db
    .selectFrom("account_deletions")
    .selectAll()
    .where("ended_at", "is", null)
    .where("due_at", "<=", nowUs)
    .orderBy("due_at")
    .limit(limit)
    .execute();
}

interface DeletionClaim {
  readonly accountId: number;
  readonly worker: string;
  readonly nowUs: number;
  readonly untilUs: number;
}

/** Makes this worker the only one for a time. Resolves to undefined if another one is, or if nothing is left to be done. */
export function claimDeletion(
  tx: ControlTransaction,
  { accountId, worker, nowUs, untilUs }: DeletionClaim,
): Promise<AccountDeletion | undefined> {
  return tx
    .updateTable("account_deletions")
    .set({ worker, worker_until: untilUs })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where("due_at", "<=", nowUs)
    .where(({ eb, or }) =>
      or([eb("worker", "is", null), eb("worker", "=", worker), eb("worker_until", "<", nowUs)]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Forgets deletions whose audit entries have expired. */
export async function pruneDeletions(tx: ControlTransaction, endedBeforeUs: number): Promise<void> {
  await tx.deleteFrom("account_deletions").where("ended_at", "<", endedBeforeUs).execute();
}

/** Devices that the account has claimed wait for the next claim. The account that made them keeps their rows. */
export async function freeClaimedHardware(tx: ControlTransaction, accountId: number): Promise<void> {
  await tx
    .updateTable("hardware_ids")
    .set({ state: "waiting", claimed_account_id: null })
    .where("claimed_account_id", "=", accountId)
    .execute();
}
