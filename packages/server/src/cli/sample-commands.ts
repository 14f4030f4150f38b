import type { SampleState } from "@weir/protocol/sample-states";
import { counted } from "../platform/counted.ts";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import type { ApiClient } from "./client/api-client.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { shortTime } from "./table.ts";

const load = apiCommand({
  description:
    "Create an invented cold store to try Weir out: devices with a week of readings that keep sending, a board, a rule chain and alert rules. " +
    "`weir sample remove` deletes all of it.",
  take: takeOneAccount,
  examples: ["weir sample load"],
  needs: { needsServer: true },
  async call(api, _: [], options: AccountOptions) {
    const place = await placeOf(api, options);
    await api.call("loadSampleData", place);
    return whenLoaded(api, place);
  },
  text: ({ device_count: devices, state }) =>
    state === "loading"
      ? `Created ${counted(devices, "sample device")}. Their readings are still being saved: weir sample show`
      : `Loaded sample data with ${counted(devices, "device")}.`,
});

const show = apiCommand({
  take: takeOneAccount,
  examples: ["weir sample show"],
  call: async (api, _: [], options: AccountOptions) =>
    api.call("showSampleData", await placeOf(api, options)),
  text({ device_count: devices, loaded_at: at, state }) {
    if (state === "removing") return "The sample data is being removed.";
    if (at === null) return "The account has no sample data. Load it: weir sample load";
    return `Sample data with ${counted(devices, "device")}, loaded ${shortTime(at)}. ${does[state] ?? ""}`.trim();
  },
});

const does: { readonly [State in SampleState]?: string } = {
  loading: "Its readings are still being saved.",
  sending: "Its devices keep sending.",
  paused: "Its devices are paused until somebody opens a page of the account.",
  ended: "It was loaded by an older version and sends nothing.",
};

const remove = apiCommand({
  description: "Delete what `weir sample load` created, with all its readings. Nothing else is deleted.",
  take: (command) => takeYes(takeOneAccount(command)),
  examples: ["weir sample remove"],
  async call(api, _: [], options: AccountOptions & ConfirmOptions) {
    const place = await placeOf(api, options);
    await askFirst("Delete the sample devices with everything that belongs to them?", options);
    await api.call("removeSampleData", place);
    return { removed: true };
  },
  text: () => "Removed the sample data.",
});

type Place = Awaited<ReturnType<typeof placeOf>>;

const lookEveryMs = 200;
/** A busy server finishes later. */
const looksMax = 300;

/** Resolves to the sample data once its readings are saved, or after a minute as it is. */
async function whenLoaded(api: ApiClient, place: Place) {
  let shown = await api.call("showSampleData", place);
  for (let look = 0; look < looksMax && shown.state === "loading"; look++) {
    await Bun.sleep(lookEveryMs);
    shown = await api.call("showSampleData", place);
  }
  return shown;
}

async function placeOf(api: ApiClient, { account }: AccountOptions) {
  return { params: { account: (await api.accountFor(account)).uuid } };
}

export const sampleCommands = { load, show, remove };
