/** As deliver/mail/mail-recipients.ts names them. */
export type Standing = "member" | "confirmed" | "declined" | "waiting" | "unknown";

/**
 * For whoever delivers mail: may this address get mail of this account? A no counts before all else, then being a member
 * with a verified address. Answers by what is committed at that moment, and at once: the gate of deliveries decides between two
 * of them and waits for nothing.
 */
export interface RecipientStandings {
  standing(accountId: number, address: string): Standing;
  /** Empty where there is no such account any more. */
  accountName(accountId: number): string;
  close(): void;
}
