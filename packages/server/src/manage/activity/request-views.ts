import type { ActivityRecord, ReadingFinding } from "../../activity/activity-record.ts";
import type { ControlReader } from "../../control/control.ts";
import { explainedDevices } from "../../control/devices/explained-devices.ts";
import type { NamedRow } from "../../control/named-rows.ts";
import { sensorsOfDevices } from "../../control/sensors/sensor-names.ts";
import { type Explained, explainFinding } from "./explain-finding.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { ExplainedDevice } from "./finding-context.ts";
import type { OutcomeSources } from "./unsaved-readings.ts";
import { type UnsavedView, UnsavedViews } from "./unsaved-views.ts";

/** A request of a device as a list shows it. */
export interface RequestView {
  readonly record: ActivityRecord;
  /** Null if it was removed since. */
  readonly device: NamedRow | null;
  /** Why it was refused as a whole; null if it was not. */
  readonly explanation: string | null;
  /** The first problem with the body; null if it was well-formed. */
  readonly firstProblem: { readonly field: string; readonly message: string } | null;
  /** The first rejected reading, or else the first duplicate; null if all were accepted. */
  readonly firstFinding: FirstFinding | null;
  /** Accepted readings that were lost; null if there are none, or if they are not processed yet. */
  readonly unsaved: UnsavedView | null;
}

export interface FirstFinding
  extends Pick<ReadingFinding, "reason" | "identifier">,
    Pick<Explained, "explanation" | "suggestions"> {}

/** Takes two queries of control data, however many requests there are, and a look at the receipt of each. */
export async function viewRequests(
  control: ControlReader,
  records: readonly ActivityRecord[],
  outcomes: OutcomeSources,
): Promise<RequestView[]> {
  const unsaved = new UnsavedViews(control);
  const devices = await loadDevices(control, records);
  const sensors = await sensorsOfDevices(control, deviceIds(records.filter(namesUnknownSensor)));
  const views: RequestView[] = [];
  for (const record of records) {
    const device = devices.get(record.deviceId) ?? null;
    const explained = device && { ...device, sensors: sensors.get(record.deviceId) ?? [] };
    views.push({
      record,
      device: device && { uuid: device.uuid, name: device.name },
      explanation: explainRefusal(record, device),
      firstProblem: firstProblemOf(record),
      firstFinding: explainFirst(record, explained),
      unsaved: await unsaved.of(record, outcomes),
    });
  }
  return views;
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

async function loadDevices(control: ControlReader, records: readonly ActivityRecord[]) {
  const rows = await explainedDevices(control, deviceIds(records));
  return new Map(rows.map(({ enabled, ...device }) => [device.id, { ...device, enabled: enabled === 1 }]));
}

function deviceIds(records: readonly ActivityRecord[]): number[] {
  return [...new Set(records.map(({ deviceId }) => deviceId))];
}
