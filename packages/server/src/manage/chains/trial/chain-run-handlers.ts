import { type chainRunRoutes, replayReadingsMax } from "@weir/protocol/manage/chain-run-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { fail } from "@weir/protocol/result";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { Declined, ProblemDetails } from "../../../web/api-answer.ts";
import { parseTimeUs } from "../../../web/parse-time-us.ts";
import type { AccountContext } from "../../core/api-context.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { type Result, succeed } from "../../core/manage-error.ts";
import { readChainActivity } from "../chain-activity.ts";
import { checkShape } from "../chain-drafts.ts";
import type { WhichVersion } from "../chain-versions.ts";
import { accountOwner } from "../work/chain-work.ts";
import { activityToJson, comparisonToJson, runsToJson } from "./chain-run-json.ts";
import {
  deadLettersSince,
  lastDeadLetters,
  lastReadings,
  readingsSince,
  sampleReading,
} from "./chain-trial-readings.ts";
import { loadTrialSubject, type TrialRequest, type TrialSubject } from "./chain-trial-subject.ts";
import { sampleMetadata } from "./sample-metadata.ts";

/** Without a running server, a command may take as long as its user waits. */
const operatorReadingsMax = 100_000_000;

export const chainRunHandlers: HandlersOf<typeof chainRunRoutes> = {
  async dryRunChain(context, { params, body }) {
    const refused = body.samples === undefined ? refuseReadings(context) : null;
    if (refused !== null) return fail(refused);
    const subject = await loadSubject(context, params.chain, body);
    if (!subject.ok) return subject;
    // Readings that were sent a moment ago count among the last ones.
    if (body.samples === undefined) await context.flush();
    const readings = await chooseReadings(context, subject.value, body);
    if (!readings.ok) return readings;
    const owner = accountOwner(context.account.id);
    const runs = await context.control.chainWork.rehearse(owner, subject.value, readings.value);
    if (!runs.ok) return runs;
    return succeed({
      title: subject.value.title,
      is_complete: runs.value.length === readings.value.length,
      readings: runsToJson(subject.value, readings.value, runs.value),
    });
  },

  async replayReadings(context, { params, body }) {
    const refused = refuseReadings(context);
    if (refused !== null) return fail(refused);
    const subject = await loadSubject(context, params.chain, body);
    if (!subject.ok) return subject;
    const { source, published } = subject.value;
    await context.flush();
    const sinceUs = Math.round(context.clock.nowMs() * 1000 - body.hours * 3600e6);
    const pages = body.dead_letters
      ? deadLettersSince(context.chains, source, sinceUs)
      : readingsSince(context.readings, source, sinceUs);
    const owner = accountOwner(context.account.id);
    const readingsMax = context.caller?.kind === "operator" ? operatorReadingsMax : replayReadingsMax;
    const stored = { pages, readingsMax };
    const compared = await context.control.chainWork.compare(owner, subject.value, stored);
    if (!compared.ok) return compared;
    const comparison = comparisonToJson(subject.value, published!.title, compared.value);
    return succeed({ readings_max: readingsMax, ...comparison });
  },

  async showChainActivity({ control, chains: queries }, { params }) {
    const activity = await readChainActivity({ control, queries }, params.chain);
    return activity.ok ? succeed(activityToJson(activity.value)) : activity;
  },
};

/** Stored readings are only shown to keys that may read readings, not to all that may change chains. */
function refuseReadings({ caller }: AccountContext): ProblemDetails | null {
  if (caller?.kind !== "key" || caller.scopes.includes("readings:read")) return null;
  return { status: 403, code: "scope_needed", detail: "The API key lacks the scope readings:read." };
}

interface TestedBody {
  readonly definition?: unknown;
  readonly version?: WhichVersion | undefined;
  readonly sensor?: string | undefined;
}

async function loadSubject(
  { control }: AccountContext,
  chain: string,
  { definition, version, sensor }: TestedBody,
): Promise<Result<TrialSubject>> {
  let tested: TrialRequest["tested"] = version;
  if (definition !== undefined) {
    const shape = checkShape(definition);
    if (!shape.ok) return shape;
    tested = { title: "The definition given", definition: shape.value };
  }
  return loadTrialSubject(control, { chain, tested, sensor });
}

type DryRunBody = InputOf<typeof chainRunRoutes.dryRunChain>["body"];
type ChosenReadings = Result<ChainReading[]> | Declined;

async function chooseReadings(
  { readings, chains, clock, request }: AccountContext,
  { source }: TrialSubject,
  { samples, last, last_dead_letters: lastDead }: DryRunBody,
): Promise<ChosenReadings> {
  if (samples !== undefined) {
    const metadata = sampleMetadata(request.body);
    const given = samples.map((sample, index) => ({ ...sample, metadata: metadata[index] ?? "" }));
    return readSamples(source, given, clock.nowMs() * 1000);
  }
  if (last !== undefined) return succeed(await lastReadings(readings, source, last));
  return succeed(await lastDeadLetters(chains, source, lastDead!));
}

const sampleStepUs = 60e6;

/** With its metadata as JSON text. */
type Sample = Omit<NonNullable<DryRunBody["samples"]>[number], "metadata"> & { readonly metadata: string };

function readSamples(source: SensorSource, samples: readonly Sample[], nowUs: number): ChosenReadings {
  const made: ChainReading[] = [];
  for (const [index, { value, at, received_at: received, metadata, battery_voltage }] of samples.entries()) {
    const before = made.at(-1);
    const usualUs = before === undefined ? nowUs : before.atUs + sampleStepUs;
    const atUs = at === undefined ? usualUs : parseTimeUs(at);
    if (atUs === null) return badTime(`samples.${index}.at`);
    const receivedUs = received === undefined ? atUs : parseTimeUs(received);
    if (receivedUs === null) return badTime(`samples.${index}.received_at`);
    const batteryVolts = battery_voltage ?? null;
    made.push(sampleReading(source, { value, atUs, receivedUs, metadata, batteryVolts }));
  }
  return succeed(made);
}

function badTime(field: string): ChosenReadings {
  const message = "must be an ISO 8601 time, such as 2026-06-15T12:00:00Z";
  const errors = [{ field, message }];
  return fail({ status: 422, code: "not_valid", detail: `${field}: ${message}`, errors });
}
