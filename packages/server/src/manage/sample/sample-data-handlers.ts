import type { sampleDataRoutes } from "@weir/protocol/manage/sample-data-routes";
import type { SampleState } from "@weir/protocol/sample-states";
import { sampleItemsOf } from "../../control/sample/sample-items.ts";
import { type Sample, sampleOf, sendingSamples } from "../../control/sample/samples.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { createSample } from "./insert-sample.ts";
import { removeSample } from "./remove-sample.ts";
import { sampleSize } from "./sample-fleet.ts";

export const sampleDataHandlers: HandlersOf<typeof sampleDataRoutes> = {
  async showSampleData(context) {
    return succeed(await shown(context));
  },

  async loadSampleData(context) {
    const created = await createSample(context.control, context.account.id);
    return created.ok ? succeed(await shown(context)) : created;
  },

  async removeSampleData({ control, account }) {
    return removeSample(control, account.id);
  },
};

async function shown({ control, allAccounts, account }: AccountContext) {
  const sample = await sampleOf(control.db, account.id);
  const { devices, boards, createdAt } = await sampleItemsOf(control.db, account.id);
  const loadedAt = sample?.state === "removing" ? null : createdAt;
  const sending = sample?.state === "sending" ? await sendingSamples(allAccounts.db, control.nowUs()) : [];
  const isSending = sending.includes(account.id);
  return {
    state: stateOf(sample, { hasItems: createdAt !== null, isSending }),
    device_count: devices.length,
    loaded_share: sample?.state === "loading" ? sample.filled / sampleSize : null,
    board: boards[0]?.uuid ?? null,
    loaded_at: loadedAt === null ? null : formatMicros(loadedAt),
  };
}

function stateOf(
  sample: Sample | null,
  { hasItems, isSending }: { readonly hasItems: boolean; readonly isSending: boolean },
): SampleState {
  if (sample === null) return hasItems ? "ended" : "none";
  if (sample.state !== "sending") return sample.state;
  return isSending ? "sending" : "paused";
}
