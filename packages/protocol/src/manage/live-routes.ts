import { z } from "zod";
import { liveEventKinds } from "./live-events.ts";
import { defineRoutes } from "./route.ts";

/** Identifiers separated by commas, so many at most. */
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

const events = [
  "`value`: the newest saved value of a sensor, some times a second at most",
  "`alarm`: raised, cleared, acknowledged or unacknowledged, by a chain or by a person",
  "`device`: it has connected",
  "`deletion`: a device was deleted, with everything that was its own",
  "`chain`: what its nodes have counted since it was made and their new errors, about once a second while readings pass",
  "`activity`: a request of a device, as in the list of activity; under much traffic only some",
  "`reset`: events were missed, and everything has to be read anew",
];

export const liveRoutes = defineRoutes({
  watchLive: {
    method: "GET",
    path: "/accounts/{account}/live",
    tag: "Live",
    summary: "Watch what happens, as server-sent events",
    description: `Events: ${events.join("; ")}. Each has an id; send the last one as \`Last-Event-ID\` to go on after a break. A reader that is too slow is let go.`,
    access: "viewer",
    scope: "readings:read",
    query: z.object({
      devices: identifiers
        .optional()
        .describe("Only these devices: UUIDs, separated by commas. No `chain` events then."),
      sensors: identifiers
        .optional()
        .describe(
          "Of values and alarms only these sensors: UUIDs, separated by commas. No `chain` events then.",
        ),
      kinds: kinds
        .optional()
        .describe(
          `Only these kinds of events, separated by commas: ${liveEventKinds.join(", ")}. \`reset\` comes in any case.`,
        ),
    }),
    status: 200,
    answer: { stream: ["text/event-stream"] },
  },
});
