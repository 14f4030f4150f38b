import type { Control } from "../../control/control.ts";
import { findUserById, updateUser } from "../../control/people/users.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { validateName } from "../core/validate-text.ts";
import { commitPeople } from "./commit-people.ts";
import { startEmailChange } from "./email-links.ts";
import { ownAction } from "./own-action.ts";
import { refuseWrongPassword, unknownUser } from "./totp-enrolment.ts";
import { validateEmail } from "./users.ts";

interface ProfileChange {
  readonly password: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

interface Profile {
  readonly name: string;
  readonly email: string;
}

interface ChangedProfile {
  readonly before: Profile;
  readonly after: Profile & { readonly pending_email?: string };
  /** The token of the link that a change of address waits for; null if only the name changed. */
  readonly emailChange: { readonly token: string; readonly newEmail: string } | null;
}

/**
 * A new name applies at once. A new address waits until the link that is mailed to it was used (see email-links.ts).
 * The answer does not tell whether somebody else has it. `canMail` is false if the server cannot send that link.
 */
export async function changeProfile(
  control: Control,
  userId: number,
  change: ProfileChange,
  { canMail }: { readonly canMail: boolean },
): Promise<Result<ChangedProfile>> {
  const refused = await refuseWrongPassword(control, userId, change.password);
  if (refused) return refused;
  return commitPeople<ChangedProfile>(
    control,
    async (tx) => {
      const user = await findUserById(tx, userId);
      if (user === undefined) return unknownUser();
      const name = validateName("A person's name", change.name ?? user.name);
      if (!name.ok) return name;
      const email = validateEmail(change.email ?? user.email);
      if (!email.ok) return email;
      await updateUser(tx, userId, { name: name.value });
      const before = { name: user.name, email: user.email };
      const after = { name: name.value, email: user.email };
      // Addresses are compared without regard to case, so another spelling is the same address.
      if (email.value.toLowerCase() === user.email.toLowerCase())
        return succeed({ before, after, emailChange: null });
      if (!canMail) return mailNotSetUp();
      const newEmail = email.value;
      const token = await startEmailChange(tx, { userId, email: newEmail, nowUs: control.nowUs() });
      return succeed({
        before,
        after: { ...after, pending_email: newEmail },
        emailChange: { token, newEmail },
      });
    },
    ({ before, after }) => [ownAction(control, "user.update", { before, after })],
  );
}

function mailNotSetUp(): Refusal {
  return refuse(
    "mail_not_set_up",
    "This server does not send email, so a new address can't be confirmed. Ask the operator to change it with `weir user change-email`.",
  );
}
