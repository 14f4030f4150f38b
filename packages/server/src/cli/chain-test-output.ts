import type { OutboxMessage } from "@weir/rule-engine/message";
import type { RehearsedEffect, RehearsedOutcome } from "@weir/rule-engine/rehearsal";
import type { TracedReading } from "@weir/rule-engine/trace-recorder";
import type { RehearsedRun } from "../manage/chains/trial/chain-trial.ts";
import type { TrialSubject } from "../manage/chains/trial/chain-trial-subject.ts";
import { metadataToJson } from "../manage/records/record-values.ts";
import { formatMicros } from "../platform/instant.ts";
import { printable } from "./output.ts";
import { formatTable } from "./table.ts";

export function rehearsedToText(subject: TrialSubject, { reading, rehearsed }: RehearsedRun): string {
  const types = new Map(subject.definition.nodes.map(({ id, type }) => [id, type]));
  const rows = rehearsed.steps.map(({ nodeId, input, output, result }) => [
    nodeId,
    types.get(nodeId) ?? "",
    describeTraced(input, null),
    output ?? "-",
    result === null ? "-" : describeTraced(result, input),
  ]);
  const effects = rehearsed.effects.map((effect) => `- ${describeEffect(subject, effect)}`);
  const { atUs, value, metadata } = reading;
  const heading = `${formatMicros(atUs)}  ${value}${metadata === "" ? "" : `  ${metadata}`}`;
  const table = formatTable(
    ["NODE", "TYPE", "IN", "OUTPUT", "OUT"],
    rows.map((cells) => cells.map(printable)),
  );
  const told = [...effects, describeOutcome(rehearsed.outcome)].map(printable);
  return [printable(heading), table, ...told].join("\n");
}

/** Metadata is told where it is new. */
function describeTraced({ value, metadata }: TracedReading, before: TracedReading | null): string {
  return before === null || before.metadata === metadata ? String(value) : `${value} ${metadata}`;
}

export function describeOutcome(outcome: RehearsedOutcome): string {
  switch (outcome.kind) {
    case "saved":
      return "Saved.";
    case "ended":
      return `Ended unsaved at node ${outcome.nodeId}, output ${outcome.output}.`;
    case "dead":
      return `Dead at node ${outcome.nodeId}: ${outcome.reason}`;
  }
}

export function describeEffect({ slugs }: TrialSubject, effect: RehearsedEffect): string {
  switch (effect.kind) {
    case "save":
      return `save ${effect.value} as ${slugs.get(effect.sensorId)}${effect.metadata === "" ? "" : ` with ${effect.metadata}`}`;
    case "alarm raised":
      return `raise alarm ${effect.alarm.name} (${effect.alarm.severity}): ${effect.alarm.message}`;
    case "alarm cleared":
      return `clear alarm ${effect.name}`;
    case "message":
      return describeMessage(effect.message);
    case "log":
      return `log (${effect.level}): ${effect.text}`;
    case "failure":
      return `failure at node ${effect.nodeId}: ${effect.reason}`;
  }
}

function describeMessage(message: OutboxMessage): string {
  switch (message.kind) {
    case "webhook":
      return `send webhook to ${message.url}: ${message.body}`;
    case "mail":
      return `send mail to ${message.to.join(", ")}: ${message.subject}`;
    case "mqtt":
      return `publish to ${message.url}, topic ${message.topic}: ${message.payload}`;
  }
}

export function rehearsedToJson(subject: TrialSubject, { reading, rehearsed }: RehearsedRun) {
  return {
    at: formatMicros(reading.atUs),
    value: reading.value,
    metadata: metadataToJson(reading.metadata),
    outcome: outcomeToJson(rehearsed.outcome),
    effects: rehearsed.effects.map((effect) => effectToJson(subject, effect)),
    steps: rehearsed.steps.map(({ nodeId, input, output, result }) => ({
      node: nodeId,
      in: tracedToJson(input),
      output,
      out: result === null ? null : tracedToJson(result),
    })),
  };
}

export function outcomeToJson(outcome: RehearsedOutcome) {
  if (outcome.kind === "saved") return { kind: "saved" };
  const { nodeId, ...rest } = outcome;
  return { ...rest, node: nodeId };
}

export function effectToJson({ slugs }: TrialSubject, effect: RehearsedEffect) {
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
      return { kind: "message", node: effect.nodeId, message: effect.message };
    case "log":
      return { kind: "log", node: effect.nodeId, level: effect.level, text: effect.text };
    case "failure":
      return { kind: "failure", node: effect.nodeId, reason: effect.reason };
  }
}

function tracedToJson({ value, metadata }: TracedReading) {
  return { value, metadata: metadataToJson(metadata) };
}
