import type { Role } from "@weir/protocol/manage/access";
import type { HomeBoard } from "@weir/protocol/manage/home-board";
import { tenantId } from "../accounts/tenants.ts";
import type { ControlData, ControlReader } from "../control.ts";

export interface AccountRole {
  readonly id: number;
  /** See accounts/tenants.ts. */
  readonly tenantId: number;
  readonly uuid: string;
  readonly name: string;
  readonly role: Role;
  readonly isSecondFactorRequired: boolean;
  /** Whether the account requires a second factor that the person has not set up. */
  readonly needsSecondFactor: boolean;
  /** When it is deleted; null if nobody has asked for that. */
  readonly deletionDueAt: number | null;
  readonly homeBoard: HomeBoard;
}

/** Returns the role of the person in the account; null if the person is not a member, or the account is unknown. */
export async function roleInAccount(
  control: ControlReader,
  userId: number,
  accountUuid: string,
): Promise<AccountRole | null> {
  const found = await roles(control, userId).where("accounts.uuid", "=", accountUuid).executeTakeFirst();
  return found === undefined ? null : asRole(found);
}

/** Returns null if the person is not a member. */
export async function roleOfMember(db: ControlData, accountId: number, userId: number): Promise<Role | null> {
  const found = await db
    .selectFrom("memberships")
    .select("role")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found?.role ?? null;
}

/** Returns all accounts of a person, by name. */
export async function rolesOf(control: ControlReader, userId: number): Promise<AccountRole[]> {
  const found = await roles(control, userId).orderBy("accounts.name").orderBy("accounts.id").execute();
  return found.map(asRole);
}

function roles({ db }: ControlReader, userId: number) {
  return db
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "memberships.account_id")
    .innerJoin("users", "users.id", "user_id")
    .leftJoin("account_deletions", "account_deletions.account_id", "accounts.id")
    .select(["accounts.id", "accounts.uuid", "accounts.name", "role", tenantId.as("tenantId")])
    .select(["second_factor_required as required", "totp_confirmed_at as confirmedAt"])
    .select(["due_at as deletionDueAt", "pinned_board as pinned", "default_board as defaultBoard"])
    .where("user_id", "=", userId);
}

function asRole({
  required,
  confirmedAt,
  pinned,
  defaultBoard,
  ...role
}: Pick<AccountRole, "id" | "tenantId" | "uuid" | "name" | "role" | "deletionDueAt"> &
  Pick<HomeBoard, "pinned"> & {
    readonly defaultBoard: HomeBoard["default"];
    readonly required: 0 | 1;
    readonly confirmedAt: number | null;
  }): AccountRole {
  const isSecondFactorRequired = required === 1;
  return {
    ...role,
    isSecondFactorRequired,
    needsSecondFactor: isSecondFactorRequired && confirmedAt === null,
    homeBoard: { pinned, default: defaultBoard },
  };
}
