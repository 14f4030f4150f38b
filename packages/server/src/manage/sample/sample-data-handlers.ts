import type { sampleDataRoutes } from "@weir/protocol/manage/sample-data-routes";
import type { DeviceRequest } from "../../bus/device-request.ts";
import { sampleItemsOf } from "../../control/sample/sample-items.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import type { ImportSink } from "../core/import-sink.ts";
import { succeed } from "../core/manage-error.ts";
import { orUnavailable } from "../core/or-unavailable.ts";
import { loadSampleData, removeSampleData } from "./sample-data.ts";

/** `sink` gets the readings of the sample data. */
export function createSampleDataHandlers(sink: ImportSink): HandlersOf<typeof sampleDataRoutes> {
  return {
    async showSampleData(context) {
      return succeed(await shown(context));
    },

    async loadSampleData(context) {
      const { control, account, request, sendAsDevice, flush } = context;
      const send = (sent: DeviceRequest) => sendAsDevice(sent, request.source);
      return orUnavailable("Try again later; nothing was created.", async () => {
        const loaded = await loadSampleData({ control, sink, send }, account.id);
        // Whoever looks at the fleet next sees its readings and that its devices have connected.
        if (loaded.ok) await flush();
        return loaded.ok ? succeed(await shown(context)) : loaded;
      });
    },

    async removeSampleData({ control, account }) {
      return removeSampleData(control, account.id);
    },
  };
}

async function shown({ control, account }: AccountContext) {
  const { deviceUuids, boardUuids, loadedAt } = await sampleItemsOf(control.db, account.id);
  return {
    device_count: deviceUuids.length,
    board: boardUuids[0] ?? null,
    loaded_at: loadedAt === null ? null : formatMicros(loadedAt),
  };
}
