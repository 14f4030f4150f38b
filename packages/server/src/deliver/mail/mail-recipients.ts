import type { RecipientStanding } from "@weir/protocol/closed-sets";

/** What delivery asks about the addresses that chains send mail to. */
export interface MailRecipients {
  /** In the order of the addresses. */
  standings(accountId: number, addresses: readonly string[]): Promise<RecipientStanding[]>;
  /** Resolves to an empty text if the account no longer exists. */
  accountName(accountId: number): Promise<string>;
  /** Has the address asked to confirm, sooner or later. May be called repeatedly. */
  ask(accountId: number, address: string): void;
}
