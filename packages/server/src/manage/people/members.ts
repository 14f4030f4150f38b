import type { Role } from "@weir/protocol/manage/access";
import type { Audit, AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { deleteGrant, type Grant, grantsOf } from "../../control/people/grants.ts";
import {
  deleteMembership,
  findMember,
  hasOtherOwner,
  insertMembership,
  type Member,
  type Membership,
  memberIds,
  updateRole,
} from "../../control/people/memberships.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { type Change, commitPeople, commitPeopleAnd } from "./commit-people.ts";

/**
 * The members of an account. An account with people always has an owner who can sign in: the last one can neither leave, be
 * removed nor lose the role. Rights are looked up with every request, so a change applies with the next one.
 */
const membersPerAccountMax = 1000;

export async function changeRole(
  control: Control,
  accountId: number,
  { member: uuid, role }: { readonly member: string; readonly role: Role },
): Promise<Result<Change<Member>>> {
  return commitPeople(
    control,
    async (tx) => {
      const before = await findMember(control, tx, { accountId, uuid });
      if (before === undefined) return unknownMember();
      if (role !== "owner" && (await isLastOwner(tx, accountId, before))) return lastOwner();
      await updateRole(tx, { accountId, userId: before.userId, role });
      return succeed({ before, after: { ...before, role } });
    },
    ({ before, after }) => [
      { ...actionOn(accountId, "member.change-role", before), after: auditedMember(after) },
    ],
  );
}

/** With `revokesGrants`, what the member made and what lets others in ends in the same transaction. */
export async function removeMember(
  control: Control,
  accountId: number,
  { member: uuid, revokesGrants }: { readonly member: string; readonly revokesGrants: boolean },
): Promise<Result<Member>> {
  return commitPeopleAnd(control, async (tx) => {
    const removed = await remove(tx, accountId, await findMember(control, tx, { accountId, uuid }));
    if (!removed.ok) return removed;
    const member = removed.value;
    const grants = revokesGrants ? await grantsOf(tx, accountId, member.email, control.nowUs()) : [];
    for (const grant of grants) await deleteGrant(tx, grant);
    const revoked = grants.map((grant) => revocationOf(accountId, grant));
    const audit: Audit = [actionOn(accountId, "member.remove", member), ...revoked];
    return succeed({ value: member, audit, changes: [] });
  });
}

/** What a member made that works without them. */
export async function listGrants(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<Grant[]>> {
  const member = await findMember(control, control.db, { accountId, uuid });
  if (member === undefined) return unknownMember();
  return succeed(await grantsOf(control.db, accountId, member.email, control.nowUs()));
}

const revocations = {
  api_key: { action: "key.revoke", subjectKind: "key" },
  share_link: { action: "board.unshare", subjectKind: "board" },
  provisioning_key: { action: "provisioning-key.revoke", subjectKind: "provisioning key" },
  invitation: { action: "invitation.revoke", subjectKind: "invitation" },
} as const;

function revocationOf(accountId: number, { kind, uuid, name, boardUuid }: Grant): AuditedAction {
  const before = kind === "share_link" ? { name, link: uuid } : { name };
  return { accountId, ...revocations[kind], subject: boardUuid ?? uuid, before };
}

/** Leaving the account, which every role may do. */
export async function leaveAccount(
  control: Control,
  accountId: number,
  userId: number,
): Promise<Result<Member>> {
  return commitPeople(
    control,
    async (tx) => remove(tx, accountId, await findMember(control, tx, { accountId, userId })),
    (member) => [actionOn(accountId, "member.leave", member)],
  );
}

/** Refuses a new member who is already in the account, or for whom there is no room. */
export async function insertMember(
  tx: ControlTransaction,
  member: Membership & { readonly role: Role; readonly nowUs: number },
): Promise<Refusal | null> {
  const members = await memberIds(tx, member.accountId);
  if (members.includes(member.userId)) return alreadyMember();
  if (members.length >= membersPerAccountMax) {
    return refuse("too_many_members", `An account can have at most ${membersPerAccountMax} members.`);
  }
  await insertMembership(tx, member);
  return null;
}

function actionOn(accountId: number, action: string, member: Member): AuditedAction {
  return { accountId, action, subjectKind: "user", subject: member.uuid, before: auditedMember(member) };
}

function auditedMember({ email, role }: Member) {
  return { email, role };
}

export function alreadyMember(): Refusal {
  return refuse("already_member", "This person is already a member of the account.");
}

async function remove(
  tx: ControlTransaction,
  accountId: number,
  member: Member | undefined,
): Promise<Result<Member>> {
  if (member === undefined) return unknownMember();
  if (await isLastOwner(tx, accountId, member)) return lastOwner();
  await deleteMembership(tx, { accountId, userId: member.userId });
  return succeed(member);
}

async function isLastOwner(tx: ControlTransaction, accountId: number, member: Member): Promise<boolean> {
  return member.role === "owner" && !(await hasOtherOwner(tx, { accountId, userId: member.userId }));
}

function unknownMember(): Refusal {
  return refuse("unknown_member", "This account has no such member.");
}

function lastOwner(): Refusal {
  return refuse(
    "last_owner",
    "An account needs an owner who can sign in. Make someone else an owner first, and let them set a password.",
  );
}
