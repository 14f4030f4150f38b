import { z } from "zod";
import { fates, receiptStates, unsavedFates } from "../closed-sets.ts";
import { endpointNames } from "../contracts.ts";
import { outcomeReasons, requestReasons } from "../request-reasons.ts";
import { dropReasonNames, explanation, namedDevice, rejectedCounts } from "./activity-forms.ts";
import { accountParams, deviceParams, time } from "./device-forms.ts";
import { ofReadings } from "./of-readings.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { recordId } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";

const count = z.number().int();

const findingReason = z.enum([...dropReasonNames, "dropped_duplicate"]);
const identifier = z.string().nullable().describe("What the request called a sensor that there was not.");
const suggestions = z.array(z.string()).describe("Slugs of the device that may have been meant.");

const sensor = z.object({ uuid: z.string(), slug: z.string(), name: z.string() });
const namedSensor = sensor.nullable();
const chainVersion = z.object({ uuid: z.string(), name: z.string(), version: count });
const chainNode = z.object({
  id: z.string(),
  type: z.string().nullable(),
  name: z.string().nullable(),
  title: z.string().describe("Its name, else what its type is called."),
});

/** Where a reading was lost. */
const unsavedEnd = {
  fate: z
    .enum(unsavedFates)
    .describe("`ended`: it left a node by an output without a wire. `dead`: it failed and is a dead letter."),
  chain: chainVersion.nullable().describe("Null where it was removed since."),
  node: chainNode.nullable().describe("Null where the chain itself could not run."),
  output: z.string().nullable().describe("By which it left the node; null where it failed."),
};

const unsaved = z
  .object({
    not_saved: count.describe(
      "Readings that left their chain by an output without a wire, and that nothing had saved. Readings that a chain ends on purpose, with a stop or a deadband, are not counted.",
    ),
    failed: count.describe("Readings that failed in their chain. They are dead letters."),
    first: z
      .object({
        ...unsavedEnd,
        sensor: namedSensor.describe(
          "Null where the reading is not kept any more, or its sensor was removed.",
        ),
        value: ofReadings(
          z.number().nullable().describe("As it was sent; null where it is not kept any more."),
        ),
      })
      .describe("The first of these readings, and where it ended."),
  })
  .meta({ id: "UnsavedReadings" });

const unsavedPlace = z
  .object({
    cause: z
      .enum(["not_saved", "too_expensive"])
      .describe(
        "`not_saved`: readings left the node by an output without a wire. `too_expensive`: they took more processing time than a reading may take, most of it at the node, and are dead letters.",
      ),
    chain: unsavedEnd.chain,
    node: unsavedEnd.node,
    output: z
      .string()
      .nullable()
      .describe("By which they left the node; null where they were too expensive."),
    devices: count.describe("Devices whose readings ended there. Counting stops at 5,000."),
    last: z
      .object({
        at: time.describe("When its request arrived."),
        device: namedDevice,
        sensor: namedSensor,
        value: ofReadings(z.number().describe("As it was sent.")),
      })
      .describe("One of the last of these readings."),
  })
  .meta({ id: "UnsavedPlace" });

const deviceRequest = z
  .object({
    id: z.string().describe("Its X-Request-Id."),
    device: namedDevice,
    at: time.describe("When it arrived."),
    source: z.string().describe("The address it came from."),
    endpoint: z.enum(endpointNames),
    status: count.describe("The HTTP status it was answered with."),
    error: z
      .string()
      .nullable()
      .describe(
        "The code of the refusal; null where there is none. `device_disabled` where the device was disabled, which it is not told.",
      ),
    accepted: count,
    duplicates: count,
    rejected: rejectedCounts,
    duration_ms: z.number(),
    body_bytes: count.nullable().describe("Null where the body was not read."),
    clock_offset_ms: z
      .number()
      .nullable()
      .describe("How far the device's clock was behind the server's, where it sent its own in `Date`."),
    explanation: explanation.nullable().describe("Why it was refused; null where it was not."),
    first_problem: z
      .object({ field: z.string(), message: z.string() })
      .nullable()
      .describe("The first thing that was wrong with the body; null where it was well-formed."),
    first_finding: z
      .object({ reason: findingReason, identifier, suggestions, explanation })
      .nullable()
      .describe(
        "The first reading that was rejected, else the first duplicate; null where all were accepted.",
      ),
    unsaved: unsaved
      .nullable()
      .describe(
        "Accepted readings that were lost. Null where there are none, and until the readings are processed, which is a moment after the answer.",
      ),
  })
  .meta({ id: "DeviceRequest" });
export type DeviceRequest = z.infer<typeof deviceRequest>;

const finding = z
  .object({
    position: count.describe("Its place in the request's `data`, from 0."),
    reason: findingReason,
    sensor: namedSensor.describe(
      "The one it was for; null where it matched none, or that was removed since.",
    ),
    identifier,
    value: ofReadings(z.number().nullable()),
    timestamp: z.string().nullable().describe("The time the device sent, in UTC."),
    explanation,
    suggestions,
    matched_at: time.nullable().describe("Of a duplicate: when the reading that it repeats arrived."),
    until: time.nullable().describe("Of a duplicate: until when a repeat is recognised."),
    ahead_ms: z
      .number()
      .nullable()
      .describe("Of a future timestamp: how far ahead of the arrival it still was after correction."),
  })
  .meta({ id: "ReadingFinding" });

