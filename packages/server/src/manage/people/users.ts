import { randomUUID } from "node:crypto";
import type { Role } from "@weir/protocol/manage/access";
import { readMailAddresses } from "@weir/rule-engine/mail-addresses";
import type { ControlReader, ControlTransaction } from "../../control/control.ts";
import { rolesOfEverybody } from "../../control/people/accounts-of-user.ts";
import {
  allUsers,
  findUserByEmail,
  insertUser,
  noPassword,
  type UserRow,
} from "../../control/people/users.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { validateName } from "../core/validate-text.ts";

interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Of argon2id, or `noPassword`. */
  readonly passwordHash: string;
  /** Whether they joined by a link that was mailed to the address. */
  readonly isEmailVerified?: boolean;
}

export async function createUser(
  tx: ControlTransaction,
  { email: emailInput, name: nameInput, passwordHash, isEmailVerified = false }: NewUser,
  nowUs: number,
): Promise<Result<UserRow>> {
  const email = validateEmail(emailInput);
  if (!email.ok) return email;
  const name = validateName("A person's name", nameInput);
  if (!name.ok) return name;
  if (await findUserByEmail(tx, email.value)) return emailTaken(email.value);
  const values = {
    uuid: randomUUID(),
    email: email.value,
    email_verified_at: isEmailVerified ? nowUs : null,
    name: name.value,
    password_hash: passwordHash,
    password_changed_at: nowUs,
    totp_sealed: null,
    totp_confirmed_at: null,
    created_at: nowUs,
  };
  return succeed(await insertUser(tx, values));
}

interface ListedUser {
  readonly uuid: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly createdAt: number;
  readonly accounts: readonly { readonly uuid: string; readonly name: string; readonly role: Role }[];
}

export async function listUsers({ db }: ControlReader): Promise<ListedUser[]> {
  const users = await allUsers(db);
  const rolesByUser = Map.groupBy(await rolesOfEverybody(db), ({ userId }) => userId);
  return users.map((user) => ({
    uuid: user.uuid,
    email: user.email,
    isEmailVerified: user.email_verified_at !== null,
    name: user.name,
    hasPassword: user.password_hash !== noPassword,
    hasTotp: user.totp_confirmed_at !== null,
    createdAt: user.created_at,
    accounts: (rolesByUser.get(user.id) ?? []).map(({ uuid, name, role }) => ({ uuid, name, role })),
  }));
}

export function validateEmail(input: string): Result<string> {
  const read = readMailAddresses(input);
  if (read.ok && read.value.length === 1) return succeed(read.value[0]!);
  return refuse("bad_email", `"${input}" is not an email address.`);
}

export function emailTaken(email: string): Refusal {
  return refuse("email_taken", `Someone else has the email address ${email}.`);
}
