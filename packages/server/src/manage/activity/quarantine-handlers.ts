import { quarantinedPerCallMax, type quarantineRoutes } from "@weir/protocol/manage/quarantine-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { fail } from "@weir/protocol/result";
import { formatMicros } from "../../platform/instant.ts";
import { RawJson } from "../../platform/raw-json.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import { writeCursor } from "../../web/record-cursor.ts";
import { recordPage } from "../../web/record-page.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { type ImportSink, ImportUnavailableError } from "../core/import-sink.ts";
import { succeed } from "../core/manage-error.ts";
import {
  listQuarantined,
  type QuarantineListing,
  type QuarantineReader,
  type QuarantineView,
} from "./quarantine.ts";
import { discardQuarantined, type QuarantineChoice, resubmitQuarantined } from "./resubmit.ts";

/** `sink` gets readings that are submitted again. They go to the queue, like those of devices. */
export function createQuarantineHandlers(sink: ImportSink): HandlersOf<typeof quarantineRoutes> {
  return {
    listQuarantined: (context, { query }) => listPage(context, sink, query),

    listDeviceQuarantined: (context, { params, query }) =>
      listPage(context, sink, { ...query, device: params.device }),

    resubmitQuarantined: (context, { body }) =>
      whenTaken(async () => {
        await context.recentActivity.flush();
        const nowMs = context.clock.nowMs();
        const wanted = { ...requestOf(context, body), storeAs: body.store_as };
        const done = await resubmitQuarantined(writerOf(context), sink, wanted, nowMs);
        if (!done.ok) return done;
        // The request that they came with says that they are stored, so they should be when it is looked at next.
        if (done.value.accepted > 0) await context.flush();
        const { accepted, duplicates, rejected, ...worked } = done.value;
        const stay = rejected.flatMap(stayedToJson);
        return succeed({ accepted, duplicates, rejected: stay, ...workedToJson(worked) });
      }),

    async discardQuarantined(context, { body }) {
      await context.recentActivity.flush();
      const done = await discardQuarantined(writerOf(context), requestOf(context, body));
      if (!done.ok) return done;
      const { discarded, ...worked } = done.value;
      return succeed({ discarded, ...workedToJson(worked) });
    },
  };
}

type ListQuery = InputOf<typeof quarantineRoutes.listQuarantined>["query"] & { readonly device?: string };

async function listPage(context: AccountContext, { aheadMaxMs }: ImportSink, query: ListQuery) {
  const page = recordPage(query);
  if (!page.ok) return page;
  await context.recentActivity.flush();
  const { beforeId, limit } = page.value;
  const listing: QuarantineListing = {
    accountId: context.account.id,
    device: query.device,
    reason: query.reason,
    beforeId,
    limit,
  };
  const found = await listQuarantined(readerOf(context), listing, context.clock.nowMs() + aheadMaxMs);
  if (!found.ok) return found;
  const last = found.value.length < limit ? undefined : found.value.at(-1);
  const next = last === undefined ? null : writeCursor(last.reading.id);
  return succeed({ items: found.value.map(quarantinedToJson), next });
}

function readerOf({ control, activity }: AccountContext): QuarantineReader {
  return { control, activity };
}

function writerOf({ control, activity, ask }: AccountContext) {
  return { control, activity, ask };
}

type ChoiceJson = InputOf<typeof quarantineRoutes.discardQuarantined>["body"];

/** The schema guarantees that one of the two is given. */
function requestOf({ account }: AccountContext, body: ChoiceJson) {
  const { ids, device, reason, before_id: beforeId } = body;
  const choice: QuarantineChoice = device === undefined ? { ids: ids ?? [] } : { device, reason, beforeId };
  return { accountId: account.id, choice, perCallMax: quarantinedPerCallMax };
}

function quarantinedToJson({ reading, device, submitted, explanation }: QuarantineView) {
  return {
    id: reading.id,
    device: device === null ? null : { uuid: device.uuid, name: device.name },
    request: reading.requestId,
    position: reading.position,
    at: formatMicros(reading.arrivalMs * 1000),
    reason: reading.reason,
    url_sensor: reading.urlSensor,
    // As it was sent: numbers that a double cannot hold stay what they are.
    entry: new RawJson(reading.entry) as unknown,
    ready: submitted.ok,
    explanation,
  };
}

function stayedToJson({ reading, submitted, explanation }: QuarantineView) {
  return submitted.ok ? [] : [{ id: reading.id, reason: submitted.reason, explanation }];
}

function workedToJson({ unknownIds, beforeId }: { unknownIds: readonly number[]; beforeId: number | null }) {
  return { unknown_ids: [...unknownIds], before_id: beforeId };
}

/** Work that also accepts readings, for which there may be no room. */
async function whenTaken<Outcome>(work: () => Promise<Outcome>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImportUnavailableError)) throw error;
    return fail(unavailable);
  }
}

const unavailable: ProblemDetails = {
  status: 503,
  code: "import_unavailable",
  detail: "Readings cannot be accepted right now. They stay in quarantine. Try again later.",
  headers: { "Retry-After": "5" },
};
