import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import type { sensorTypeRoutes } from "@weir/protocol/manage/sensor-type-routes";
import { fail } from "@weir/protocol/result";
import { findSensorType, type SensorType, sensorTypesOf } from "../../control/sensors/sensor-types.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { Declined, ProblemDetails } from "../../web/api-answer.ts";
import { changedMeanwhile, expectedVersion } from "../../web/device-version.ts";
import type { HandlersOf, Outcome } from "../../web/handler.ts";
import { succeed } from "../manage-error.ts";
import {
  createSensorType,
  editSensorType,
  removeSensorType,
  type SensorTypeRefusal,
  sensorTypesPerAccountMax,
  versionOfSensorType,
} from "./sensor-types.ts";

export const sensorTypeHandlers: HandlersOf<typeof sensorTypeRoutes> = {
  async listSensorTypes({ account, control }) {
    const types = await sensorTypesOf(control.db, account.id);
    return succeed({ items: types.map(toJson), next: null });
  },

  async createSensorType(context, { body }) {
    const { account, control } = context;
    const { name, unit = null, decimals = null, min = null, max = null, icon = null } = body;
    const made = await createSensorType(control, account.id, { name, unit, decimals, min, max, icon });
    if (!made.ok) return made;
    if ("kind" in made.value) return refused(made.value);
    return shown(made.value);
  },

  async showSensorType({ account, control }, { params }) {
    const type = await findSensorType(control.db, account.id, { uuid: params.type });
    return type === null ? refused({ kind: "unknown" }) : shown(type);
  },

  async updateSensorType(context, { params, body }) {
    const { account, control, request } = context;
    const subject = { accountId: account.id, uuid: params.type };
    const edited = await editSensorType(control, subject, body, expectedVersion(request));
    if (!edited.ok) return edited;
    if (edited.value.kind === "changed meanwhile") return changedMeanwhile(edited.value);
    if (edited.value.kind !== "done") return refused(edited.value);
    return shown(edited.value.after);
  },

  async deleteSensorType(context, { params }) {
    const { account, control, request } = context;
    const subject = { accountId: account.id, uuid: params.type };
    const removed = await removeSensorType(control, subject, expectedVersion(request));
    if (!removed.ok) return removed;
    if (removed.value.kind === "changed meanwhile") return changedMeanwhile(removed.value);
    return removed.value.kind === "done" ? succeed(null) : refused(removed.value);
  },
};

function shown(type: SensorType): Outcome<(typeof sensorTypeRoutes)["showSensorType"]> {
  return { ok: true, value: toJson(type), etag: versionOfSensorType(type) };
}

function toJson({ createdAt, ...type }: SensorType) {
  return { ...type, created_at: formatMicros(createdAt) };
}

const refusals: Record<SensorTypeRefusal["kind"], ProblemDetails> = {
  unknown: { status: 404, code: "unknown_sensor_type", detail: "This sensor type does not exist." },
  "name taken": problemOf(
    409,
    "sensor_type_name_taken",
    "name",
    "The account already has a sensor type with this name.",
  ),
  "too many": {
    status: 409,
    code: "too_many_sensor_types",
    detail: `An account can have at most ${sensorTypesPerAccountMax} sensor types.`,
  },
  "range upside down": problemOf(
    422,
    "not_valid",
    "max",
    "The largest value must not be below the smallest.",
  ),
};

function refused({ kind }: SensorTypeRefusal): Declined {
  return fail(refusals[kind]);
}

function problemOf(status: number, code: ProblemCode, field: string, message: string): ProblemDetails {
  return { status, code, detail: message, errors: [{ field, message }] };
}
