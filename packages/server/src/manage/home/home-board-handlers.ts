import type { homeBoardRoutes } from "@weir/protocol/manage/home-board-routes";
import { sensorsOfDevices } from "../../control/boards/shown-sensors.ts";
import { homeBoardOf } from "../../control/people/home-boards.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { editorOf } from "../core/owner-rules.ts";
import { deviceActivity } from "../devices/list/device-activity.ts";
import { listDevicePage } from "../devices/list/device-list.ts";
import { pinBoard, setDefaultBoard } from "./home-board.ts";
import { overviewCandidatesMax, overviewDevices, overviewOf } from "./overview.ts";

export const homeBoardHandlers: HandlersOf<typeof homeBoardRoutes> = {
  async showHomeBoard(context) {
    return succeed(await homeBoardOf(context.control.db, editorOf(context)));
  },

  async pinBoard(context, { body }) {
    const { userId } = callingUser(context);
    return pinBoard(context.control, { ...editorOf(context), userId }, body.board);
  },

  async setDefaultBoard(context, { body }) {
    return setDefaultBoard(context.control, editorOf(context), context.account, body.board);
  },

  async showOverview(context) {
    const { control, account, readings } = context;
    const page = await listDevicePage(control, deviceActivity(context), {
      accountId: account.id,
      enabled: true,
      sort: "last_connected",
      order: "desc",
      limit: overviewCandidatesMax,
      after: null,
    });
    const devices = overviewDevices(page.devices);
    const sensors = await sensorsOfDevices(control, account.id, { ids: devices.map(({ id }) => id) });
    const latest = await readings.latestOf(sensors.map(({ id }) => id));
    // Sensors come in the order in which they were created.
    const sending = sensors.filter(({ id }) => latest.has(id)).toSorted((a, b) => a.id - b.id);
    return succeed({ definition: overviewOf(devices, sending) });
  },
};
