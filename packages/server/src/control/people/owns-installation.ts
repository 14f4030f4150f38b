import type { ControlReader } from "../control.ts";

/**
 * Returns whether a person owns every account that has members. Then the figures of the whole installation concern nobody else,
 * and the person may see them. If several parties share an installation, nobody may: its operator has the command line and
 * /metrics. Accounts without members, such as that of a demo, do not count.
 */
export async function ownsInstallation({ db }: ControlReader, userId: number): Promise<boolean> {
  const foreign = await db
    .selectFrom("memberships")
    .select("account_id")
    .where("account_id", "not in", (memberships) =>
      memberships
        .selectFrom("memberships")
        .select("account_id")
        .where("user_id", "=", userId)
        .where("role", "=", "owner"),
    )
    .executeTakeFirst();
  return foreign === undefined;
}
