import type { ApiContext } from "../core/api-context.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import type { OperatedUser } from "./operator-users.ts";
import { issuePasswordReset } from "./password-reset.ts";
import { setPassword } from "./set-password.ts";

/** The link for a person without a password; null if they have one, or are given one here. */
export async function givePassword(
  { control, publicUrl }: ApiContext,
  { id, email, hasPassword }: OperatedUser,
  password: string | undefined,
): Promise<Result<string | null>> {
  if (password !== undefined) {
    const set = await setPassword(control, id, password);
    return set.ok ? succeed(null) : set;
  }
  const issued = hasPassword ? null : await issuePasswordReset(control, email);
  return succeed(issued === null ? null : `${publicUrl}/reset-password#${issued.token}`);
}
