import { z } from "zod";
import { settledFates } from "../closed-sets.ts";
import { chainParams } from "./chain-forms.ts";
import { chainStep } from "./chain-run-routes.ts";
import { defineRoutes } from "./route.ts";
import { traceMinutesDefault, traceMinutesMax } from "./trace-minutes.ts";

const trace = z
  .object({
    is_running: z.boolean(),
    until: z.string().nullable().describe("When it ends by itself; null where it has ended."),
    seen: z.number().int().describe("How many readings came by; the last 200 are kept."),
    readings: z.array(
      z.object({
        at: z.string(),
        value: z.number(),
        metadata: z.unknown(),
        outcome: z
          .enum(settledFates)
          .describe("`already_stored`: not saved again, because the same time and value was stored before."),
        reason: z.string().nullable().describe("Why it became a dead letter; null where it did not."),
        device: z.string().describe("UUID."),
        sensor: z.object({ uuid: z.string(), slug: z.string() }),
        chain: z.object({ uuid: z.string(), name: z.string().nullable(), version: z.number().int() }),
        steps: z.array(chainStep),
      }),
    ),
  })
  .meta({ id: "Trace" });

const minutes = z.number().gt(0).max(traceMinutesMax).default(traceMinutesDefault);
const deviceParams = z.object({ account: z.uuid(), device: z.uuid() });
const ofChain = "/accounts/{account}/chains/{chain}/trace";
const ofDevice = "/accounts/{account}/devices/{device}/trace";

const start = {
  method: "POST",
  description:
    "Begins anew where it is traced already. It ends by itself, when it is stopped, and when the processor restarts.",
  access: "editor",
  scope: { allOf: ["chains:write", "readings:read"] },
  body: z.strictObject({ minutes }),
  answer: trace,
} as const;
const read = {
  method: "GET",
  description: "Where none was switched on since the processor started, it is not running and saw nothing.",
  access: "viewer",
  scope: { allOf: ["chains:read", "readings:read"] },
  answer: trace,
} as const;
const stop = {
  method: "POST",
  description: "What was caught can still be read.",
  access: "editor",
  scope: { allOf: ["chains:write", "readings:read"] },
  answer: trace,
} as const;

export const traceRoutes = defineRoutes("Traces", {
  startChainTrace: {
    ...start,
    path: ofChain,
    params: chainParams,
    summary: "Watch the readings that go through a chain",
  },
  readChainTrace: {
    ...read,
    path: ofChain,
    params: chainParams,
    summary: "Show what the trace of a chain caught",
  },
  stopChainTrace: {
    ...stop,
    path: `${ofChain}/stop`,
    params: chainParams,
    summary: "Stop watching the readings of a chain",
  },
  startDeviceTrace: {
    ...start,
    path: ofDevice,
    params: deviceParams,
    summary: "Watch the readings of a device, whatever their chain",
  },
  readDeviceTrace: {
    ...read,
    path: ofDevice,
    params: deviceParams,
    summary: "Show what the trace of a device caught",
  },
  stopDeviceTrace: {
    ...stop,
    path: `${ofDevice}/stop`,
    params: deviceParams,
    summary: "Stop watching the readings of a device",
  },
});
