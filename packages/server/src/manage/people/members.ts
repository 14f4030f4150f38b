import type { Role } from "@weir/protocol/manage/access";
import type { Kysely } from "kysely";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { ControlSchema } from "../../control/control-schema.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../../control/control-store.ts";
import {
  type Change,
  commitPeople,
  type PeopleRefusal,
  type PeopleResult,
  refusePerson,
} from "./people-result.ts";

/**
 * Who belongs to an account. An account with people always has an owner among them: the last one can neither leave nor
 * be removed nor become something less. What a member may do is looked up with every request, so a change is in force
 * with the next.
 */
export interface Member {
  readonly userId: number;
  readonly uuid: string;
  readonly email: string;
  readonly emailVerifiedAt: number | null;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: number;
}

export const membersPerAccountMax = 1000;

/** In the order of their e-mail addresses, which is also that of `afterEmail`. */
export async function listMembers(
  store: ControlReader,
  accountId: number,
  { afterEmail, limit }: { readonly afterEmail?: string | undefined; readonly limit: number },
): Promise<Member[]> {
  const members = membersWithin(store, store.db, accountId).orderBy("users.email").limit(limit);
  return (afterEmail === undefined ? members : members.where("users.email", ">", afterEmail)).execute();
}

export async function changeRole(
  store: ControlStore,
  accountId: number,
  { member: uuid, role }: { readonly member: string; readonly role: Role },
): Promise<PeopleResult<Change<Member>>> {
  return commitPeople(
    store,
    async (tx) => {
      const before = await findMember(store, tx, { accountId, uuid });
      if (before === undefined) return unknownMember();
      if (role !== "owner" && (await isLastOwner(tx, accountId, before))) return lastOwner();
      await tx
        .updateTable("memberships")
        .set({ role })
        .where("account_id", "=", accountId)
        .where("user_id", "=", before.userId)
        .execute();
      return { ok: true, value: { before, after: { ...before, role } } };
    },
    ({ before, after }) => [
      { ...actionOn(accountId, "member.change-role", before), after: auditedMember(after) },
    ],
  );
}

export async function removeMember(
  store: ControlStore,
  accountId: number,
  uuid: string,
): Promise<PeopleResult<Member>> {
  return commitPeople(
    store,
    async (tx) => remove(tx, accountId, await findMember(store, tx, { accountId, uuid })),
    (member) => [actionOn(accountId, "member.remove", member)],
  );
}

/** What a person does by themselves, whatever their role. */
export async function leaveAccount(
  store: ControlStore,
  accountId: number,
  userId: number,
): Promise<PeopleResult<Member>> {
  return commitPeople(
    store,
    async (tx) => remove(tx, accountId, await findMember(store, tx, { accountId, userId })),
    (member) => [actionOn(accountId, "member.leave", member)],
  );
}

/** A refusal where the person is in the account already, or the account is full. For whoever lets somebody in. */
export async function insertMember(
  tx: ControlTransaction,
  { accountId, userId, role, nowUs }: { accountId: number; userId: number; role: Role; nowUs: number },
): Promise<PeopleRefusal | null> {
  const members = await tx
    .selectFrom("memberships")
    .select("user_id")
    .where("account_id", "=", accountId)
    .execute();
  if (members.some((member) => member.user_id === userId)) return alreadyMember();
  if (members.length >= membersPerAccountMax) {
    return refusePerson("too_many_members", `An account can have at most ${membersPerAccountMax} members.`);
  }
  const membership = { account_id: accountId, user_id: userId, role, created_at: nowUs };
  await tx.insertInto("memberships").values(membership).execute();
  return null;
}

function actionOn(accountId: number, action: string, member: Member): AuditedAction {
  return { accountId, action, subjectKind: "user", subject: member.uuid, before: auditedMember(member) };
}

function auditedMember({ email, role }: Member) {
  return { email, role };
}

export function alreadyMember(): PeopleRefusal {
  return refusePerson("already_member", "This person is a member of the account already.");
}

async function remove(
  tx: ControlTransaction,
  accountId: number,
  member: Member | undefined,
): Promise<PeopleResult<Member>> {
  if (member === undefined) return unknownMember();
  if (await isLastOwner(tx, accountId, member)) return lastOwner();
  await tx
    .deleteFrom("memberships")
    .where("account_id", "=", accountId)
    .where("user_id", "=", member.userId)
    .execute();
  return { ok: true, value: member };
}

async function isLastOwner(tx: ControlTransaction, accountId: number, member: Member): Promise<boolean> {
  if (member.role !== "owner") return false;
  const another = await tx
    .selectFrom("memberships")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .where("user_id", "!=", member.userId)
    .executeTakeFirst();
  return another === undefined;
}

/** What a member is found by; an address in whatever case of letters. */
type MemberKey = { readonly uuid: string } | { readonly userId: number } | { readonly email: string };

export function findMember(
  store: ControlReader,
  db: Kysely<ControlSchema>,
  { accountId, ...key }: MemberKey & { readonly accountId: number },
): Promise<Member | undefined> {
  const members = membersWithin(store, db, accountId);
  if ("uuid" in key) return members.where("uuid", "=", key.uuid).executeTakeFirst();
  if ("email" in key) return members.where("email", "=", key.email).executeTakeFirst();
  return members.where("users.id", "=", key.userId).executeTakeFirst();
}

function membersWithin(store: ControlReader, db: Kysely<ControlSchema>, accountId: number) {
  const members = db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select([
      "users.id as userId",
      "uuid",
      "email",
      "email_verified_at as emailVerifiedAt",
      "name",
      "role",
      "memberships.created_at as joinedAt",
    ])
    .where("account_id", "=", accountId);
  return store.accountId === null ? members : members.where("account_id", "=", store.accountId);
}

function unknownMember(): PeopleRefusal {
  return refusePerson("unknown_member", "The account has no such member.");
}

function lastOwner(): PeopleRefusal {
  return refusePerson("last_owner", "An account needs an owner. Make somebody else an owner first.");
}
