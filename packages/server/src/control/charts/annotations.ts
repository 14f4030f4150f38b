import type { ControlData, ControlTransaction } from "../control.ts";

/** What people edit of an annotation. */
export interface AnnotationFields {
  readonly atUs: number;
  /** The end of a span; null for a single time. */
  readonly untilUs: number | null;
  readonly text: string;
  /** Null for all sensors of the device. */
  readonly sensorId: number | null;
}

/** A text at a time, or over a span, of a device or one of its sensors. */
export interface Annotation extends AnnotationFields {
  readonly id: number;
  readonly uuid: string;
  readonly sensor: string | null;
  readonly createdBy: string;
  readonly createdAt: number;
}

interface AnnotatedRange {
  readonly deviceId: number;
  readonly fromUs: number | null;
  readonly toUs: number | null;
}

/** Returns the annotations that touch the range, in order of time. */
export async function annotationsOf(
  db: ControlData,
  { deviceId, fromUs, toUs }: AnnotatedRange,
): Promise<Annotation[]> {
  let found = selectAnnotations(db).where("annotations.device_id", "=", deviceId);
  if (toUs !== null) found = found.where("at_us", "<", toUs);
  if (fromUs !== null)
    found = found.where((where) => where.or([where("at_us", ">=", fromUs), where("until_us", ">", fromUs)]));
  return (await found.orderBy("at_us").orderBy("annotations.id").execute()).map(toAnnotation);
}

export async function findAnnotation(
  db: ControlData,
  deviceId: number,
  uuid: string,
): Promise<Annotation | null> {
  const row = await selectAnnotations(db)
    .where("annotations.device_id", "=", deviceId)
    .where("annotations.uuid", "=", uuid)
    .executeTakeFirst();
  return row === undefined ? null : toAnnotation(row);
}

export async function countAnnotations(db: ControlData, deviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom("annotations")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("device_id", "=", deviceId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAnnotation(
  tx: ControlTransaction,
  made: AnnotationFields & {
    readonly uuid: string;
    readonly accountId: number;
    readonly deviceId: number;
    readonly createdBy: string;
    readonly createdAt: number;
  },
): Promise<void> {
  const { uuid, accountId, deviceId, createdBy, createdAt } = made;
  await tx
    .insertInto("annotations")
    .values({
      uuid,
      account_id: accountId,
      device_id: deviceId,
      created_by: createdBy,
      created_at: createdAt,
      ...columnsOf(made),
    })
    .execute();
}

export async function updateAnnotation(
  tx: ControlTransaction,
  id: number,
  fields: AnnotationFields,
): Promise<void> {
  await tx.updateTable("annotations").set(columnsOf(fields)).where("id", "=", id).execute();
}

export async function deleteAnnotation(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("annotations").where("id", "=", id).execute();
}

function columnsOf({ atUs, untilUs, text, sensorId }: AnnotationFields) {
  return { at_us: atUs, until_us: untilUs, text, sensor_id: sensorId };
}

function selectAnnotations(db: ControlData) {
  return db
    .selectFrom("annotations")
    .leftJoin("sensors", "sensors.id", "annotations.sensor_id")
    .selectAll("annotations")
    .select("sensors.uuid as sensor");
}

type AnnotationRow = Awaited<ReturnType<ReturnType<typeof selectAnnotations>["executeTakeFirstOrThrow"]>>;

function toAnnotation({ id, uuid, text, sensor, ...row }: AnnotationRow): Annotation {
  return {
    id,
    uuid,
    text,
    sensor,
    sensorId: row.sensor_id,
    atUs: row.at_us,
    untilUs: row.until_us,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}
