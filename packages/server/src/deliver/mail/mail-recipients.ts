import type { RecipientStanding } from "@weir/protocol/closed-sets";

/** What delivery asks about the addresses that chains send mail to. */
export interface MailRecipients {
  /** In the order of the addresses. */
  standings(accountId: number, addresses: readonly string[]): Promise<RecipientStanding[]>;
  /** Empty where there is no such account any more. */
  accountName(accountId: number): Promise<string>;
  /** Sees to it, sooner or later, that the address is asked. May be called over and over. */
  ask(accountId: number, address: string): void;
}
