import type { EmailLinkPurpose } from "@weir/protocol/closed-sets";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import {
  deleteEmailLinks,
  deleteExpiredEmailLinks,
  deleteSurplusEmailLinks,
  findEmailLink,
  insertEmailLink,
  pendingEmail,
} from "../../control/people/email-links.ts";
import { findUserByEmail, findUserById, updateUser } from "../../control/people/users.ts";
import { writeAddress } from "../../control/people/write-address.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { commitPeopleAnd } from "./commit-people.ts";
import { displacementOf } from "./own-action.ts";
import { displaceUnverified } from "./prove-mailbox.ts";
import { emailTaken } from "./users.ts";

/**
 * Mailed links that prove an address: the one that a person signs in with (`verify`), or a new one (`change`). They
 * work once, for a day, and only for their own person while signed in: a stranger who gets such a mail and clicks on it
 * must not confirm somebody else's sign-in. Until a change is confirmed, the old address applies.
 */
const lifeUs = 86_400_000_000;
/** If there are more, the oldest are deleted. */
const verificationsPerUserMax = 5;

interface IssuedVerification {
  readonly token: string;
  readonly email: string;
  readonly name: string;
}

/** Null if there is nothing to verify. */
export async function issueVerification(
  control: Control,
  userId: number,
): Promise<IssuedVerification | null> {
  const issued = await commitPeopleAnd<IssuedVerification | null>(control, async (tx) => {
    const audit = nothingToAudit("a link that was not used has changed nothing");
    const user = await findUserById(tx, userId);
    if (user === undefined || user.email_verified_at !== null)
      return succeed({ value: null, audit, changes: [] });
    const nowUs = control.nowUs();
    await deleteExpiredEmailLinks(tx, nowUs);
    await deleteSurplusEmailLinks(tx, userId, { purpose: "verify", keptMax: verificationsPerUserMax - 1 });
    const { email, name } = user;
    const token = await insertLink(tx, { userId, purpose: "verify", email, nowUs });
    return succeed({ value: { token, email, name }, audit, changes: [] });
  });
  return issued.ok ? issued.value : null;
}

/** Replaces an earlier requested change. Says nothing about who has the address now. */
export async function startEmailChange(
  tx: ControlTransaction,
  { userId, email, nowUs }: { readonly userId: number; readonly email: string; readonly nowUs: number },
): Promise<string> {
  await deleteEmailLinks(tx, userId, "change");
  return insertLink(tx, { userId, purpose: "change", email, nowUs });
}

export function cancelEmailChange(control: Control, userId: number): Promise<Result<null>> {
  return commitPeopleAnd(control, async (tx) => {
    const email = await pendingEmail(tx, userId, control.nowUs());
    const user = await findUserById(tx, userId);
    if (email === null || user === undefined) {
      const audit = nothingToAudit("there was no change to cancel");
      return succeed({ value: null, audit, changes: [] });
    }
    await deleteEmailLinks(tx, userId, "change");
    const entry = { ...aboutUser("user.cancel-email-change", user.email), before: { pending_email: email } };
    return succeed({ value: null, audit: [entry], changes: [] });
  });
}

interface ConfirmedEmail {
  readonly userId: number;
  readonly kind: "verified" | "changed";
  readonly email: string;
  /** The previous address; the same if the address was only verified. */
  readonly formerEmail: string;
  readonly name: string;
}

/** Confirms a link of the signed-in person. A link of another person is refused and stays valid. */
export function confirmEmail(
  control: Control,
  userId: number,
  token: string,
): Promise<Result<ConfirmedEmail>> {
  return commitPeopleAnd<ConfirmedEmail>(control, async (tx) => {
    const nowUs = control.nowUs();
    const link = await findEmailLink(tx, hashSecret(token), nowUs);
    if (link === undefined) return confirmationGone();
    if (link.user_id !== userId) return otherPerson();
    const user = await findUserById(tx, userId);
    const isOfOldAddress = link.purpose === "verify" && link.email !== user?.email;
    if (user === undefined || isOfOldAddress) return confirmationGone();
    const entries: AuditedAction[] = [];
    const holder = await findUserByEmail(tx, link.email);
    if (holder !== undefined && holder.id !== userId) {
      if (holder.email_verified_at !== null) return emailTaken(link.email);
      await displaceUnverified(tx, holder);
      entries.push(displacementOf(holder));
    }
    const kind = link.purpose === "verify" ? "verified" : "changed";
    if (kind === "changed") await writeAddress(tx, user, { email: link.email, verifiedAt: nowUs });
    else await verifyAddress(tx, userId, nowUs);
    const action = kind === "verified" ? "user.verify-email" : "user.change-email";
    const entry = {
      ...aboutUser(action, user.email),
      before: { email: user.email, email_verified: user.email_verified_at !== null },
      after: { email: link.email, email_verified: true },
    };
    const value = { userId, kind, email: link.email, formerEmail: user.email, name: user.name } as const;
    return succeed({ value, audit: [entry, ...entries], changes: [] });
  });
}

/** A waiting change of address continues. */
async function verifyAddress(tx: ControlTransaction, userId: number, nowUs: number): Promise<void> {
  await updateUser(tx, userId, { email_verified_at: nowUs });
  await deleteEmailLinks(tx, userId, "verify");
}

async function insertLink(
  tx: ControlTransaction,
  link: {
    readonly userId: number;
    readonly purpose: EmailLinkPurpose;
    readonly email: string;
    readonly nowUs: number;
  },
): Promise<string> {
  const token = generateSecret();
  const { userId, purpose, email, nowUs } = link;
  await insertEmailLink(tx, {
    token_hash: hashSecret(token),
    user_id: userId,
    purpose,
    email,
    expires_at: nowUs + lifeUs,
  });
  return token;
}

function aboutUser(action: string, subject: string): AuditedAction {
  return { accountId: null, action, subjectKind: "user", subject };
}

function confirmationGone(): Refusal {
  return refuse("confirmation_gone", "This link was already used or has expired. Request a new one.");
}

function otherPerson(): Refusal {
  return refuse(
    "other_person",
    "This link is for another person. Sign in with the address that requested it, then open the link again.",
  );
}
