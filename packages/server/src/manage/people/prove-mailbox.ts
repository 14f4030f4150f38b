import type { ControlTransaction } from "../commit-change.ts";
import { removeRecoveryCodes } from "./recovery-codes.ts";
import { revokeSessions } from "./sessions.ts";
import type { UserRow } from "./users.ts";

/**
 * Somebody who gave no password has shown that the mailbox is theirs, with a link that was mailed there, and sets a new
 * password with it. Where the address was unverified until now, whoever used it before may have been somebody else. The
 * second factor is theirs too then and goes, or it would keep the owner of the mailbox out.
 */
export async function proveMailbox(tx: ControlTransaction, user: UserRow, nowUs: number): Promise<void> {
  if (user.email_verified_at !== null) return;
  await tx
    .updateTable("users")
    .set({ email_verified_at: nowUs, totp_sealed: null, totp_confirmed_at: null })
    .where("id", "=", user.id)
    .execute();
  await removeRecoveryCodes(tx, user.id);
}

/**
 * Takes an address away from a person who never proved it, for somebody who has. They are signed out, keep what they are
 * a member of, and cannot sign in until the operator gives them another address.
 */
export async function displaceUnverified(tx: ControlTransaction, user: UserRow): Promise<void> {
  await tx
    .updateTable("users")
    .set({ email: `${user.uuid}@${displacedDomain}` })
    .where("id", "=", user.id)
    .execute();
  await tx.deleteFrom("email_links").where("user_id", "=", user.id).execute();
  await tx.deleteFrom("password_resets").where("user_id", "=", user.id).execute();
  await revokeSessions(tx, user.id, null);
}

/** RFC 2606 keeps `.invalid` free, so no mail can ever reach such an address. */
const displacedDomain = "unverified.invalid";
