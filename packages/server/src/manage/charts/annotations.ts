import { randomUUID } from "node:crypto";
import { annotationsPerDeviceMax, annotationTextMax } from "@weir/protocol/manage/annotation-routes";
import { type Audit, type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import {
  type Annotation,
  type AnnotationFields,
  annotationsOf,
  countAnnotations,
  deleteAnnotation,
  findAnnotation,
  insertAnnotation,
  updateAnnotation,
} from "../../control/charts/annotations.ts";
import type { Control, ControlData, ControlReader } from "../../control/control.ts";
import { formatMicros } from "../../platform/instant.ts";
import { commitChange } from "../core/commit-change.ts";
import { findDevice } from "../core/find-device.ts";
import { findSensor } from "../core/find-sensor.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseText } from "../core/validate-text.ts";

/** What people write. The sensor is named by its slug or UUID. */
interface WrittenAnnotation {
  readonly atUs: number;
  readonly untilUs: number | null;
  readonly text: string;
  readonly sensor: string | null;
}

/** Omitted fields stay. */
type AnnotationPatch = {
  readonly [Field in keyof WrittenAnnotation]?: WrittenAnnotation[Field] | undefined;
};

interface OfDevice {
  readonly device: string;
  readonly annotation: string;
}

export async function listAnnotations(
  control: ControlReader,
  device: string,
  range: { readonly fromUs: number | null; readonly toUs: number | null },
): Promise<Result<Annotation[]>> {
  const found = await findDevice(control, control.db, device);
  return found.ok ? succeed(await annotationsOf(control.db, { deviceId: found.value.id, ...range })) : found;
}

export async function createAnnotation(
  control: Control,
  device: string,
  written: WrittenAnnotation,
): Promise<Result<Annotation>> {
  return commitChange(control, async (tx) => {
    const found = await findDevice(control, tx, device);
    if (!found.ok) return found;
    const { id: deviceId, accountId } = found.value;
    if ((await countAnnotations(tx, deviceId)) >= annotationsPerDeviceMax)
      return refuse(
        "too_many_annotations",
        `A device can have at most ${annotationsPerDeviceMax} annotations.`,
      );
    const fields = await checkFields(tx, deviceId, written);
    if (!fields.ok) return fields;
    const made = { uuid: randomUUID(), createdBy: control.actor.name, createdAt: control.nowUs() };
    await insertAnnotation(tx, { ...fields.value, ...made, accountId, deviceId });
    const saved = (await findAnnotation(tx, deviceId, made.uuid))!;
    const audit = { ...actionOn(accountId, "annotation.create", saved), after: recordedOf(device, saved) };
    return succeed({ value: saved, audit: [audit], changes: [] });
  });
}

export async function editAnnotation(
  control: Control,
  { device, annotation }: OfDevice,
  patch: AnnotationPatch,
): Promise<Result<Annotation>> {
  return commitChange(control, async (tx) => {
    const found = await findOnDevice(control, tx, { device, annotation });
    if (!found.ok) return found;
    const { before, deviceId, accountId } = found.value;
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const fields = await checkFields(tx, deviceId, { ...before, ...Object.fromEntries(given) });
    if (!fields.ok) return fields;
    await updateAnnotation(tx, before.id, fields.value);
    const after = (await findAnnotation(tx, deviceId, annotation))!;
    const [was, is] = [recordedOf(device, before), recordedOf(device, after)];
    const audit: Audit =
      JSON.stringify(was) === JSON.stringify(is)
        ? nothingToAudit("nothing was changed")
        : [{ ...actionOn(accountId, "annotation.update", after), before: was, after: is }];
    return succeed({ value: after, audit, changes: [] });
  });
}

export async function removeAnnotation(control: Control, which: OfDevice): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await findOnDevice(control, tx, which);
    if (!found.ok) return found;
    const { before, accountId } = found.value;
    await deleteAnnotation(tx, before.id);
    const recorded = recordedOf(which.device, before);
    const audit = { ...actionOn(accountId, "annotation.delete", before), before: recorded };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

interface FoundAnnotation {
  readonly before: Annotation;
  readonly deviceId: number;
  readonly accountId: number;
}

async function findOnDevice(
  control: Control,
  tx: ControlData,
  { device, annotation }: OfDevice,
): Promise<Result<FoundAnnotation>> {
  const found = await findDevice(control, tx, device);
  if (!found.ok) return found;
  const { id: deviceId, accountId } = found.value;
  const before = await findAnnotation(tx, deviceId, annotation);
  if (before === null) return refuse("unknown_annotation", "The device has no such annotation.");
  return succeed({ before, deviceId, accountId });
}

async function checkFields(
  tx: ControlData,
  deviceId: number,
  { atUs, untilUs, text: written, sensor }: WrittenAnnotation,
): Promise<Result<AnnotationFields>> {
  const text = written.trim();
  const refused = refuseText("The text of an annotation", text, annotationTextMax);
  if (refused !== null) return refused;
  if (text === "") return refuse("bad_text", "The text of an annotation must not be empty.");
  if (untilUs !== null && untilUs <= atUs)
    return refuse("bad_span", "The end of an annotation must be later than its start.");
  if (sensor === null) return succeed({ atUs, untilUs, text, sensorId: null });
  const found = await findSensor(tx, deviceId, sensor);
  return found.ok ? succeed({ atUs, untilUs, text, sensorId: found.value.id }) : found;
}

function actionOn(accountId: number, action: string, { uuid }: Annotation): AuditedAction {
  return { accountId, action, subjectKind: "annotation", subject: uuid };
}

/** What the audit log says about an annotation. */
function recordedOf(device: string, { atUs, untilUs, text, sensor }: Annotation) {
  const until = untilUs === null ? {} : { until: formatMicros(untilUs) };
  return { device, at: formatMicros(atUs), ...until, text, ...(sensor === null ? {} : { sensor }) };
}
