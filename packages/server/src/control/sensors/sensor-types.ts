import type { Selectable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { SensorTypeTable } from "../control-schema.ts";
import { templatesOf } from "../templates/templates.ts";

/**
 * A sensor type of an account, for people to choose and for displaying values. A sensor refers to its type by name, but need
 * not: its type is free text, which stays when the type is renamed or removed.
 */
export interface SensorTypeFields {
  readonly name: string;
  readonly unit: string | null;
  /** How many decimals are shown; null for all. */
  readonly decimals: number | null;
  /** The usual range, for scales; readings outside it are accepted all the same. */
  readonly min: number | null;
  readonly max: number | null;
  readonly icon: string | null;
}

export interface SensorType extends SensorTypeFields {
  readonly uuid: string;
  readonly createdAt: number;
}

/** Returns all types of an account, by name in any case. */
export async function sensorTypesOf(db: ControlData, accountId: number): Promise<SensorType[]> {
  const types = selectTypes(db, accountId)
    .orderBy(({ fn }) => fn("lower", ["name"]))
    .orderBy("name");
  return (await types.execute()).map(toType);
}

/** The types that an account lists, and those that its sensors and templates have. */
export async function knownSensorTypes(db: ControlData, accountId: number): Promise<string[]> {
  const listed = await selectTypes(db, accountId).execute();
  const used = await db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select("sensors.type")
    .distinct()
    .where("devices.account_id", "=", accountId)
    .where("sensors.type", "is not", null)
    .execute();
  const templates = await templatesOf(db, accountId);
  const inTemplates = templates.flatMap(({ definition }) => definition.sensors.map(({ type }) => type));
  const all = [...listed.map(({ name }) => name), ...used.map(({ type }) => type), ...inTemplates];
  return [...new Set(all.filter((type) => type !== null))];
}

export async function countSensorTypes(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("sensor_types")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findSensorType(
  db: ControlData,
  accountId: number,
  by: { readonly uuid: string } | { readonly name: string },
): Promise<SensorType | null> {
  const types = selectTypes(db, accountId);
  const row = await ("uuid" in by
    ? types.where("uuid", "=", by.uuid)
    : types.where("name", "=", by.name)
  ).executeTakeFirst();
  return row === undefined ? null : toType(row);
}

export async function insertSensorType(
  tx: ControlTransaction,
  accountId: number,
  { createdAt, ...columns }: SensorType,
): Promise<void> {
  const row = { ...columns, account_id: accountId, created_at: createdAt };
  await tx.insertInto("sensor_types").values(row).execute();
}

export async function updateSensorType(
  tx: ControlTransaction,
  uuid: string,
  fields: SensorTypeFields,
): Promise<void> {
  await tx.updateTable("sensor_types").set(fields).where("uuid", "=", uuid).execute();
}

export async function deleteSensorType(tx: ControlTransaction, uuid: string): Promise<void> {
  await tx.deleteFrom("sensor_types").where("uuid", "=", uuid).execute();
}

function selectTypes(db: ControlData, accountId: number) {
  return db.selectFrom("sensor_types").selectAll().where("account_id", "=", accountId);
}

function toType(row: Selectable<SensorTypeTable>): SensorType {
  const { uuid, name, unit, decimals, min, max, icon, created_at: createdAt } = row;
  return { uuid, name, unit, decimals, min, max, icon, createdAt };
}
