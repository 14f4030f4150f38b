import type { Role } from "@weir/protocol/manage/access";
import type { Account } from "../../control/accounts/accounts.ts";
import type { Invitation } from "../../control/people/invitations.ts";
import type { IssuedSession } from "./sessions.ts";

/** A person has joined. There is a session if they were not signed in before. */
export interface Joined {
  readonly account: Account;
  readonly role: Role;
  readonly invitation: Invitation;
  readonly user: { readonly id: number; readonly uuid: string; readonly email: string };
  readonly session: IssuedSession | null;
  /** Whether somebody else used the address and has lost it. */
  readonly displaced: { readonly uuid: string; readonly email: string } | null;
}
