import type { DropReason } from "@weir/protocol/drop-reasons";
import type { Success } from "@weir/protocol/result";
import type { ImportedReadings } from "../../bus/imported-readings.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import type { QuarantinedReading } from "../../store/activity/record.ts";
import { askAudited } from "../core/ask-audited.ts";
import { findDevice } from "../core/find-device.ts";
import { getSensor } from "../core/find-sensor.ts";
import { type ImportSink, noReadings } from "../core/import-sink.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import type { AskProcessor } from "../core/records/record-access.ts";
import { type QuarantineReader, type QuarantineView, viewQuarantined } from "./quarantine.ts";

/** Only the processor writes its records, so it is asked to release readings. */
interface QuarantineWriter extends QuarantineReader {
  readonly control: Control;
  readonly ask: AskProcessor;
}

/** The named readings, or those of a device, the newest first. */
export type QuarantineChoice =
  | { readonly ids: readonly number[] }
  | {
      /** UUID. */
      readonly device: string;
      readonly reason?: DropReason | undefined;
      readonly beforeId?: number | undefined;
    };

interface QuarantineRequest {
  readonly accountId: number;
  readonly choice: QuarantineChoice;
  readonly perCallMax: number;
}

/** An unknown slug that the device sent, and the sensor (slug or UUID) whose readings it meant. */
interface StoreAs {
  readonly sent: string;
  readonly sensor: string;
}

interface Resubmission extends QuarantineRequest {
  readonly storeAs?: StoreAs | undefined;
}

interface Worked {
  /** The named ones that do not exist. */
  readonly unknownIds: readonly number[];
  /** If the device may have more: those before this id. */
  readonly beforeId: number | null;
}

interface Resubmitted extends Worked {
  readonly accepted: number;
  readonly duplicates: number;
  /** Readings that would still be rejected, and stay. */
  readonly rejected: readonly QuarantineView[];
}

/**
 * Submits rejected readings again. They leave the quarantine only once they are durable. A crash in between leaves them
 * in both places, and the memory of duplicates or the key of the store makes the next attempt harmless.
 */
export async function resubmitQuarantined(
  writer: QuarantineWriter,
  sink: ImportSink,
  request: Resubmission,
  nowMs: number,
): Promise<Result<Resubmitted>> {
  const chosen = await choose(writer, request);
  if (!chosen.ok) return chosen;
  const alias = await aliasOf(writer.control, request);
  if (!alias.ok) return alias;
  return askAudited(
    writer.control,
    resubmissionAction(request),
    () => resubmit(writer, sink, { ...request, chosen: chosen.value, alias: alias.value, nowMs }),
    ({ value: { accepted, duplicates, rejected } }) =>
      accepted + duplicates + rejected.length === 0
        ? null
        : { after: { accepted, duplicates, rejected: rejected.length } },
  );
}

async function resubmit(
  writer: QuarantineWriter,
  sink: ImportSink,
  request: {
    readonly accountId: number;
    readonly chosen: Chosen;
    readonly alias: Sensor | null;
    readonly nowMs: number;
  },
): Promise<Success<Resubmitted>> {
  const { alias } = request;
  const { readings, ...worked } = request.chosen;
  const latestMs = request.nowMs + sink.aheadMaxMs;
  // The oldest first, as they would have arrived.
  const all = await viewQuarantined(writer.control, readings.toReversed(), latestMs, alias);
  const views =
    alias === null
      ? all
      : all.filter(({ submitted }) => submitted.ok && submitted.sensor.slug === alias.slug);
  const ready = views.filter(({ submitted }) => submitted.ok);
  const taken =
    ready.length === 0 ? { accepted: 0, duplicates: 0 } : await sink.take("chain", toReadings(ready));
  const ids = ready.map(({ reading }) => reading.id);
  await release(writer, request.accountId, ids);
  const rejected = views.filter(({ submitted }) => !submitted.ok);
  return succeed({ ...taken, rejected, ...worked });
}

