import type { ControlData, ControlTransaction } from "../control.ts";
import type { FoundDevice } from "./device-ids.ts";

interface DevicePicture {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export async function readPicture(db: ControlData, deviceId: number): Promise<DevicePicture | null> {
  const row = await db
    .selectFrom("device_pictures")
    .select(["media_type as mediaType", "bytes"])
    .where("device_id", "=", deviceId)
    .executeTakeFirst();
  return row ?? null;
}

export async function writePicture(
  tx: ControlTransaction,
  { id, accountId }: Pick<FoundDevice, "id" | "accountId">,
  { mediaType, bytes }: DevicePicture,
  nowUs: number,
): Promise<void> {
  const columns = { media_type: mediaType, bytes, updated_at: nowUs };
  await tx
    .insertInto("device_pictures")
    .values({ device_id: id, account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column("device_id").doUpdateSet(columns))
    .execute();
}

/** Returns whether there was one. */
export async function deletePicture(tx: ControlTransaction, deviceId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("device_pictures")
    .where("device_id", "=", deviceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
