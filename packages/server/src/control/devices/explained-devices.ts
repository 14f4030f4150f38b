import type { ControlReader } from "../control.ts";

/** What has to be known of devices to explain what became of their requests. Those that were removed are missing. */
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
