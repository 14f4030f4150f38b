import type { Owner } from "@weir/protocol/closed-sets";
import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import type { Viewer } from "../../control/owned-rows.ts";
import type { AccountContext } from "./api-context.ts";
import { type Refusal, refuse } from "./manage-error.ts";

/** Rules for what belongs to the account or to one person in it: boards, saved charts, filters, channels. */

/** A member with their role. An API key and the operator have nothing of their own, so their `userId` is null. */
export interface Editor extends Viewer {
  readonly role: Role;
}

export function editorOf({ account, caller }: AccountContext): Editor {
  const userId = caller?.kind === "user" ? caller.userId : null;
  return { accountId: account.id, userId, role: account.role };
}

export function ownerOf({ userId }: Pick<Viewer, "userId">): Owner {
  return userId === null ? "account" : "person";
}

/** Who will own a thing that the editor creates for this owner. */
export function holderOf({ accountId, userId }: Editor, owner: Owner): Viewer {
  return { accountId, userId: owner === "person" ? userId : null };
}

/** People change what is their own, whatever their role. What is the account's needs an editor. `things` are "boards". */
export function refuseOwner({ userId, role }: Editor, owner: Owner, things: string): Refusal | null {
  if (owner === "person") {
    return userId === null
      ? refuse("person_needed", `Only a person who is signed in can have ${things} of their own.`)
      : null;
  }
  const named = things.charAt(0).toUpperCase() + things.slice(1);
  return isAtLeast(role, "editor")
    ? null
    : refuse("role_needed", `${named} of the account can be changed by editors and owners.`);
}

/** For a change that expected another version. `thing` is "board". */
export function refuseChanged(thing: string): Refusal {
  return refuse(
    "changed_meanwhile",
    `Someone else has changed the ${thing} since you read it. Read it again, then decide whether to apply your change.`,
  );
}
