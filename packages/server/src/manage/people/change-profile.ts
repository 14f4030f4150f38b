import type { ControlStore } from "../control-store.ts";
import { validateName } from "../validate-text.ts";
import { commitPeople, type PeopleResult } from "./people-result.ts";
import { refuseWrongPassword, unknownUser } from "./totp-enrolment.ts";
import { emailTaken, findUserByEmail, findUserById, validateEmail } from "./users.ts";

export interface ProfileChange {
  readonly password: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
}

/** What it was and what it became. Links that were mailed to the old address set no password any more. */
export async function changeProfile(
  store: ControlStore,
  userId: number,
  change: ProfileChange,
): Promise<PeopleResult<{ before: Profile; after: Profile }>> {
  const refused = await refuseWrongPassword(store, userId, change.password);
  if (refused) return refused;
  return commitPeople(store, async (tx) => {
    const user = await findUserById(tx, userId);
    if (user === undefined) return unknownUser();
    const name = validateName("A person's name", change.name ?? user.name);
    if (!name.ok) return name;
    const email = validateEmail(change.email ?? user.email);
    if (!email.ok) return email;
    const holder = await findUserByEmail(tx, email.value);
    if (holder !== undefined && holder.id !== userId) return emailTaken(email.value);
    const after = { name: name.value, email: email.value };
    await tx.updateTable("users").set(after).where("id", "=", userId).execute();
    if (email.value !== user.email)
      await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
    return { ok: true, value: { before: { name: user.name, email: user.email }, after } };
  });
}
