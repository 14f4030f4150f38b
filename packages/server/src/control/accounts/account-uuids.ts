import type { ControlReader } from "../control-store.ts";

/** Of these accounts, by id; those that were deleted have none. */
export async function loadAccountUuids(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "uuid"])
    .where("id", "in", dialect.listed(accountIds))
    .execute();
  return new Map(rows.map(({ id, uuid }) => [id, uuid]));
}
