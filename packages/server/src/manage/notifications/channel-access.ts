import type { ChannelOwner } from "@weir/protocol/closed-sets";
import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import type { ChannelViewer } from "../../control/channels/channels.ts";
import type { AccountContext } from "../../web/api-context.ts";
import { type Refusal, refuse } from "../manage-error.ts";

/** A member with their role. An API key and the operator have nothing of their own, so their `userId` is null. */
export interface ChannelEditor extends ChannelViewer {
  readonly role: Role;
}

export function channelEditor({ account, caller }: AccountContext): ChannelEditor {
  const userId = caller?.kind === "user" ? caller.userId : null;
  return { accountId: account.id, userId, role: account.role };
}

export function ownerOf({ userId }: { readonly userId: number | null }): ChannelOwner {
  return userId === null ? "account" : "person";
}

/** People change what is their own, whatever their role. What is the account's needs an editor. */
export function refuseOwner({ userId, role }: ChannelEditor, owner: ChannelOwner): Refusal | null {
  if (owner === "person") {
    return userId === null
      ? refuse("person_needed", "Only a person who is signed in can have channels and rules of their own.")
      : null;
  }
  return isAtLeast(role, "editor")
    ? null
    : refuse("role_needed", "Channels and rules of the account can be changed by editors and owners.");
}
