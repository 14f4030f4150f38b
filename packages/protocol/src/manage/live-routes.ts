import { z } from "zod";
import { defineRoutes } from "./route.ts";

/** Identifiers separated by commas, so many at most. */
const identifiers = z
  .string()
  .max(20_000)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.uuid()).max(500));

export const liveRoutes = defineRoutes({
  watchLive: {
    method: "GET",
    path: "/accounts/{account}/live",
    tag: "Live",
    summary: "Watch what happens, as server-sent events",
    description:
      "Events: `value` (the newest saved value of a sensor), `alarm` (raised or cleared), `device` (it has connected), and `reset` when events were missed and everything has to be read anew. Each has an id; send the last one as `Last-Event-ID` to go on after a break. A reader that is too slow is let go.",
    access: "viewer",
    scope: "readings:read",
    query: z.object({
      devices: identifiers.optional().describe("Only these devices: UUIDs, separated by commas."),
      sensors: identifiers.optional().describe("Only these sensors: UUIDs, separated by commas."),
    }),
    status: 200,
    answer: { stream: ["text/event-stream"] },
  },
});
