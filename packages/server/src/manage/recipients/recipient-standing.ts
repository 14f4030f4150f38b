import type { ControlReader } from "../../control/control-store.ts";

/** As outbox/mail/mail-recipients.ts names them. */
export type Standing = "member" | "confirmed" | "declined" | "waiting" | "unknown";

/**
 * For whoever delivers mail: may this address get mail of this account? Looked up anew for every mail. A no counts before
 * all else, then being a member with a verified address.
 */
export function loadStanding({ database }: ControlReader, accountId: number, address: string): Standing {
  const answered = database
    .query<{ state: Standing | "removed" }, [number, string]>(
      "SELECT state FROM mail_recipients WHERE account_id = ? AND email = ?",
    )
    .get(accountId, address)?.state;
  if (answered === "declined" || answered === "confirmed") return answered;
  const member = database
    .query(
      `SELECT 1 FROM users JOIN memberships ON user_id = users.id
       WHERE email = ? AND account_id = ? AND email_verified_at IS NOT NULL`,
    )
    .get(address, accountId);
  if (member !== null) return "member";
  return answered === "waiting" ? "waiting" : "unknown";
}

export function loadAccountName({ database }: ControlReader, accountId: number): string {
  const account = database
    .query<{ name: string }, [number]>("SELECT name FROM accounts WHERE id = ?")
    .get(accountId);
  return account?.name ?? "";
}
