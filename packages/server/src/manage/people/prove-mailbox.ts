import type { ControlTransaction } from "../../control/control.ts";
import { deleteSessions } from "../../control/people/sessions.ts";
import { type UserRow, updateUser } from "../../control/people/users.ts";
import { writeAddress } from "../../control/people/write-address.ts";

/**
 * Whether whoever holds a link that was mailed to the person's address may be somebody else: the address was never verified, and
 * the person signs in with a second factor, which the mailbox does not replace. An address with a typing error belongs to
 * a stranger, and that stranger must not get the sign-in.
 */
export function mayBeStranger({
  email_verified_at: verifiedAt,
  totp_confirmed_at: hasTotp,
}: UserRow): boolean {
  return verifiedAt === null && hasTotp !== null;
}

/** Somebody has used a link that was mailed to the person's address. See `mayBeStranger` for whom that proves nothing. */
export async function proveMailbox(tx: ControlTransaction, user: UserRow, nowUs: number): Promise<void> {
  if (user.email_verified_at !== null || mayBeStranger(user)) return;
  // A second factor that was only begun is of whoever used the address before.
  await updateUser(tx, user.id, { email_verified_at: nowUs, totp_sealed: null });
}

/**
 * Takes an address away from a person who never proved it, for somebody who has. They are signed out, keep what they are
 * a member of, and cannot sign in until the operator gives them another address.
 */
export async function displaceUnverified(tx: ControlTransaction, user: UserRow): Promise<void> {
  await writeAddress(tx, user, { email: `${user.uuid}@${displacedDomain}`, verifiedAt: null });
  await deleteSessions(tx, user.id, null);
}

/** RFC 2606 keeps `.invalid` free, so no mail can ever reach such an address. */
const displacedDomain = "unverified.invalid";
