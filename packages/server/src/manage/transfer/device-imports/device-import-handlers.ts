import type { deviceImportRoutes } from "@weir/protocol/manage/device-import-routes";
import type { DeviceImport } from "../../../control/imports/device-imports.ts";
import type { LineProblem } from "../../../control/imports/imports.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { AccountContext } from "../../core/api-context.ts";
import { getTemplate } from "../../core/find-template.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { createNextDevices } from "./create-next-devices.ts";
import {
  cancelDeviceImport,
  createDeviceImport,
  findDeviceImport,
  findSameImport,
  finishDeviceImport,
} from "./device-imports.ts";
import { partDeviceFile } from "./part-device-file.ts";
import { previewDeviceFile } from "./preview-device-file.ts";

const shownProblemsMax = 1000;
const shownDevicesMax = 10;

export const deviceImportHandlers: HandlersOf<typeof deviceImportRoutes> = {
  async previewDeviceImport(context, { query, body }) {
    const wanted = await wantedOf(context, query.template, body);
    if (!wanted.ok) return wanted;
    const { control, account } = context;
    const found = await previewDeviceFile(control, account.id, wanted.value);
    const same = await findSameImport(control, account.id, wanted.value);
    return succeed({
      device_count: found.devices.length,
      sensor_count: found.sensorCount,
      new_groups: [...found.newGroups],
      problem_count: found.problems.length,
      problems: linesToJson(found.problems),
      warnings: linesToJson(found.warnings),
      limit: found.overLimit?.error.message ?? null,
      devices: found.devices.slice(0, shownDevicesMax).map(({ line, device }) => ({
        line,
        name: device.name,
        group: device.group ?? null,
        tags: [...(device.tags ?? [])],
        sensors: device.sensors.map(({ slug }) => slug),
      })),
      import: same === undefined ? null : toJson(same),
    });
  },

  async listProblemLines(context, { query, body }) {
    const wanted = await wantedOf(context, query.template, body);
    if (!wanted.ok) return wanted;
    const { problems } = await previewDeviceFile(context.control, context.account.id, wanted.value);
    const { rest: csv } = await partDeviceFile(body, problems);
    return succeed({ problem_count: problems.length, csv });
  },

  async createDeviceImport({ control, account }, { query, body: file }) {
    const { template, run: key, skip_problems: skipped } = query;
    const wanted = { accountId: account.id, file, template, key, skipped };
    const made = await createDeviceImport(control, wanted);
    return made.ok ? succeed(toJson(made.value)) : made;
  },

  async getDeviceImport({ control }, { params }) {
    const found = await findDeviceImport(control, params.import);
    return found.ok ? succeed(toJson(found.value)) : found;
  },

  async continueDeviceImport({ control, defaultContract: contract }, { params, body }) {
    const made = await createNextDevices(control, { uuid: params.import, offset: body.offset, contract });
    if (!made.ok) return made;
    const { devices, nextOffset } = made.value;
    return succeed({ import: toJson(made.value.import), devices: [...devices], next_offset: nextOffset });
  },

  async finishDeviceImport({ control }, { params }) {
    const finished = await finishDeviceImport(control, params.import);
    return finished.ok ? succeed(toJson(finished.value)) : finished;
  },

  async cancelDeviceImport({ control }, { params }) {
    return cancelDeviceImport(control, params.import);
  },
};

/** A file, with the UUID of the template of lines that name none. */
async function wantedOf(
  { control, account }: AccountContext,
  selector: string | undefined,
  file: Uint8Array,
) {
  if (selector === undefined) return succeed({ file, template: undefined });
  const template = await getTemplate(control.db, account.id, selector);
  return template.ok ? succeed({ file, template: template.value.uuid }) : template;
}

function linesToJson(problems: readonly LineProblem[]) {
  return problems.slice(0, shownProblemsMax).map(({ line, reason: message }) => ({ line, message }));
}

function toJson({ uuid, state, deviceCount, createdCount, createdAt, updatedAt }: DeviceImport) {
  return {
    uuid,
    state,
    device_count: deviceCount,
    created_count: createdCount,
    created_at: formatMicros(createdAt),
    updated_at: formatMicros(updatedAt),
  };
}
