import { randomUUID } from "node:crypto";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { verifiedEmails } from "../../control/people/memberships.ts";
import {
  deleteRemovedRecipients,
  findRecipient,
  putWaitingRecipient,
  type Recipient,
  recipientEmails,
  updateRecipient,
} from "../../control/recipients/recipients.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";

/**
 * Addresses outside an account that its chains send mail to. Each is asked once, by a mailed link. Until its owner has
 * confirmed, nothing else is sent to it (see docs/decisions/0019-mail-of-chains.md). RecipientAsker mails the links.
 */
export const recipientsPerAccountMax = 1000;
/** How long the same account cannot ask the same address again. */
export const askAgainUs = 86_400_000_000;

/** Records that the address has to be asked, unless it is known already. For mail that is due. */
export async function noteRecipient(control: Control, accountId: number, email: string): Promise<void> {
  await commitChange(control, async (tx) => {
    const noted = await noteRecipients(tx, { accountId, emails: [email], nowUs: control.nowUs() });
    return succeed({
      value: null,
      audit: nothingToAudit("nobody did it: a mail of a chain was due; the answer is entered"),
      changes: noted > 0 ? [{ kind: "recipients" }] : [],
    });
  });
}

/** Returns how many are new. Above the limit none is: the mails wait until there is room or their time is up. */
export async function noteRecipients(
  tx: ControlTransaction,
  {
    accountId,
    emails,
    nowUs,
  }: { readonly accountId: number; readonly emails: readonly string[]; readonly nowUs: number },
): Promise<number> {
  const known = await recipientEmails(tx, accountId);
  const members = await verifiedEmails(tx, accountId);
  const isKnown = new Set([...known, ...members].map((email) => email.toLowerCase()));
  const added = emails
    .filter((email) => !isKnown.has(email.toLowerCase()))
    .slice(0, Math.max(0, recipientsPerAccountMax - known.length));
  for (const email of added) await putWaitingRecipient(tx, { uuid: randomUUID(), accountId, email, nowUs });
  return added.length;
}

/** Asks an address again that has not answered, at most once a day. */
export async function askRecipientAgain(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<Recipient>> {
  return commitChange(control, async (tx) => {
    const found = await findRecipient(control, tx, { accountId, uuid });
    if (found === undefined) return unknownRecipient();
    if (found.state !== "waiting") return answeredAlready(found);
    if (found.mailedAt !== null && control.nowUs() - found.mailedAt < askAgainUs) {
      return refuse("asked_recently", `${found.email} was asked within the last 24 hours. Try again later.`);
    }
    await updateRecipient(tx, found.id, { is_asked: 0 });
    return succeed({
      value: { ...found, isAsked: 0 as const },
      audit: [actionOnRecipient(accountId, "mail-recipient.ask-again", found.email)],
      changes: [{ kind: "recipients" }],
    });
  });
}

/**
 * Forgets the address and its confirmation, so a chain that still sends mail to it has to ask again. An address that
 * declined stays, because its owner must not be asked again.
 */
export async function removeRecipient(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<Recipient>> {
  return commitChange(control, async (tx) => {
    const found = await findRecipient(control, tx, { accountId, uuid });
    if (found === undefined) return unknownRecipient();
    if (found.state === "declined") return answeredAlready(found);
    const forgotten = { state: "removed", token_hash: null, is_asked: 0, answered_at: null } as const;
    await updateRecipient(tx, found.id, forgotten);
    // Addresses that may be asked again anyway.
    await deleteRemovedRecipients(tx, control.nowUs() - askAgainUs);
    const entry = actionOnRecipient(accountId, "mail-recipient.remove", found.email);
    // Not announced: delivery would ask the address again for its waiting mails, and these are given up next.
    return succeed({ value: found, audit: [{ ...entry, before: { state: found.state } }], changes: [] });
  });
}

export function actionOnRecipient(accountId: number, action: string, email: string): AuditedAction {
  return { accountId, action, subjectKind: "mail recipient", subject: email };
}

function unknownRecipient(): Refusal {
  return refuse("unknown_recipient", "This account has no such mail recipient.");
}

function answeredAlready({ email, state }: Recipient): Refusal {
  const message =
    state === "declined"
      ? `${email} declined emails from this account. Only the owner of the address can change that, with the link in the email that asked for confirmation.`
      : `${email} has already confirmed.`;
  return refuse("recipient_answered", message);
}
