import type { ControlTransaction } from "../control.ts";

/** Gives the sensors of a device the chains and the retention that sensors with the same slugs have on another device. */
export async function copySensorSettings(
  tx: ControlTransaction,
  { fromDeviceId, toDeviceId }: { readonly fromDeviceId: number; readonly toDeviceId: number },
): Promise<void> {
  const sensors = await tx
    .selectFrom("sensors as old")
    .innerJoin("sensors as new", "new.slug", "old.slug")
    .leftJoin("sensor_retention", "sensor_retention.sensor_id", "old.id")
    .select([
      "new.id",
      "old.chain_id as chainId",
      "sensor_retention.sensor_id as kept",
      "sensor_retention.days",
    ])
    .where("old.device_id", "=", fromDeviceId)
    .where("new.device_id", "=", toDeviceId)
    .where((where) =>
      where.or([where("old.chain_id", "is not", null), where("sensor_retention.sensor_id", "is not", null)]),
    )
    .execute();
  for (const { id, chainId, kept, days } of sensors) {
    if (chainId !== null)
      await tx.updateTable("sensors").set({ chain_id: chainId }).where("id", "=", id).execute();
    if (kept !== null) await tx.insertInto("sensor_retention").values({ sensor_id: id, days }).execute();
  }
}
