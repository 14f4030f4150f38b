import { z } from "zod";
import { settledFates } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { chainParams } from "./chain-forms.ts";
import { chainStep } from "./chain-run-routes.ts";
import { defineRoutes } from "./route.ts";
import { traceMinutesDefault, traceMinutesMax } from "./trace-minutes.ts";

const trace = z
  .object({
    is_running: z.boolean(),
    until: z.string().nullable().describe("When it ends; null if it has ended."),
    seen: z.number().int().describe("How many readings were recorded; the last 200 are kept."),
    readings: z.array(
      z.object({
        at: z.string(),
        value: z.number(),
        metadata: z.unknown(),
        outcome: z
          .enum(settledFates)
          .describe("`already_stored`: not saved again, because the same time and value was stored before."),
        reason: z.string().nullable().describe("Why it became a dead letter; null if it did not."),
        device: z.string().describe("UUID."),
        sensor: z.object({ uuid: z.string(), slug: z.string() }),
        chain: z.object({ uuid: z.string(), name: z.string().nullable(), version: z.number().int() }),
        steps: z.array(chainStep),
      }),
    ),
  })
  .meta({ id: "Trace" });

const minutes = z.number().gt(0).max(traceMinutesMax).default(traceMinutesDefault);
const deviceParams = accountParams.extend({ device: z.uuid() });
const ofChain = "/accounts/{account}/chains/{chain}/trace";
const ofDevice = "/accounts/{account}/devices/{device}/trace";

const start = {
  method: "POST",
  description:
    "Starts again if a trace is already running. A trace ends after its time, when it is stopped, or when the processor restarts.",
  access: "editor",
  scope: { allOf: ["chains:write", "readings:read"] },
  body: z.strictObject({ minutes }),
  answer: trace,
} as const;
const read = {
  method: "GET",
  description: "If no trace was started since the processor started, it is not running and has no readings.",
  access: "viewer",
  scope: { allOf: ["chains:read", "readings:read"] },
  answer: trace,
} as const;
const stop = {
  method: "POST",
  description: "Recorded readings can still be read.",
  access: "editor",
  scope: { allOf: ["chains:write", "readings:read"] },
  answer: trace,
} as const;

export const traceRoutes = defineRoutes("Traces", {
  startChainTrace: {
    ...start,
    path: ofChain,
    params: chainParams,
    summary: "Start a trace of the readings of a chain",
  },
  readChainTrace: {
    ...read,
    path: ofChain,
    params: chainParams,
    summary: "Show the trace of a chain",
  },
  stopChainTrace: {
    ...stop,
    path: `${ofChain}/stop`,
    params: chainParams,
    summary: "Stop the trace of a chain",
  },
  startDeviceTrace: {
    ...start,
    path: ofDevice,
    params: deviceParams,
    summary: "Start a trace of the readings of a device, whichever chain they use",
  },
  readDeviceTrace: {
    ...read,
    path: ofDevice,
    params: deviceParams,
    summary: "Show the trace of a device",
  },
  stopDeviceTrace: {
    ...stop,
    path: `${ofDevice}/stop`,
    params: deviceParams,
    summary: "Stop the trace of a device",
  },
});
