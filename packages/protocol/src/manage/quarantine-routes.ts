import { z } from "zod";
import { dropReasonNames, explanation, namedDevice } from "./activity-forms.ts";
import { accountParams, deviceParams, time } from "./device-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { recordId, unknownIds } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";

/** How many are submitted again or discarded in one call. */
export const quarantinedPerCallMax = 1000;

const dropReason = z.enum(dropReasonNames);

const quarantinedReading = z
  .object({
    id: recordId,
    device: namedDevice,
    request: z.string().describe("The X-Request-Id of the request it came with."),
    position: z.number().int().describe("Its place in the request's `data`, from 0."),
    at: time.describe("When it arrived."),
    reason: dropReason.describe("Why it was rejected then."),
    url_sensor: z.string().nullable().describe("The sensor in the URL; null on the batch endpoint."),
    entry: z.unknown().describe("The reading as it was sent."),
    ready: z.boolean().describe("Whether it would be accepted if it were submitted again now."),
    explanation,
  })
  .meta({ id: "QuarantinedReading" });

/** What is meant must be said: ids, or those of a device. */
const choice = z
  .strictObject({
    ids: z.array(recordId).min(1).max(quarantinedPerCallMax).optional(),
    device: z.uuid().optional().describe("All of this device, at most 1,000 in one call, the newest first."),
    reason: dropReason.optional().describe("With `device`: only those that were rejected for this."),
    before_id: recordId.optional().describe("With `device`: `before_id` of the answer before, to go on."),
  })
  .refine(({ ids, device }) => (ids === undefined) !== (device === undefined), {
    message: "Say which: give either ids, or a device.",
    path: ["ids"],
  })
  .meta({ id: "QuarantineChoice" });

const worked = {
  unknown_ids: unknownIds,
  before_id: recordId
    .nullable()
    .describe("Where there may be more of the device: give it back to go on with older ones."),
};

const path = "/accounts/{account}/quarantine";
const listQuery = pageQuery.extend({ reason: dropReason.optional() });
const listing = { method: "GET", access: "viewer", scope: "readings:read" } as const;
const changing = {
  method: "POST",
  access: "editor",
  scope: "readings:write",
  params: accountParams,
  body: choice,
} as const;

export const quarantineRoutes = defineRoutes("Quarantine", {
  listQuarantined: {
    path,
    summary: "List rejected readings that were kept, the newest first",
    description:
      "Readings are kept while `quarantine` of their device is on, and stay when it is switched off. Of a new device it is on until its first day without rejections.",
    ...listing,
    params: accountParams,
    query: listQuery,
    answer: pageOf(quarantinedReading),
  },
  listDeviceQuarantined: {
    path: "/accounts/{account}/devices/{device}/quarantine",
    summary: "List rejected readings of a device that were kept, the newest first",
    ...listing,
    params: deviceParams,
    query: listQuery,
    answer: pageOf(quarantinedReading),
  },
  resubmitQuarantined: {
    path: `${path}/resubmit`,
    summary: "Submit rejected readings again",
    description:
      "They are checked as when they arrived, by the sensors there are now. What is accepted goes through its chain; its time is the one that was sent, or else that of its first arrival. What is still rejected stays.",
    ...changing,
    answer: z.object({
      accepted: z.number().int(),
      duplicates: z.number().int().describe("Had been accepted before; they leave the quarantine too."),
      rejected: z.array(z.object({ id: recordId, reason: dropReason, explanation })),
      ...worked,
    }),
  },
  discardQuarantined: {
    path: `${path}/discard`,
    summary: "Remove rejected readings for good",
    ...changing,
    answer: z.object({ discarded: z.number().int(), ...worked }),
  },
});
