import { z } from "zod";
import { fates, receiptStates, unsavedFates } from "../closed-sets.ts";
import { endpointNames } from "../contracts.ts";
import { outcomeReasons, requestReasons } from "../request-reasons.ts";
import { accountParams } from "./account-params.ts";
import { dropReasonNames, explanation, namedDevice, rejectedCounts } from "./activity-forms.ts";
import { deviceParams } from "./device-forms.ts";
import { ofReadings } from "./of-readings.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { recordId } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const count = z.number().int();

const findingReason = z.enum([...dropReasonNames, "dropped_duplicate"]);
const identifier = z.string().nullable().describe("The identifier in the request, which matched no sensor.");
const suggestions = z.array(z.string()).describe("Similar slugs of the device.");

const sensor = z.object({ uuid: z.string(), slug: z.string(), name: z.string() });
const namedSensor = sensor.nullable();
const chainVersion = z.object({ uuid: z.string(), name: z.string(), version: count });
const chainNode = z.object({
  id: z.string(),
  type: z.string().nullable(),
  name: z.string().nullable(),
  title: z.string().describe("Its name, or the name of its type."),
});

/** Where a reading was lost. */
const unsavedEnd = {
  fate: z
    .enum(unsavedFates)
    .describe("`ended`: it left a node by an output without a wire. `dead`: it failed and is a dead letter."),
  chain: chainVersion.nullable().describe("Null where it was removed since."),
  node: chainNode.nullable().describe("Null if the chain itself could not run."),
  output: z.string().nullable().describe("The output by which it left the node; null if it failed."),
};

const unsaved = z
  .object({
    not_saved: count.describe(
      "Readings that left their chain unsaved by an output without a wire. Readings that a chain ends on purpose, with a stop or a deadband, are not counted.",
    ),
    failed: count.describe("Readings that failed in their chain. They are dead letters."),
    first: z
      .object({
        ...unsavedEnd,
        sensor: namedSensor.describe("Null if the reading is no longer kept or its sensor was removed."),
        value: ofReadings(z.number().nullable().describe("As it was sent; null if it is no longer kept.")),
      })
      .describe("The first of these readings, and where it ended."),
  })
  .meta({ id: "UnsavedReadings" });

const unsavedPlace = z
  .object({
    cause: z
      .enum(["not_saved", "too_expensive"])
      .describe(
        "`not_saved`: readings left the node by an output without a wire. `too_expensive`: they exceeded the processing time allowed for a reading, mostly at this node, and became dead letters.",
      ),
    chain: unsavedEnd.chain,
    node: unsavedEnd.node,
    output: z
      .string()
      .nullable()
      .describe("The output by which they left the node; null if they were too expensive."),
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
        "The code of the refusal; null if there is none. `device_disabled` if the device was disabled; the device itself is not told this.",
      ),
    accepted: count,
    duplicates: count,
    rejected: rejectedCounts,
    duration_ms: z.number(),
    body_bytes: count.nullable().describe("Null if the body was not read."),
    clock_offset_ms: z
      .number()
      .nullable()
      .describe("How far the device's clock was behind the server's clock, if it sent a `Date` header."),
    clock_behind_s: z
      .number()
      .int()
      .nullable()
      .describe(
        "How far behind its arrival the newest of its times is, if that is more than `clock_behind_days`; otherwise null. Its readings are accepted all the same.",
      ),
    explanation: explanation.nullable().describe("Why it was refused; null if it was not refused."),
    first_problem: z
      .object({ field: z.string(), message: z.string() })
      .nullable()
      .describe("The first problem with the body; null if it was well-formed."),
    first_finding: z
      .object({ reason: findingReason, identifier, suggestions, explanation })
      .nullable()
      .describe("The first rejected reading, or else the first duplicate; null if all were accepted."),
    unsaved: unsaved
      .nullable()
      .describe(
        "Accepted readings that were not saved. Null if there are none, and until the readings are processed, shortly after the answer.",
      ),
  })
  .meta({ id: "DeviceRequest" });
export type DeviceRequest = z.infer<typeof deviceRequest>;

const finding = z
  .object({
    position: count.describe("Its index in the request's `data`, from 0."),
    reason: findingReason,
    sensor: namedSensor.describe(
      "The sensor it was for; null if it matched none or the sensor has since been removed.",
    ),
    identifier,
    value: ofReadings(z.number().nullable()),
    timestamp: z.string().nullable().describe("The time the device sent, in UTC."),
    explanation,
    suggestions,
    matched_at: time.nullable().describe("For a duplicate: when the original reading arrived."),
    until: time.nullable().describe("For a duplicate: until when repeats are recognized."),
    stored_since: z.boolean().describe("Whether it is stored by now: it was submitted or sent again."),
    ahead_ms: z
      .number()
      .nullable()
      .describe("For a future timestamp: how far ahead of the arrival it was after correction."),
  })
  .meta({ id: "ReadingFinding" });

