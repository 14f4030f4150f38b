import type { ControlReader } from "../control.ts";

/** Returns what is needed to explain the outcome of devices' requests. Removed devices are left out. */
export async function explainedDevices(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds: readonly number[],
) {
  return db
    .selectFrom("devices")
    .select([
      "id",
      "uuid",
      "name",
      "contract",
      "enabled",
      "token_created_at as tokenCreatedAt",
      "created_at as createdAt",
    ])
    .where("id", "in", dialect.listed(deviceIds))
    .execute();
}
