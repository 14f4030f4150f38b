import { attributesOfQuery } from "@weir/protocol/manage/device-notes";
import type { deviceRoutes } from "@weir/protocol/manage/device-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { fail } from "@weir/protocol/result";
import { z } from "zod";
import type { DeviceFilter } from "../../control/devices/device-list.ts";
import { nameOrderLengthMax } from "../../control/name-order.ts";
import { countHardware } from "../../control/provisioning/hardware-ids.ts";
import { scopeNeeded } from "../../web/access-problems.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import type { AccountContext } from "../core/api-context.ts";
import { notesPatch } from "../core/device-notes-patch.ts";
import { findDevice } from "../core/find-device.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { countDevices } from "./device-counts.ts";
import type { ShownDevice } from "./device-creations.ts";
import { devicesToJson } from "./device-json.ts";
import { type DevicePatch, editDevice, removeDevice } from "./devices.ts";
import { deleteManyDevices, updateManyDevices } from "./devices-bulk.ts";
import { duplicateDevice } from "./duplicate-device.ts";
import { expectationPatch } from "./expectation/expectation-patch.ts";
import type { CreatedDevice } from "./insert-device.ts";
import { deviceActivity } from "./list/device-activity.ts";
import { listDevicePage } from "./list/device-list.ts";
import { createdDevices, shownDevice } from "./shown-device.ts";

const id = z.number().int().min(0);
const cursors = {
  name: z.object({ id, key: z.string().max(nameOrderLengthMax) }),
  created: z.object({ id, key: z.null() }),
  last_connected: z.object({ id, key: z.number().nullable() }),
};

export const deviceHandlers: HandlersOf<typeof deviceRoutes> = {
  async listDevices(context, { query }) {
    const { control, readings, recentActivity, account } = context;
    const { name, enabled, status, troubled, clock, alarms, sort, order, limit } = query;
    if (alarms !== undefined && !maySeeAlarms(context)) return fail(scopeNeeded(alarmScope));
    const cursor = readCursor(query.cursor, cursors[sort]);
    if (!cursor.ok) return cursor;
    if (troubled !== undefined || clock !== undefined) await recentActivity.flush();
    const { devices, last } = await listDevicePage(control, deviceActivity(context), {
      accountId: account.id,
      ...filterOf(query),
      name,
      enabled: enabled === undefined ? undefined : enabled === "true",
      status,
      troubled: troubled === undefined ? undefined : troubled === "true",
      wrongClock: clock === undefined ? undefined : true,
      alarmed: alarms === undefined ? undefined : alarms === "true",
      sort,
      order,
      limit,
      after: cursor.value ?? null,
    });
    const items = await devicesToJson(devices, readings);
    return succeed({ items, next: last === null ? null : writeCursor(last) });
  },

  async countDevices(context, { query }) {
    const { control, account } = context;
    const filter = { accountId: account.id, ...filterOf(query) };
    const { withAlarms, ...counts } = await countDevices(control, deviceActivity(context), filter);
    const { waiting } = await countHardware(control.db, account.id);
    return succeed({ ...counts, with_alarms: maySeeAlarms(context) ? withAlarms : null, waiting });
  },

  async createDevice(context, { body }) {
    const { account, control, creations, defaultContract } = context;
    const { name, description, group, enabled, quarantine, chain, template } = body;
    const sensors = body.sensors.map(({ type, unit, ...sensor }) => {
      return { ...sensor, type: type ?? undefined, unit: unit ?? undefined };
    });
    const device = {
      defaultContract,
      contract: body.contract,
      handling: body.handling,
      followsTemplate: body.follows_template,
      name,
      description,
      group: group ?? undefined,
      enabled,
      quarantine,
      sensors,
      quarantineMode: body.quarantine_mode,
      chain: chain ?? undefined,
      ...expectationPatch(body),
      ...notesPatch(body),
    };
    const show = (ids: readonly number[]) => createdDevices(context, ids);
    const done = await creations.create(account.id, { control, template: template ?? null, device, show });
    return done.ok ? withToken(done.value.shown, done.value.created) : done;
  },

  async duplicateDevice(context, { params, body }) {
    const created = await duplicateDevice(context.control, params.device, body.name);
    if (!created.ok) return created;
    return withToken(await shownDevice(context, created.value.id), created.value);
  },

  async showDevice(context, { params }) {
    const { control } = context;
    const device = await findDevice(control, control.db, params.device);
    return device.ok ? shownDevice(context, device.value.id) : device;
  },

  async updateDevice(context, { params, body }) {
    const { quarantine_mode: quarantineMode, follows_template: followsTemplate, ...others } = body;
    const patch: DevicePatch = {
      ...others,
      quarantineMode,
      followsTemplate,
      ...expectationPatch(body),
      ...notesPatch(body),
    };
    const expected = expectedVersion(context.request);
    const edited = await editDevice(context.control, params.device, patch, expected);
    return edited.ok ? shownDevice(context, edited.value.id) : edited;
  },

  async deleteDevice(context, { params }) {
    const removed = await removeDevice(context.control, params.device, expectedVersion(context.request));
    return removed.ok ? succeed(null) : removed;
  },

  async updateManyDevices(context, { body }) {
    const { devices, ...patch } = body;
    const done = await updateManyDevices(context.control, context.account.id, devices, patch);
    return done.ok ? succeed({ results: done.value }) : done;
  },

  async deleteManyDevices({ control, account }, { body }) {
    const done = await deleteManyDevices(control, account.id, body.devices);
    return done.ok ? succeed({ results: done.value }) : done;
  },
};

/** The filters that lists and counts share. */
function filterOf(query: InputOf<(typeof deviceRoutes)["countDevices"]>["query"]): DeviceFilter {
  const { search, group, tag, devices, template } = query;
  return {
    search,
    group: group === "" ? null : group,
    template,
    tags: tag
      ?.split(",")
      .map((one) => one.trim())
      .filter((one) => one !== ""),
    attributes: attributesOfQuery(query),
    uuids: devices?.toLowerCase().split(","),
  };
}

function withToken(
  { value, ...shown }: ShownDevice,
  { token, sensors }: CreatedDevice,
): Outcome<(typeof deviceRoutes)["createDevice"]> {
  return { ...shown, value: { ...value, token, sensors: [...sensors] } };
}

/** A key needs the scope that lists alarms to learn which devices have some. */
const alarmScope = "operations:read";

function maySeeAlarms({ caller }: AccountContext): boolean {
  return caller?.kind !== "key" || caller.scopes.includes(alarmScope);
}
