import { counted } from "../platform/counted.ts";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import type { ApiClient } from "./client/api-client.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { shortTime } from "./table.ts";

const load = apiCommand({
  description:
    "Create an invented cold store with a week of readings, a board and alert rules, to try Weir out. " +
    "`weir sample remove` deletes all of it.",
  take: takeOneAccount,
  examples: ["weir sample load"],
  needs: { needsServer: true },
  call: async (api, _: [], options: AccountOptions) =>
    api.call("loadSampleData", await placeOf(api, options)),
  text: ({ device_count: devices }) => `Loaded sample data with ${counted(devices, "device")}.`,
});

const show = apiCommand({
  take: takeOneAccount,
  examples: ["weir sample show"],
  call: async (api, _: [], options: AccountOptions) =>
    api.call("showSampleData", await placeOf(api, options)),
  text: ({ device_count: devices, loaded_at: at }) =>
    at === null
      ? "The account has no sample data. Load it: weir sample load"
      : `Sample data with ${counted(devices, "device")}, loaded ${shortTime(at)}.`,
});

const remove = apiCommand({
  description: "Delete what `weir sample load` created, with all its readings. Nothing else is deleted.",
  take: (command) => takeYes(takeOneAccount(command)),
  examples: ["weir sample remove"],
  async call(api, _: [], options: AccountOptions & ConfirmOptions) {
    const place = await placeOf(api, options);
    await askFirst("Delete the sample devices with their readings, board and alert rules?", options);
    await api.call("removeSampleData", place);
    return { removed: true };
  },
  text: () => "Removed the sample data.",
});

async function placeOf(api: ApiClient, { account }: AccountOptions) {
  return { params: { account: (await api.accountFor(account)).uuid } };
}

export const sampleCommands = { load, show, remove };