const fate = z
  .object({
    first: count.describe("The first of them among the accepted readings of the request, from 0."),
    readings: count.describe("How many there are that follow on each other."),
    position: count
      .nullable()
      .describe("The place of the first in the request's `data`; null where too many were not accepted."),
    fate: z.enum(fates),
    chain: chainVersion
      .nullable()
      .describe(
        "Where they ended, or the chain of the sensor by which they were saved. Null where the sensor or the chain was removed since, and of saved ones where `chains` has not exactly one.",
      ),
    node: chainNode.nullable().describe("Where they ended; null where the chain itself could not run."),
    output: z.string().nullable().describe("By which they would have left the node."),
    on_purpose: z
      .boolean()
      .nullable()
      .describe(
        "Of ended ones: whether the chain means to end them there, with a stop or a deadband. False where the output lacks a wire. Null of others, and where it is not known.",
      ),
    errors: z
      .array(
        z.object({
          reason: ofReadings(z.string().describe("What went wrong, in words.")),
          readings: count,
          dead_letter: recordId.describe("That of the last of them."),
        }),
      )
      .describe(
        "Of dead ones, why, each reason once, by their dead letters; empty where these were replayed or discarded since.",
      ),
  })
  .meta({ id: "ReadingFate" });

const receipt = z
  .object({
    state: z.enum(receiptStates).describe("Unknown is what lies so far back that it is no longer kept."),
    counts: z
      .object({
        queued: count,
        saved: count,
        already_stored: count.describe("Not saved again, because the same time and value was stored before."),
        ended: count.describe("Ended by their chain without being saved."),
        dead: count.describe("Failed in their chain; they are dead letters, and may be saved besides."),
      })
      .nullable()
      .describe("Of the accepted readings; null where it is not known any more."),
    chains: z
      .array(chainVersion)
      .describe(
        "The rule chains that the readings went into. On the batch endpoint those of all sensors that the device had sent for by then; empty where that is not known.",
      ),
    fates: z.array(fate),
    fates_complete: z.boolean().describe("False where there are more runs than are shown."),
    sent: ofReadings(
      z
        .array(z.object({ sensor: namedSensor, value: z.number(), at: time }))
        .nullable()
        .describe(
          "The accepted readings as they were sent, in order, the first 1,000. Null where they are not kept any more: the queue keeps readings as long as it recognises their repeats.",
        ),
    ),
    saved: ofReadings(
      z
        .array(z.object({ sensor, value: z.number(), at: time }))
        .nullable()
        .describe(
          "What was saved, by sensor and time, after what the chain made of it. Null where it is not known which readings these are: of more than 100, of old readings among many newer ones, and where another request of the device arrived in the same millisecond.",
        ),
    ),
  })
  .meta({ id: "RequestReceipt" });

const requestDetails = deviceRequest
  .extend({
    sensor: namedSensor.describe(
      "The one that the URL named; null where it named none, or that was removed since.",
    ),
    problems: z
      .record(z.string(), z.array(z.string()))
      .describe("What was wrong with the body, by field; empty where it was well-formed."),
    findings: z
      .array(finding)
      .describe("The readings that were not accepted, up to a limit; the counts are of all."),
    readings: receipt.describe("What became of the accepted ones."),
  })
  .meta({ id: "DeviceRequestDetails" });

const only = z
  .enum(["troubled"])
  .optional()
  .describe(
    "`troubled`: only requests in which not everything was accepted, or of which accepted readings were lost.",
  );
const reason = z
  .enum([...requestReasons, ...outcomeReasons])
  .optional()
  .describe(
    "Only requests of which something was not accepted for this: readings that were dropped for it, or the request as a whole. `not_saved` and `failed`: only requests of which accepted readings were lost in this way.",
  );
const listing = { access: "viewer", scope: "devices:read" } as const;

export const activityRoutes = defineRoutes("Activity", {
  listDeviceRequests: {
    method: "GET",
    path: "/accounts/{account}/devices/{device}/activity",
    summary: "List the last requests of a device, the newest first",
    ...listing,
    params: deviceParams,
    query: pageQuery.extend({ only, reason }),
    answer: pageOf(deviceRequest),
  },
  listRequests: {
    method: "GET",
    path: "/accounts/{account}/activity",
    summary: "List the last requests of all devices, the newest first",
    ...listing,
    params: accountParams,
    query: pageQuery.extend({ only, reason, device: z.uuid().optional() }),
    answer: pageOf(deviceRequest),
  },
  listUnsavedReadings: {
    method: "GET",
    path: "/accounts/{account}/unsaved-readings",
    summary: "List where readings left their chains unsaved in the last 24 hours, the last first",
    description:
      "An item for each output without a wire, and for each node that takes too much processing time. Readings that a chain ends on purpose, with a stop or a deadband, are left out, and so is a chain that was published since, until it loses another reading. Readings that failed for other reasons are dead letters only.",
    ...listing,
    params: accountParams,
    answer: z.object({ since: time, items: z.array(unsavedPlace) }),
  },
  showRequest: {
    method: "GET",
    path: "/accounts/{account}/requests/{id}",
    summary: "Show a request of a device, and what became of its readings",
    description:
      "The `X-Request-Id` of an answer to a device is the receipt of its readings. Of each device the last requests are kept.",
    ...listing,
    params: accountParams.extend({ id: z.string().max(100).describe("An X-Request-Id.") }),
    answer: requestDetails,
  },
});
