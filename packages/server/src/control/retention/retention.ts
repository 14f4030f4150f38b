import type { ControlData, ControlTransaction } from "../control.ts";

/** How long readings of a sensor are kept: days, null for ever, or as its account says. */
export type SensorRetention = number | null | "account";

/** Null keeps readings for ever. */
export async function readAccountRetention(db: ControlData, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom("account_retention")
    .select("days")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.days ?? null;
}

export async function writeAccountRetention(
  tx: ControlTransaction,
  accountId: number,
  days: number | null,
): Promise<void> {
  await tx.deleteFrom("account_retention").where("account_id", "=", accountId).execute();
  if (days === null) return;
  await tx.insertInto("account_retention").values({ account_id: accountId, days }).execute();
}

export async function readSensorRetention(db: ControlData, sensorId: number): Promise<SensorRetention> {
  const row = await db
    .selectFrom("sensor_retention")
    .select("days")
    .where("sensor_id", "=", sensorId)
    .executeTakeFirst();
  return row === undefined ? "account" : row.days;
}

export async function writeSensorRetention(
  tx: ControlTransaction,
  sensorId: number,
  days: SensorRetention,
): Promise<void> {
  await tx.deleteFrom("sensor_retention").where("sensor_id", "=", sensorId).execute();
  if (days === "account") return;
  await tx.insertInto("sensor_retention").values({ sensor_id: sensorId, days }).execute();
}

/** For the sensors of a new device, which have no retention of their own yet. */
export async function writeRetentionBySlug(
  tx: ControlTransaction,
  deviceId: number,
  sensors: readonly { readonly slug: string; readonly retention_days: SensorRetention }[],
): Promise<void> {
  const kept = sensors.filter(({ retention_days }) => retention_days !== "account");
  for (const { slug, retention_days } of kept) {
    const sensor = await tx
      .selectFrom("sensors")
      .select("id")
      .where("device_id", "=", deviceId)
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    await writeSensorRetention(tx, sensor.id, retention_days);
  }
}

/** All retention settings. Accounts and sensors that are missing have none. */
export interface RetentionSettings {
  readonly accounts: ReadonlyMap<number, number>;
  readonly sensors: ReadonlyMap<number, number | null>;
}

export async function readRetentionSettings(db: ControlData): Promise<RetentionSettings> {
  const accounts = await db.selectFrom("account_retention").selectAll().execute();
  const sensors = await db.selectFrom("sensor_retention").selectAll().execute();
  return {
    accounts: new Map(accounts.map(({ account_id, days }) => [account_id, days])),
    sensors: new Map(sensors.map(({ sensor_id, days }) => [sensor_id, days])),
  };
}
