import type { batteryRoutes } from "@weir/protocol/manage/battery-routes";
import { z } from "zod";
import { gatherPages } from "../../platform/gather-pages.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { BatteryLevel } from "../../store/readings/reading-queries.ts";
import { readRange } from "../../web/reading-range.ts";
import { cutPage, readCursor } from "../../web/record-cursor.ts";
import { findDevice } from "../core/find-device.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";

/** The time and the voltage of the last level of a page. */
const cursorKey = z.tuple([z.number().int(), z.number()]);

export const batteryHandlers: Pick<HandlersOf<typeof batteryRoutes>, "listBatteryLevels"> = {
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
};

function levelToJson({ receivedUs, volts }: BatteryLevel) {
  return { at: formatMicros(receivedUs), volts };
}
