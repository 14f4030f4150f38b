import type { ContractName } from "@weir/protocol/contracts";
import type { ActivityRecord, ReadingFinding } from "../../activity/activity-record.ts";
import type { ControlReader } from "../../control/control-store.ts";
import type { NamedRow } from "../record-origins.ts";
import { type Explained, type ExplainedDevice, explainFinding } from "./explain-finding.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { OutcomeSources } from "./unsaved-readings.ts";
import { type UnsavedView, UnsavedViews } from "./unsaved-views.ts";

/** A request of a device as people see it in a list. */
export interface RequestView {
  readonly record: ActivityRecord;
  /** Null where it was removed since. */
  readonly device: NamedRow | null;
  /** Why it was refused as a whole; null where it was not. */
  readonly explanation: string | null;
  /** The first thing that was wrong with the body; null where it was well-formed. */
  readonly firstProblem: { readonly field: string; readonly message: string } | null;
  /** The first reading that was rejected, else the first duplicate; null where all were accepted. */
  readonly firstFinding: FirstFinding | null;
  /** Accepted readings that were lost; null where there are none, or they are not processed yet. */
  readonly unsaved: UnsavedView | null;
}

export interface FirstFinding
  extends Pick<ReadingFinding, "reason" | "identifier">,
    Pick<Explained, "explanation" | "suggestions"> {}

/** Two queries of control data, however many requests there are, and a look at the receipt of each. */
export function viewRequests(
  control: ControlReader,
  records: readonly ActivityRecord[],
  outcomes: OutcomeSources,
): RequestView[] {
  const unsaved = new UnsavedViews(control);
  const devices = loadDevices(control, records);
  const sensors = loadSensors(control, records.filter(namesUnknownSensor));
  return records.map((record) => {
    const device = devices.get(record.deviceId) ?? null;
    const explained = device && { ...device, sensors: sensors.get(record.deviceId) ?? [] };
    return {
      record,
      device: device && { uuid: device.uuid, name: device.name },
      explanation: explainRefusal(record, device),
      firstProblem: firstProblemOf(record),
      firstFinding: explainFirst(record, explained),
      unsaved: unsaved.of(record, outcomes),
    };
  });
}

function firstOf({ findings }: ActivityRecord): ReadingFinding | undefined {
  return findings.find(({ reason }) => reason !== "dropped_duplicate") ?? findings[0];
}

function namesUnknownSensor(record: ActivityRecord): boolean {
  return firstOf(record)?.reason === "dropped_unknown_sensor";
}

function explainFirst(record: ActivityRecord, device: ExplainedDevice): FirstFinding | null {
  const finding = firstOf(record);
  if (finding === undefined) return null;
  const { explanation, suggestions } = explainFinding(finding, record, device);
  return { reason: finding.reason, identifier: finding.identifier, explanation, suggestions };
}

function firstProblemOf({ problems }: ActivityRecord): RequestView["firstProblem"] {
  const [first] = Object.entries(problems ?? {});
  return first === undefined ? null : { field: first[0], message: first[1][0] ?? "" };
}

type DeviceRow = [number, string, string, ContractName, number, number, number];

function loadDevices({ database }: ControlReader, records: readonly ActivityRecord[]) {
  const rows = database
    .query(`SELECT id, uuid, name, contract, enabled, token_created_at, created_at FROM devices
      WHERE id IN (SELECT value FROM json_each(?))`)
    .values(deviceIds(records)) as DeviceRow[];
  return new Map(
    rows.map(([id, uuid, name, contract, enabled, tokenCreatedAt, createdAt]) => [
      id,
      { uuid, name, contract, enabled: enabled === 1, tokenCreatedAt, createdAt },
    ]),
  );
}

type SensorRow = [deviceId: number, uuid: string, slug: string, createdAt: number];
type ExplainedSensors = NonNullable<ExplainedDevice>["sensors"][number][];

function loadSensors(
  { database }: ControlReader,
  records: readonly ActivityRecord[],
): Map<number, ExplainedSensors> {
  const rows = database
    .query(`SELECT device_id, uuid, slug, created_at FROM sensors
      WHERE device_id IN (SELECT value FROM json_each(?)) ORDER BY id`)
    .values(deviceIds(records)) as SensorRow[];
  const byDevice = new Map<number, ExplainedSensors>();
  for (const [deviceId, uuid, slug, createdAt] of rows) {
    const sensors = byDevice.get(deviceId) ?? [];
    sensors.push({ uuid, slug, createdAt });
    byDevice.set(deviceId, sensors);
  }
  return byDevice;
}

/** As JSON. */
function deviceIds(records: readonly ActivityRecord[]): string {
  return JSON.stringify([...new Set(records.map(({ deviceId }) => deviceId))]);
}