/** The sensor under the slug that the device sent. Null if the readings are stored as they were sent. */
async function aliasOf(control: Control, { choice, storeAs }: Resubmission): Promise<Result<Sensor | null>> {
  if (storeAs === undefined || !("device" in choice)) return succeed(null);
  const found = await getSensor(control, choice.device, storeAs.sensor);
  if (!found.ok) return found;
  const namesake = await getSensor(control, choice.device, storeAs.sent);
  if (namesake.ok) return refuse("slug_taken", `The device has a sensor "${storeAs.sent}".`);
  return succeed({ ...found.value, slug: storeAs.sent });
}

function resubmissionAction(request: Resubmission): AuditedAction {
  const action = actionOnChoice("quarantine.resubmit", request);
  if (request.storeAs === undefined) return action;
  return { ...action, before: { ...request.choice, store_as: request.storeAs } };
}

interface DiscardedReadings extends Worked {
  readonly discarded: number;
}

/** Deletes them permanently. */
export async function discardQuarantined(
  writer: QuarantineWriter,
  request: QuarantineRequest,
): Promise<Result<DiscardedReadings>> {
  const chosen = await choose(writer, request);
  if (!chosen.ok) return chosen;
  const { readings, ...worked } = chosen.value;
  const ids = readings.map(({ id }) => id);
  const discarded = await askAudited(
    writer.control,
    actionOnChoice("quarantine.discard", request),
    () => release(writer, request.accountId, ids),
    (released) => (released === 0 ? null : { after: { discarded: released } }),
  );
  return succeed({ discarded, ...worked });
}

function actionOnChoice(action: string, { accountId, choice }: QuarantineRequest): AuditedAction {
  if ("device" in choice) {
    // With the names of the API.
    const { beforeId: before_id, ...chosen } = choice;
    const before = { ...chosen, before_id };
    return { accountId, action, subjectKind: "device", subject: choice.device, before };
  }
  const subject = choice.ids.length === 1 ? String(choice.ids[0]) : "several";
  return { accountId, action, subjectKind: "quarantined_reading", subject, before: choice };
}

/** Returns how many still existed. */
async function release(
  { ask }: QuarantineWriter,
  accountId: number,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  return (await ask({ kind: "release quarantined", accountId, ids })).released;
}

interface Chosen extends Worked {
  /** The newest first. */
  readonly readings: readonly QuarantinedReading[];
}

async function choose(
  { control, activity }: QuarantineReader,
  {
    accountId,
    choice,
    perCallMax: limit,
  }: { accountId: number; choice: QuarantineChoice; perCallMax: number },
): Promise<Result<Chosen>> {
  if ("ids" in choice) {
    const readings = await activity.quarantined({ accountId, ids: choice.ids, limit });
    const known = new Set(readings.map(({ id }) => id));
    const unknownIds = [...new Set(choice.ids)].filter((id) => !known.has(id));
    return succeed({ readings, unknownIds, beforeId: null });
  }
  const { reason, beforeId } = choice;
  const device = await findDevice(control, control.db, choice.device);
  if (!device.ok) return device;
  const readings = await activity.quarantined({
    accountId,
    deviceId: device.value.id,
    limit,
    ...(reason === undefined ? {} : { reason }),
    ...(beforeId === undefined ? {} : { beforeId }),
  });
  const isAll = readings.length < limit;
  return succeed({ readings, unknownIds: [], beforeId: isAll ? null : readings.at(-1)!.id });
}

function toReadings(views: readonly QuarantineView[]): ImportedReadings {
  const readings = noReadings();
  for (const { reading, submitted } of views) {
    if (!submitted.ok) continue;
    readings.deviceIds.push(reading.deviceId);
    readings.sensorIds.push(submitted.sensor.id);
    readings.atUs.push(submitted.atUs);
    readings.values.push(submitted.value);
    readings.metadata.push(submitted.metadata);
    readings.receivedUs.push(null);
    readings.deviceSeconds.push(-1);
    readings.deviceMicros.push(0);
  }
  return readings;
}
