import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { ChainMessageContentJson } from "@weir/protocol/manage/record-forms";
import { metadataText } from "./metadata-text.ts";
import { printable } from "./output.ts";
import { formatTable } from "./table.ts";

type DryRun = CallAnswer<"dryRunChain">["readings"][number];
type Traced = DryRun["steps"][number]["in"];
type Outcome = DryRun["outcome"];
type Effect = DryRun["effects"][number];

export function runToText({ at, value, metadata, steps, effects, outcome }: DryRun): string {
  const rows = steps.map(({ node, type, in: input, output, out }) => [
    node,
    type ?? "",
    describeTraced(input, null),
    output ?? "-",
    out === null ? "-" : describeTraced(out, input),
  ]);
  const heading = `${at}  ${value}${metadata === null ? "" : `  ${metadataText(metadata)}`}`;
  const table = formatTable(
    ["NODE", "TYPE", "IN", "OUTPUT", "OUT"],
    rows.map((cells) => cells.map(printable)),
  );
  const lines = [...effects.map((effect) => `- ${describeEffect(effect)}`), describeOutcome(outcome)];
  return [printable(heading), table, ...lines.map(printable)].join("\n");
}

/** Shows metadata only if it has changed. */
function describeTraced({ value, metadata }: Traced, before: Traced | null): string {
  const text = metadataText(metadata);
  return before === null || metadataText(before.metadata) === text ? String(value) : `${value} ${text}`;
}

export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "saved":
      return "Saved.";
    case "ended":
      return `Ended without being saved at node ${outcome.node}, output ${outcome.output}.`;
    case "dead":
      return `Failed at node ${outcome.node}: ${outcome.reason}`;
  }
}

export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case "save": {
      const { value, sensor, metadata } = effect;
      return `save ${value} as ${sensor}${metadata === null ? "" : ` with ${metadataText(metadata)}`}`;
    }
    case "alarm_raised":
      return `raise alarm ${effect.name} (${effect.severity}): ${effect.message}`;
    case "alarm_cleared":
      return `clear alarm ${effect.name}`;
    case "message":
      return describeMessage(effect.message);
    case "log":
      return `log (${effect.level}): ${effect.text}`;
    case "failure":
      return `failure at node ${effect.node}: ${effect.reason}`;
  }
}

function describeMessage(message: ChainMessageContentJson): string {
  switch (message.kind) {
    case "webhook":
      return `send webhook to ${message.url}: ${message.body}`;
    case "mail":
      return `send mail to ${message.to.join(", ")}: ${message.subject}`;
    case "mqtt":
      return `publish to ${message.url}, topic ${message.topic}: ${message.payload}`;
  }
}
