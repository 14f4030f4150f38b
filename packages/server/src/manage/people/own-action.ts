import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";

/** Audit entries of what people do to their own sign-in. They belong to no account and are found by the address. */
export function ownAction(
  { actor }: Control,
  action: string,
  change: Pick<AuditedAction, "before" | "after"> = {},
): AuditedAction {
  return { accountId: null, action, subjectKind: "user", subject: actor.name, ...change };
}

/** An address was taken from a person who never proved it. */
export function displacementOf({
  uuid,
  email,
}: {
  readonly uuid: string;
  readonly email: string;
}): AuditedAction {
  return {
    accountId: null,
    action: "user.lose-email",
    subjectKind: "user",
    subject: uuid,
    before: { email },
  };
}

/** Done by a person who is signed in only afterwards. */
export function arrivalOf(
  email: string,
  action: string,
  change: Pick<AuditedAction, "before" | "after"> = {},
): AuditedAction {
  const by = { kind: "user", name: email } as const;
  return { accountId: null, action, subjectKind: "user", subject: email, by, ...change };
}
