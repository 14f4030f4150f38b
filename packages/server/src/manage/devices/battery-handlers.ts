import type { batteryRoutes } from "@weir/protocol/manage/battery-routes";
import { z } from "zod";
import { gatherPages } from "../../platform/gather-pages.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { BatteryLevel } from "../../store/readings/reading-queries.ts";
import { attachment } from "../../web/content-disposition.ts";
import { readRange } from "../../web/reading-range.ts";
import { cutPage, readCursor } from "../../web/record-cursor.ts";
import { findDevice } from "../core/find-device.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { exportBattery } from "../transfer/exports/export-battery.ts";
import { exportMediaTypes } from "../transfer/exports/export-readings.ts";
import { nameBatteryExport } from "../transfer/exports/name-export.ts";

/** The time and the voltage of the last level of a page. */
const cursorKey = z.tuple([z.number().int(), z.number()]);

export const batteryHandlers: HandlersOf<typeof batteryRoutes> = {
  async listBatteryLevels({ control, readings }, { params, query }) {
    const device = await findDevice(control, control.db, params.device);
    if (!device.ok) return device;
    const read = readRange(query);
    if (!read.ok) return read;
    const cursor = readCursor(query.cursor, cursorKey);
    if (!cursor.ok) return cursor;
    const { fromUs, toUs } = read.value;
    const { order, limit } = query;
    // One more than the page holds shows whether there is another page.
    const levels = await gatherPages(
      readings.batteryHistory({
        deviceId: device.value.id,
        order,
        limit: limit + 1,
        ...(fromUs === null ? {} : { fromUs }),
        ...(toUs === null ? {} : { toUs }),
        ...(cursor.value === undefined
          ? {}
          : { after: { receivedUs: cursor.value[0], volts: cursor.value[1] } }),
      }),
    );
    const { items, next } = cutPage(levels, limit, ({ receivedUs, volts }) => [receivedUs, volts]);
    return succeed({ items: items.map(levelToJson), next });
  },

  async exportBatteryLevels({ control, readings }, { params, query }) {
    const device = await findDevice(control, control.db, params.device);
    if (!device.ok) return device;
    const read = readRange(query);
    if (!read.ok) return read;
    const { format } = query;
    const range = { fromUs: read.value.fromUs ?? undefined, toUs: read.value.toUs ?? undefined };
    const headers = {
      "Content-Type": exportMediaTypes[format],
      "Content-Disposition": attachment(nameBatteryExport(device.value.name, range, format)),
    };
    const body = exportBattery(readings, { device: device.value, ...range, format });
    return { ok: true, answer: { status: 200, headers, body } };
  },
};

function levelToJson({ receivedUs, volts }: BatteryLevel) {
  return { at: formatMicros(receivedUs), volts };
}
