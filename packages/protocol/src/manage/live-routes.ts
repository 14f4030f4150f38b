import { z } from "zod";
import { type LiveEventKind, liveEventKinds, liveEventScopes } from "./live-events.ts";
import { defineRoutes } from "./route.ts";

/** A limited number of identifiers, separated by commas. */
const identifiers = z
  .string()
  .max(20_000)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.uuid()).max(500));

const kinds = z
  .string()
  .max(100)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.enum(liveEventKinds)));

const meanings: Readonly<Record<LiveEventKind, string>> = {
  value: "the newest saved value of a sensor, at most a few times per second",
  alarm:
    "an alarm was raised or cleared, its severity rose, or somebody acknowledged it or acted on it otherwise",
  device: "a device connected",
  deletion: "a device was deleted with everything that belongs to it",
  chain:
    "the counts of its nodes since it was created and their new errors, about once per second while readings arrive",
  activity: "a request of a device, as in the list of activity; only some of them under heavy traffic",
  outcome:
    "the same request again, if some of its readings turned out not to be saved after it was sent as `activity`",
};
const events = [
  ...liveEventKinds.map((kind) => `\`${kind}\` (\`${liveEventScopes[kind]}\`): ${meanings[kind]}`),
  "`reset`: events were missed, so everything has to be read again",
];
const description = [
  `Events, with the scope that an API key needs for each: ${events.join("; ")}.`,
  "A key gets the kinds that its scopes cover; an alarm's value and message, and the value of a lost reading, only with `readings:read`.",
  "Each event has an id; send the last one as `Last-Event-ID` to continue after an interruption.",
  "The stream ends when the caller loses access, and when it reads too slowly.",
  "The open streams of a person, a key and an account are limited: past the limit the answer is 429 `too_many_listeners`, with the setting and its value under `limit`.",
].join(" ");

export const liveRoutes = defineRoutes("Live", {
  watchLive: {
    method: "GET",
    path: "/accounts/{account}/live",
    summary: "Receive live events as server-sent events",
    description,
    access: "viewer",
    scope: { anyOf: [...new Set(Object.values(liveEventScopes))] },
    query: z.object({
      devices: identifiers
        .optional()
        .describe("Only events of these devices: UUIDs, separated by commas. Leaves out `chain` events."),
      sensors: identifiers
        .optional()
        .describe(
          "Only values and alarms of these sensors: UUIDs, separated by commas. Leaves out `chain` events.",
        ),
      values: identifiers
        .optional()
        .describe(
          "Only values of these sensors: UUIDs, separated by commas. Other events come as without this.",
        ),
      kinds: kinds
        .optional()
        .describe(
          `Only these kinds of events, separated by commas: ${liveEventKinds.join(", ")}. \`reset\` comes in any case.`,
        ),
      after: z
        .string()
        .max(100)
        .optional()
        .describe(
          "The id of the last event of a stream that you replace with this one, to get other kinds of events without missing any in between.",
        ),
    }),
    answer: { stream: ["text/event-stream"] },
  },
});
