import type { Preferences } from "@weir/protocol/manage/preferences";
import type { Control } from "../../control/control.ts";
import { findUserById, type UserRow, updateUser } from "../../control/people/users.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { commitPeople } from "./commit-people.ts";
import { ownAction } from "./own-action.ts";
import { unknownUser } from "./totp-enrolment.ts";

type PreferencesChange = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

/** Omitted settings stay. No password is needed, because nobody else is affected. */
export async function changePreferences(
  control: Control,
  userId: number,
  change: PreferencesChange,
): Promise<Result<Preferences>> {
  const changed = await commitPeople<{ before: Preferences; after: Preferences }>(
    control,
    async (tx) => {
      const user = await findUserById(tx, userId);
      if (user === undefined) return unknownUser();
      const before = preferencesOf(user);
      const after: Preferences = {
        time_zone: change.time_zone === undefined ? before.time_zone : change.time_zone,
        time_format: change.time_format ?? before.time_format,
        theme: change.theme ?? before.theme,
      };
      await updateUser(tx, userId, after);
      return succeed({ before, after });
    },
    ({ before, after }) => [ownAction(control, "user.change-preferences", { before, after })],
  );
  return changed.ok ? succeed(changed.value.after) : changed;
}

export function preferencesOf({ time_zone, time_format, theme }: UserRow): Preferences {
  return { time_zone, time_format, theme };
}
