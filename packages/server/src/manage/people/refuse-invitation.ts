import type { Declined } from "../../web/api-answer.ts";
import { tooManyRequests } from "../../web/too-many-requests.ts";
import type { AccountContext } from "../core/api-context.ts";
import { mailboxOf } from "./mailbox-of.ts";

/**
 * Null if the person may invite this address now, which counts. Whoever has several accounts must not fill a mailbox with
 * invitations to each of them, and neither must several people together.
 */
export async function refuseInvitation(
  { account, clock, limits, mailer }: Pick<AccountContext, "account" | "clock" | "limits" | "mailer">,
  invitedBy: string,
  email: string,
): Promise<Declined | null> {
  const nowMs = clock.nowMs();
  const [person, mailbox] = [mailboxOf(invitedBy), mailboxOf(email)];
  const always = [
    [limits.invitationsByAccount, account.uuid, "The account has sent too many invitations."],
  ] as const;
  const ifMailed = [
    [limits.invitationsByPerson, person, "You have sent too many invitations."],
    [
      limits.invitationsByPersonAndMailbox,
      `${person} ${mailbox}`,
      "You have invited this address several times.",
    ],
    [limits.invitationsByMailbox, mailbox, "This address was invited several times."],
  ] as const;
  for (const [limiter, key, what] of mailer === null ? always : [...always, ...ifMailed]) {
    const budget = await limiter.take(key, nowMs);
    if (!budget.ok) return tooManyRequests(budget, nowMs, what);
  }
  return null;
}
