import type { operatorPeopleRoutes } from "@weir/protocol/manage/operator-people-routes";
import { fail } from "@weir/protocol/result";
import { accountByUuid } from "../../control/accounts/accounts.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ApiContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { givePassword } from "./give-password.ts";
import { notifyAddress } from "./notify-person.ts";
import {
  addUser,
  changeEmail,
  deleteUser,
  findUser,
  type OperatedUser,
  turnOffTotp,
} from "./operator-users.ts";
import { refusePassword } from "./password.ts";
import { listUsers } from "./users.ts";

export const operatorPeopleHandlers: HandlersOf<typeof operatorPeopleRoutes> = {
  async listPeople({ control }) {
    const people = await listUsers(control);
    const items = people.map(
      ({ uuid, email, isEmailVerified, name, hasPassword, hasTotp, createdAt, accounts }) => ({
        uuid,
        email,
        email_verified: isEmailVerified,
        name,
        has_password: hasPassword,
        has_totp: hasTotp,
        created_at: formatMicros(createdAt),
        accounts: [...accounts],
      }),
    );
    return succeed({ items, next: null });
  },

  async addPerson(context, { body }) {
    const { control } = context;
    const { email, name, role, existing: isExisting, password } = body;
    const account = await accountByUuid(control, body.account);
    if (account === undefined) return fail(noSuchAccount);
    // Checked before anything is written, so that a refused password leaves no person without one.
    const refused =
      password === undefined
        ? null
        : await refusePassword(password, { email, name, accountNames: [account.name] });
    if (refused !== null) return refused;
    const added = await addUser(control, { email, name, account, role, isExisting });
    if (!added.ok) return added;
    const user = added.value;
    const given = await givePassword(context, user, password);
    if (!given.ok) return given;
    // A new person gets their link from the operator.
    if (isExisting) {
      notifyAddress(context, user, { kind: "role changed", account: account.name, role });
      notifyOfPassword(context, user, password, given.value);
    }
    return succeed({ ...personToJson(user), role, link: given.value });
  },

  async changePersonEmail(context, { params, body }) {
    const changed = await changeEmail(context.control, params.email, body.email);
    if (!changed.ok) return changed;
    const { formerEmail, ...user } = changed.value;
    notifyAddress(
      context,
      { ...user, email: formerEmail },
      { kind: "address changed", newEmail: user.email },
    );
    return succeed(personToJson(user));
  },

  async resetPersonPassword(context, { params, body }) {
    const found = await findUser(context.control, params.email);
    if (!found.ok) return found;
    const user = found.value;
    const given = await givePassword(context, { ...user, hasPassword: false }, body.password);
    if (!given.ok) return given;
    if (body.turn_off_totp) await turnOffTotp(context.control, user);
    notifyOfPassword(context, user, body.password, given.value);
    if (body.turn_off_totp) notifyAddress(context, user, { kind: "second factor turned off" });
    return succeed({ ...personToJson(user), link: given.value });
  },

  async deletePerson(context, { params }) {
    const deleted = await deleteUser(context.control, params.email);
    if (!deleted.ok) return deleted;
    notifyAddress(context, deleted.value, { kind: "sign-in deleted" });
    return succeed(personToJson(deleted.value));
  },
};

function notifyOfPassword(
  context: ApiContext,
  user: OperatedUser,
  password: string | undefined,
  link: string | null,
): void {
  if (password !== undefined) notifyAddress(context, user, { kind: "password changed" });
  else if (link !== null) notifyAddress(context, user, { kind: "reset link made" });
}

function personToJson({ uuid, email, isEmailVerified, name }: OperatedUser) {
  return { uuid, email, email_verified: isEmailVerified, name };
}

const noSuchAccount = {
  status: 404,
  code: "unknown_account",
  detail: "This account does not exist.",
} as const;
