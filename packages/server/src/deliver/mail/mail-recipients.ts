import type { RecipientState } from "@weir/protocol/closed-sets";

/**
 * What is known of an address that an account sends mail to.
 *
 * `member`: the verified address of a member. `confirmed` and `declined`: what its owner has answered. `waiting`: there is
 * no answer yet. `unknown`: nobody has noted that it is to be asked.
 */
export type RecipientStanding = RecipientState | "member" | "unknown";

export interface MailRecipients {
  /** In the order of the addresses. */
  standings(accountId: number, addresses: readonly string[]): Promise<RecipientStanding[]>;
  /** Empty where there is no such account any more. */
  accountName(accountId: number): Promise<string>;
  /** Sees to it, sooner or later, that the address is asked. May be called over and over. */
  ask(accountId: number, address: string): void;
}
