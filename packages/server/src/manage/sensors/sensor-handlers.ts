import type { sensorRoutes } from "@weir/protocol/manage/sensor-routes";
import { z } from "zod";
import { searchSensors } from "../../control/sensors/search-sensors.ts";
import { type Sensor, sensorsOfDevicesBehind } from "../../control/sensors/sensor-records.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import type { AccountContext } from "../core/api-context.ts";
import { getSensor } from "../core/find-sensor.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { latestToJson, listedSensorsToJson, sensorsToJson } from "../devices/device-json.ts";
import { addSensor, editSensor, removeSensor, versionOfSensor } from "./sensors.ts";
import { listSensorPage } from "./sensors-list.ts";

const cursorKey = z.number().int().min(0);

export const sensorHandlers: HandlersOf<typeof sensorRoutes> = {
  async listSensors({ control, readings }, { params, query }) {
    const cursor = readCursor(query.cursor, cursorKey);
    if (!cursor.ok) return cursor;
    const { limit } = query;
    const page = await listSensorPage(control, params.device, { afterId: cursor.value ?? 0, limit });
    if (!page.ok) return page;
    const { sensors, lastId } = page.value;
    const items = await listedSensorsToJson(sensors, readings);
    return succeed({ items, next: lastId === null ? null : writeCursor(lastId) });
  },

  async listSensorsOfDevices({ control, account, readings }, { query }) {
    const cursor = readCursor(query.cursor, cursorKey);
    if (!cursor.ok) return cursor;
    const { limit } = query;
    const found = await sensorsOfDevicesBehind(control, account.id, {
      afterId: cursor.value ?? 0,
      limit: limit + 1,
      devices: query.devices.toLowerCase().split(","),
      names: query.sensors?.split(",") ?? null,
    });
    const page = found.slice(0, limit);
    const latest = await readings.latestOf(page.map(({ id }) => id));
    return succeed({
      items: page.map(({ id, uuid, device, slug, name, type, unit }) => ({
        uuid,
        device,
        slug,
        name,
        type,
        unit,
        latest: latestToJson(latest.get(id)),
      })),
      next: found.length > limit ? writeCursor(page.at(-1)!.id) : null,
    });
  },

  async searchSensors({ control, account }, { query }) {
    const found = await searchSensors(control, account.id, query);
    return succeed({
      items: found.map(({ deviceUuid, deviceName, ...sensor }) => ({
        ...sensor,
        device: { uuid: deviceUuid, name: deviceName },
      })),
    });
  },

  async addSensor(context, { params, body }) {
    const { type, unit, ...sensor } = body;
    const wanted = { ...sensor, type: type ?? undefined, unit: unit ?? undefined };
    const added = await addSensor(context.control, params.device, wanted);
    if (!added.ok) return added;
    const known = await getSensor(context.control, params.device, added.value.uuid);
    if (!known.ok) return known;
    return shown(context, known.value);
  },

  async showSensor(context, { params }) {
    const known = await getSensor(context.control, params.device, params.sensor);
    return known.ok ? await shown(context, known.value) : known;
  },

  async updateSensor(context, { params, body }) {
    const edited = await editSensor(context.control, params, body, expectedVersion(context.request));
    return edited.ok ? shown(context, edited.value) : edited;
  },

  async removeSensor(context, { params }) {
    const removed = await removeSensor(context.control, params, expectedVersion(context.request));
    return removed.ok ? succeed(null) : removed;
  },
};

async function shown(
  { readings }: AccountContext,
  known: Sensor,
): Promise<Outcome<(typeof sensorRoutes)["showSensor"]>> {
  const [value] = await sensorsToJson([known], readings);
  return { ok: true, value: value!, etag: versionOfSensor(known) };
}
