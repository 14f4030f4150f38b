import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { dropReasonNames, explanation, namedDevice } from "./activity-forms.ts";
import { deviceParams } from "./device-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { recordId, unknownIds } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

/** How many readings can be submitted again or discarded in one call. */
export const quarantinedPerCallMax = 1000;

const dropReason = z.enum(dropReasonNames);

const quarantinedReading = z
  .object({
    id: recordId,
    device: namedDevice,
    request: z.string().describe("The X-Request-Id of its request."),
    position: z.number().int().describe("Its index in the request's `data`, from 0."),
    at: time.describe("When it arrived."),
    reason: dropReason.describe("Why it was rejected on arrival."),
    url_sensor: z.string().nullable().describe("The sensor in the URL; null on the batch endpoint."),
    entry: z.unknown().describe("The reading as it was sent."),
    ready: z.boolean().describe("Whether it would be accepted if it were submitted again now."),
    explanation,
  })
  .meta({ id: "QuarantinedReading" });

const choiceFields = z.strictObject({
  ids: z.array(recordId).min(1).max(quarantinedPerCallMax).optional(),
  device: z.uuid().optional().describe("All readings of this device, at most 1,000 per call, newest first."),
  reason: dropReason.optional().describe("With `device`: only readings rejected for this reason."),
  before_id: recordId.optional().describe("With `device`: `before_id` of the previous answer, to continue."),
});

/** The caller must choose explicitly: ids, or all of a device. */
const oneChoice = { message: "Give either ids or a device.", path: ["ids"] };
const isOneChoice = ({ ids, device }: z.infer<typeof choiceFields>) =>
  (ids === undefined) !== (device === undefined);

const choice = choiceFields.refine(isOneChoice, oneChoice).meta({ id: "QuarantineChoice" });

const resubmission = choiceFields
  .extend({
    store_as: z
      .strictObject({
        sent: z.string().min(1).max(200).describe("The slug that the device sent."),
        sensor: z.string().min(1).max(200).describe("Slug or UUID of a sensor of the device."),
      })
      .optional()
      .describe(
        "With `device`: only readings with this unknown slug, which become readings of this sensor. What the device sends later is not affected.",
      ),
  })
  .refine(isOneChoice, oneChoice)
  .refine(({ device, store_as }) => store_as === undefined || device !== undefined, {
    message: "store_as needs a device.",
    path: ["store_as"],
  })
  .meta({ id: "QuarantineResubmission" });

const worked = {
  unknown_ids: unknownIds,
  before_id: recordId
    .nullable()
    .describe("Set if the device may have more: send it to continue with older readings."),
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
    summary: "List rejected readings that were kept, newest first",
    description:
      "Readings are kept while `quarantine` of their device is on, and stay when it is turned off. For a new device, it is on until the first day without rejections.",
    ...listing,
    params: accountParams,
    query: listQuery,
    answer: pageOf(quarantinedReading),
  },
  listDeviceQuarantined: {
    path: "/accounts/{account}/devices/{device}/quarantine",
    summary: "List rejected readings of a device that were kept, newest first",
    ...listing,
    params: deviceParams,
    query: listQuery,
    answer: pageOf(quarantinedReading),
  },
  resubmitQuarantined: {
    path: `${path}/resubmit`,
    summary: "Submit rejected readings again",
    description:
      "They are checked again with the current sensors of the device. Accepted readings go through their chain; their time is the one that was sent, or else the time they first arrived. Readings that are still rejected stay in quarantine.",
    ...changing,
    body: resubmission,
    answer: z.object({
      accepted: z.number().int(),
      duplicates: z.number().int().describe("Already accepted before; these also leave the quarantine."),
      rejected: z.array(z.object({ id: recordId, reason: dropReason, explanation })),
      ...worked,
    }),
  },
  discardQuarantined: {
    path: `${path}/discard`,
    summary: "Permanently delete rejected readings",
    ...changing,
    answer: z.object({ discarded: z.number().int(), ...worked }),
  },
});
