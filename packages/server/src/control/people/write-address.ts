import type { ControlTransaction } from "../control.ts";
import type { UserRow } from "./users.ts";

interface NewAddress {
  readonly email: string;
  /** Null if nobody has proved that the mailbox is theirs. */
  readonly verifiedAt: number | null;
}

/**
 * Changes the address that a person signs in with. Links that were sent to the old one become void. What the person has
 * made (see grants.ts) names its creator by address, so it is updated too: the old address may be somebody else's tomorrow.
 */
export async function writeAddress(
  tx: ControlTransaction,
  { id, email: oldEmail }: Pick<UserRow, "id" | "email">,
  { email, verifiedAt }: NewAddress,
): Promise<void> {
  await tx.updateTable("users").set({ email, email_verified_at: verifiedAt }).where("id", "=", id).execute();
  await tx.deleteFrom("email_links").where("user_id", "=", id).execute();
  await tx.deleteFrom("password_resets").where("user_id", "=", id).execute();
  await tx.updateTable("api_keys").set({ created_by: email }).where("created_by", "=", oldEmail).execute();
  await tx.updateTable("invitations").set({ invited_by: email }).where("invited_by", "=", oldEmail).execute();
  for (const table of ["share_links", "provisioning_keys"] as const) {
    await tx.updateTable(table).set({ created_by: email }).where("created_by", "=", oldEmail).execute();
  }
}
