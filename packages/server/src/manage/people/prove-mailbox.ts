import type { ControlTransaction } from "../../control/control.ts";
import { deleteSessions } from "../../control/people/sessions.ts";
import { type UserRow, updateUser } from "../../control/people/users.ts";
import { writeAddress } from "../../control/people/write-address.ts";

/**
 * Whether the holder of a link that was mailed to the person's address may be somebody else: the address was never
 * verified, and the person signs in with a second factor, which the mailbox does not replace. An address with a typo
 * belongs to a stranger, who must not get the sign-in.
 */
export function mayBeStranger({
  email_verified_at: verifiedAt,
  totp_confirmed_at: hasTotp,
}: UserRow): boolean {
  return verifiedAt === null && hasTotp !== null;
}

/**
 * Called when a link that was mailed to the person's address was used. See `mayBeStranger` for when that proves
 * nothing.
 */
export async function proveMailbox(tx: ControlTransaction, user: UserRow, nowUs: number): Promise<void> {
  if (user.email_verified_at !== null || mayBeStranger(user)) return;
  // An unfinished second factor belongs to whoever used the address before.
  await updateUser(tx, user.id, { email_verified_at: nowUs, totp_sealed: null });
}

/**
 * Takes an address from a person who never proved it, for one who has. They are signed out, stay in their accounts, and
 * cannot sign in until the operator gives them another address.
 */
export async function displaceUnverified(tx: ControlTransaction, user: UserRow): Promise<void> {
  await writeAddress(tx, user, { email: `${user.uuid}@${displacedDomain}`, verifiedAt: null });
  await deleteSessions(tx, user.id, null);
}

/** RFC 2606 reserves `.invalid`, so no mail can ever reach such an address. */
const displacedDomain = "unverified.invalid";