const fate = z
  .object({
    first: count.describe(
      "Index of the first of these readings among the accepted readings of the request, from 0.",
    ),
    readings: count.describe("How many consecutive readings this covers."),
    position: count
      .nullable()
      .describe("Index of the first in the request's `data`; null if too many readings were not accepted."),
    fate: z.enum(fates),
    chain: chainVersion
      .nullable()
      .describe(
        "Where they ended, or the chain of the sensor by which they were saved. Null where the sensor or the chain was removed since, and of saved ones where `chains` has not exactly one.",
      ),
    node: chainNode.nullable().describe("The node where they ended; null if the chain itself could not run."),
    output: z.string().nullable().describe("The output by which they would have left the node."),
    on_purpose: z
      .boolean()
      .nullable()
      .describe(
        "Of ended ones: whether the chain means to end them there, with a stop or a deadband. False where the output lacks a wire. Null of others, and where it is not known.",
      ),
    errors: z
      .array(
        z.object({
          reason: ofReadings(z.string().describe("What went wrong, as text.")),
          readings: count,
          dead_letter: recordId.describe("That of the last of them."),
        }),
      )
      .describe(
        "For dead readings, the reasons from their dead letters, each once; empty if these have since been replayed or discarded.",
      ),
  })
  .meta({ id: "ReadingFate" });

const receipt = z
  .object({
    state: z.enum(receiptStates).describe("`unknown`: so long ago that it is no longer kept."),
    counts: z
      .object({
        queued: count,
        saved: count,
        already_stored: count.describe(
          "Not saved again, because the same time and value were already stored.",
        ),
        ended: count.describe("Ended by their chain without being saved."),
        dead: count.describe(
          "Failed in their chain and became dead letters; they may have been saved as well.",
        ),
      })
      .nullable()
      .describe("For the accepted readings; null if no longer known."),
    chains: z
      .array(chainVersion)
      .describe(
        "The rule chains that the readings went into. On the batch endpoint, the chains of all sensors the device had sent readings for; empty if not known.",
      ),
    fates: z.array(fate),
    fates_complete: z.boolean().describe("False if there are more runs than are shown."),
    sent: ofReadings(
      z
        .array(z.object({ sensor: namedSensor, value: z.number(), at: time }))
        .nullable()
        .describe(
          "The accepted readings as they were sent, in order, the first 1,000. Null if they are no longer kept: the queue keeps readings for as long as it recognizes repeats.",
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
      "The sensor in the URL; null if the URL named none or the sensor has since been removed.",
    ),
    problems: z
      .record(z.string(), z.array(z.string()))
      .describe("Problems with the body, by field; empty if it was well-formed."),
    findings: z
      .array(finding)
      .describe("The readings that were not accepted, up to a limit; the counts cover all of them."),
    readings: receipt.describe("What happened to the accepted readings."),
  })
  .meta({ id: "DeviceRequestDetails" });

const only = z
  .enum(["troubled"])
  .optional()
  .describe(
    "`troubled`: only requests with readings that were not accepted, accepted readings that were not saved, or times far in the past.",
  );
const reason = z
  .enum([...requestReasons, ...outcomeReasons])
  .optional()
  .describe(
    "Only requests with this problem: readings dropped for this reason, or the request refused as a whole. `not_saved` and `failed`: only requests with accepted readings that were lost this way.",
  );
const listing = { access: "viewer", scope: "devices:read" } as const;

export const activityRoutes = defineRoutes("Activity", {
  listDeviceRequests: {
    method: "GET",
    path: "/accounts/{account}/devices/{device}/activity",
    summary: "List the latest requests of a device, newest first",
    ...listing,
    params: deviceParams,
    query: pageQuery.extend({ only, reason }),
    answer: pageOf(deviceRequest),
  },
  listRequests: {
    method: "GET",
    path: "/accounts/{account}/activity",
    summary: "List the latest requests of all devices, newest first",
    ...listing,
    params: accountParams,
    query: pageQuery.extend({ only, reason, device: z.uuid().optional() }),
    answer: pageOf(deviceRequest),
  },
  listUnsavedReadings: {
    method: "GET",
    path: "/accounts/{account}/unsaved-readings",
    summary: "List where readings left their chains unsaved in the last 24 hours, latest first",
    description:
      "An item for each output without a wire, and for each node that takes too much processing time. Readings that a chain ends on purpose, with a stop or a deadband, are left out, and so is a chain that was published since, until it loses another reading. Readings that failed for other reasons are dead letters only.",
    ...listing,
    params: accountParams,
    answer: z.object({ since: time, items: z.array(unsavedPlace) }),
  },
  showRequest: {
    method: "GET",
    path: "/accounts/{account}/requests/{id}",
    summary: "Show a request of a device, and what happened to its readings",
    description:
      "The `X-Request-Id` of an answer to a device is the receipt for its readings. The latest requests of each device are kept.",
    ...listing,
    params: accountParams.extend({ id: z.string().max(100).describe("An X-Request-Id.") }),
    answer: requestDetails,
  },
});
