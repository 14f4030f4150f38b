import type { ControlData } from "../control.ts";

/** The published version of each chain of an account, by id; null where it was never published. */
export async function publishedVersions(
  db: ControlData,
  accountId: number,
): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom("chains")
    .select(["id", "published_version as version"])
    .where("account_id", "=", accountId)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}
