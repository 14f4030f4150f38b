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

/** The same of the person who created an API key, as long as there is such a person. */
export async function creatorOwnsInstallation(control: ControlReader, keyId: number): Promise<boolean> {
  const creator = await control.db
    .selectFrom("api_keys")
    .innerJoin("users", "users.email", "api_keys.created_by")
    .select("users.id as userId")
    .where("api_keys.id", "=", keyId)
    .executeTakeFirst();
  return creator !== undefined && (await ownsInstallation(control, creator.userId));
}
