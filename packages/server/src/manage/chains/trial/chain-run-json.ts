import type { EffectJson, OutcomeJson } from "@weir/protocol/manage/chain-run-routes";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { RunComparison, RunTotals } from "@weir/rule-engine/compare-runs";
import type { RehearsedEffect, RehearsedOutcome, RehearsedReading } from "@weir/rule-engine/rehearsal";
import type { TracedReading, TraceStep } from "@weir/rule-engine/trace-recorder";
import { formatMicros } from "../../../platform/instant.ts";
import { contentToJson } from "../../core/records/record-json.ts";
import { metadataToJson, microsOrNull } from "../../core/records/record-values.ts";
import type { ChainActivity } from "../chain-activity.ts";
import type { TrialComparison } from "./chain-trial.ts";
import type { TrialSubject } from "./chain-trial-subject.ts";

/** The results of readings in a chain, as the API shows them. */

export function runsToJson(
  subject: TrialSubject,
  readings: readonly ChainReading[],
  runs: readonly RehearsedReading[],
) {
  const types = new Map(subject.definition.nodes.map(({ id, type }) => [id, type]));
  return runs.map((run, index) => {
    const { atUs, value, metadata } = readings[index]!;
    return {
      at: formatMicros(atUs),
      value,
      metadata: metadataToJson(metadata),
      ...resultToJson(subject, run),
      steps: run.steps.map((step) => ({ ...stepToJson(step), type: types.get(step.nodeId) ?? null })),
    };
  });
}

export function stepToJson({ nodeId, input, output, result }: TraceStep) {
  return {
    node: nodeId,
    in: tracedToJson(input),
    output,
    out: result === null ? null : tracedToJson(result),
  };
}

export function comparisonToJson(subject: TrialSubject, publishedTitle: string, comparison: TrialComparison) {
  const { readings, isComplete, untilUs, published, draft, differing, differingIn } = comparison;
  return {
    readings,
    is_complete: isComplete,
    until: microsOrNull(untilUs),
    live: totalsToJson(publishedTitle, published),
    tested: totalsToJson(subject.title, draft),
    differing,
    differing_in: differingIn,
    differences: differencesToJson(subject, comparison),
  };
}

export function activityToJson({ uuid, name, version, entered, unsaved, reasons, nodes }: ChainActivity) {
  return {
    uuid,
    name,
    version,
    entered,
    unsaved,
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      node: reason.nodeId,
      output: reason.kind === "ended" ? reason.output : null,
      readings: reason.readings,
    })),
    nodes: nodes.map((node) => ({
      node: node.nodeId,
      type: node.type,
      name: node.name,
      in: node.in,
      out: node.out.map(({ output, readings, ended }) => ({ output, readings, ended })),
      failed: node.failed,
      ended: node.ended,
      last_error: lastErrorToJson(node.lastError),
    })),
  };
}

function lastErrorToJson(error: ChainActivity["nodes"][number]["lastError"]) {
  if (error === null) return null;
  return { at: formatMicros(error.happenedMs * 1000), reason: error.reason, sensor: error.sensorUuid };
}

function differencesToJson(subject: TrialSubject, { differences }: RunComparison) {
  return differences.map(({ atUs, value, aspects, published, draft }) => ({
    at: formatMicros(atUs),
    value,
    differs_in: [...aspects],
    live: resultToJson(subject, published),
    tested: resultToJson(subject, draft),
  }));
}

function resultToJson(subject: TrialSubject, { outcome, effects }: RehearsedReading) {
  return {
    outcome: outcomeToJson(outcome),
    effects: effects.map((effect) => effectToJson(subject, effect)),
  };
}

function outcomeToJson(outcome: RehearsedOutcome): OutcomeJson {
  switch (outcome.kind) {
    case "saved":
      return { kind: "saved" };
    case "ended":
      return { kind: "ended", node: outcome.nodeId, output: outcome.output };
    case "dead":
      return { kind: "dead", node: outcome.nodeId, reason: outcome.reason };
  }
}

function effectToJson({ slugs }: TrialSubject, effect: RehearsedEffect): EffectJson {
  switch (effect.kind) {
    case "save": {
      const { sensorId, value, metadata } = effect;
      return { kind: "save", sensor: slugs.get(sensorId) ?? null, value, metadata: metadataToJson(metadata) };
    }
    case "alarm raised":
      return { kind: "alarm_raised", node: effect.nodeId, ...effect.alarm };
    case "alarm cleared":
      return { kind: "alarm_cleared", name: effect.name };
    case "message":
      return { kind: "message", node: effect.nodeId, message: contentToJson(effect.message) };
    case "log":
      return { kind: "log", node: effect.nodeId, level: effect.level, text: effect.text };
    case "failure":
      return { kind: "failure", node: effect.nodeId, reason: effect.reason };
  }
}

function totalsToJson(title: string, totals: RunTotals) {
  const { saved, ended, dead, alarmsRaised, alarmsCleared, messages } = totals;
  return { title, saved, ended, dead, alarms_raised: alarmsRaised, alarms_cleared: alarmsCleared, messages };
}

function tracedToJson({ value, metadata }: TracedReading) {
  return { value, metadata: metadataToJson(metadata) };
}
