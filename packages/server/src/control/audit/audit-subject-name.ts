import type { ControlData } from "../control.ts";
import type { AuditedAction } from "./audited-action.ts";

type Subject = Pick<AuditedAction, "subjectKind" | "subject" | "before" | "after">;
type Lookup = (db: ControlData, uuids: readonly string[]) => Promise<string[]>;

/** How many of several subjects are named in an entry; the others are counted. */
const namedMax = 3;
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idShape = /^\d+$/;

/**
 * Returns the name of an entry's subject as people know it. It is stored with the entry, because it disappears with the
 * subject. `db` is the transaction of the change: a subject deleted in it is named by the entry itself. Returns null if there
 * is no name, as for a dead letter.
 */
export async function subjectNameOf(db: ControlData, subject: Subject): Promise<string | null> {
  const lookUp = lookups[subject.subjectKind];
  const names = lookUp === undefined ? [] : await lookUp(db, uuidsOf(subject));
  if (names.length > 0) return listed(names);
  const recorded = recordedName(subject.after) ?? recordedName(subject.before);
  const device = textOf(subject.after, "device") ?? textOf(subject.before, "device");
  const [deviceName = null] = device === null ? [] : await deviceNames(db, [device]);
  if (recorded !== null) return subject.subjectKind === "sensor" ? ofDevice(deviceName, recorded) : recorded;
  return isIdentifier(subject.subject) ? deviceName : subject.subject;
}

/** Includes the device, because many devices have a sensor called "Temperature". */
function ofDevice(device: string | null, sensor: string): string {
  return device === null ? sensor : `${device} / ${sensor}`;
}

function isIdentifier(text: string): boolean {
  return text === "" || text === "several" || uuidShape.test(text) || idShape.test(text);
}

/** Returns the UUID of one subject, or of several that were changed at once. */
function uuidsOf({ subject, after }: Subject): readonly string[] {
  const devices = fieldOf(after, "devices");
  if (uuidShape.test(subject) || !Array.isArray(devices)) return [subject];
  return devices.filter((uuid) => typeof uuid === "string");
}

/** An entry may list several alarm names; people and invitations are named by their address, messages by their destination. */
function recordedName(side: unknown): string | null {
  const names = fieldOf(side, "names");
  if (Array.isArray(names)) return listed(names.map(String));
  return textOf(side, "name") ?? textOf(side, "email") ?? textOf(side, "slug") ?? textOf(side, "destination");
}

function textOf(side: unknown, field: string): string | null {
  const value = fieldOf(side, field);
  return typeof value === "string" && value !== "" ? value : null;
}

function fieldOf(side: unknown, field: string): unknown {
  return typeof side === "object" && side !== null ? (side as Record<string, unknown>)[field] : undefined;
}

function listed(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length - namedMax;
  const shown = names.slice(0, namedMax).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const deviceNames: Lookup = async (db, uuids) => {
  const rows = await db
    .selectFrom("devices")
    .select("name")
    .where("uuid", "in", uuids)
    .orderBy("name_order")
    .execute();
  return rows.map(({ name }) => name);
};

const sensorNames: Lookup = async (db, uuids) => {
  const rows = await db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select(["sensors.name", "devices.name as device"])
    .where("sensors.uuid", "in", uuids)
    .execute();
  return rows.map(({ name, device }) => ofDevice(device, name));
};

function namesIn(
  table:
    | "accounts"
    | "alert_rules"
    | "api_keys"
    | "chains"
    | "channels"
    | "device_templates"
    | "provisioning_keys"
    | "notification_rules",
): Lookup {
  return async (db, uuids) => {
    const rows = await db.selectFrom(table).select("name").where("uuid", "in", uuids).execute();
    return rows.map(({ name }) => name);
  };
}

function emailsIn(table: "invitations" | "users"): Lookup {
  return async (db, uuids) => {
    const rows = await db.selectFrom(table).select("email").where("uuid", "in", uuids).execute();
    return rows.map(({ email }) => email);
  };
}

const lookups: Readonly<Record<string, Lookup>> = {
  account: namesIn("accounts"),
  chain: namesIn("chains"),
  channel: namesIn("channels"),
  "notification rule": namesIn("notification_rules"),
  device: deviceNames,
  invitation: emailsIn("invitations"),
  key: namesIn("api_keys"),
  sensor: sensorNames,
  "alert rule": namesIn("alert_rules"),
  "provisioning key": namesIn("provisioning_keys"),
  template: namesIn("device_templates"),
  user: emailsIn("users"),
};
