import type { ControlReader } from "../control.ts";
import type { AuditEntry } from "./audit-log.ts";

/** Where the subject of an audit entry is found today. Both are null if it no longer exists, or is neither. */
export interface SubjectPlace {
  /** The UUID of the device, or of the sensor's device. */
  readonly device: string | null;
  readonly chain: string | null;
}

/** Returns the places of those subjects that still exist in the account. */
export async function placeSubjects(
  { db, dialect }: ControlReader,
  accountId: number,
  entries: readonly AuditEntry[],
): Promise<(entry: AuditEntry) => SubjectPlace> {
  const uuidsOf = (kind: string) => {
    const ofKind = entries.filter(({ subjectKind }) => subjectKind === kind);
    return dialect.listed([...new Set(ofKind.map(({ subject }) => subject))]);
  };
  const devices = db.selectFrom("devices").where("account_id", "=", accountId);
  const [found, sensors, chains] = await Promise.all([
    devices.select("uuid").where("uuid", "in", uuidsOf("device")).execute(),
    devices
      .innerJoin("sensors", "sensors.device_id", "devices.id")
      .select(["sensors.uuid", "devices.uuid as device"])
      .where("sensors.uuid", "in", uuidsOf("sensor"))
      .execute(),
    db
      .selectFrom("chains")
      .select("uuid")
      .where("account_id", "=", accountId)
      .where("uuid", "in", uuidsOf("chain"))
      .execute(),
  ]);
  const deviceOf = new Map([
    ...found.map(({ uuid }) => [uuid, uuid] as const),
    ...sensors.map(({ uuid, device }) => [uuid, device] as const),
  ]);
  const known = new Set(chains.map(({ uuid }) => uuid));
  return ({ subjectKind, subject }) => ({
    device: deviceOf.get(subject) ?? null,
    chain: subjectKind === "chain" && known.has(subject) ? subject : null,
  });
}
