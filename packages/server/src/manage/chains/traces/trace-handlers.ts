import type { traceRoutes } from "@weir/protocol/manage/trace-routes";
import { fail } from "@weir/protocol/result";
import { formatMicros } from "../../../platform/instant.ts";
import type { ProblemDetails } from "../../../web/api-answer.ts";
import type { AccountContext } from "../../core/api-context.ts";
import type { HandlersOf, Outcome } from "../../core/handler.ts";
import { type Result, succeed } from "../../core/manage-error.ts";
import { metadataToJson } from "../../core/records/record-values.ts";
import { stepToJson } from "../trial/chain-run-json.ts";
import { readTrace, startTrace, stopTrace, type Trace, type TracedRun, type TraceSubject } from "./traces.ts";

export const traceHandlers: HandlersOf<typeof traceRoutes> = {
  startChainTrace: (context, { params, body }) => start(context, { chain: params.chain }, body.minutes),
  readChainTrace: (context, { params }) => show(context, { chain: params.chain }),
  stopChainTrace: (context, { params }) => stop(context, { chain: params.chain }),
  startDeviceTrace: (context, { params, body }) => start(context, { device: params.device }, body.minutes),
  readDeviceTrace: (context, { params }) => show(context, { device: params.device }),
  stopDeviceTrace: (context, { params }) => stop(context, { device: params.device }),
};

type TraceOutcome = Outcome<typeof traceRoutes.readChainTrace>;

async function start(context: AccountContext, subject: TraceSubject, minutes: number): Promise<TraceOutcome> {
  return outcomeOf(context, await startTrace(context, subject, minutes));
}

async function show(context: AccountContext, subject: TraceSubject): Promise<TraceOutcome> {
  const found = await readTrace(context, subject);
  return found.ok && found.value === null ? succeed(neverTraced) : outcomeOf(context, found);
}

async function stop(context: AccountContext, subject: TraceSubject): Promise<TraceOutcome> {
  const stopped = await stopTrace(context, subject);
  if (!stopped.ok || stopped.value === null) return outcomeOf(context, stopped);
  return outcomeOf(context, await readTrace(context, subject));
}

/** Asking for a trace that nobody started is not an error. The answer says that there is none. */
const neverTraced = { is_running: false, until: null, seen: 0, readings: [] };

const noTrace: ProblemDetails = {
  status: 404,
  code: "no_trace",
  detail: "No trace was started since the processor started.",
};

function outcomeOf({ clock }: AccountContext, found: Result<Trace | null>): TraceOutcome {
  if (!found.ok) return found;
  if (found.value === null) return fail(noTrace);
  const { untilMs, seen, runs } = found.value;
  const isRunning = untilMs > clock.nowMs();
  const until = isRunning ? formatMicros(untilMs * 1000) : null;
  return succeed({ is_running: isRunning, until, seen, readings: runs.map(runToJson) });
}

function runToJson(run: TracedRun) {
  return {
    at: formatMicros(run.atUs),
    value: run.value,
    metadata: metadataToJson(run.metadata),
    outcome: run.outcome,
    reason: run.reason,
    device: run.deviceUuid,
    sensor: { uuid: run.sensorUuid, slug: run.sensorSlug },
    chain: { uuid: run.chainUuid, name: run.chainName, version: run.chainVersion },
    steps: run.steps.map(stepToJson),
  };
}
