import type { RecipientAnswer } from "@weir/protocol/closed-sets";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import {
  findRecipientByToken,
  type RecipientState,
  updateRecipient,
} from "../../control/recipients/recipients.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { actionOnRecipient } from "./recipients.ts";

/**
 * What the owner of an address sees and answers through the mailed link. The link works until the account removes the
 * address or asks again, so that a person who confirmed can change their mind.
 */
export interface AskedRecipient {
  readonly accountName: string;
  readonly email: string;
  readonly state: RecipientState;
}

export async function showAsked(control: Control, token: string): Promise<Result<AskedRecipient>> {
  const found = await findRecipientByToken(control.db, hashSecret(token));
  if (found === undefined) return unknownLink();
  const { accountName, email, state } = found;
  return succeed({ accountName, email, state });
}

export async function answerAsked(
  control: Control,
  token: string,
  answer: RecipientAnswer,
): Promise<Result<AskedRecipient>> {
  return commitChange(control, async (tx) => {
    const found = await findRecipientByToken(tx, hashSecret(token));
    if (found === undefined) return unknownLink();
    const { id, accountId, accountName, email, state } = found;
    const value = { accountName, email, state: answer };
    if (state === answer) {
      return succeed({ value, audit: nothingToAudit("it was answered so before"), changes: [] });
    }
    await updateRecipient(tx, id, { state: answer, answered_at: control.nowUs() });
    const action = answer === "confirmed" ? "mail-recipient.confirm" : "mail-recipient.decline";
    const entry = {
      ...actionOnRecipient(accountId, action, email),
      before: { state },
      after: { state: answer },
    };
    return succeed({ value, audit: [entry], changes: [{ kind: "recipients" }] });
  });
}

function unknownLink(): Refusal {
  return refuse(
    "unknown_recipient",
    "This link is no longer valid. The account removed the address or sent a newer link, or part of the link is missing.",
  );
}
