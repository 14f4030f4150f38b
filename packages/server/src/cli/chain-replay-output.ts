import type { CallAnswer } from "@weir/protocol/manage/calls";
import { counted } from "../platform/counted.ts";
import { describeEffect, describeOutcome } from "./chain-test-output.ts";
import { printable } from "./output.ts";
import { formatTable } from "./table.ts";

type Replay = CallAnswer<"replayReadings">;
type Difference = Replay["differences"][number];

/** How stored readings would fare in another version of a chain, which has this title. */
export function comparisonToText(comparison: Replay, testedTitle: string): string {
  const { readings, live, tested, differing, differing_in: differingIn, differences } = comparison;
  const heading = `${counted(readings, "stored reading")}, published: ${live.title}, tested: ${testedTitle}.`;
  const counts = formatTable(
    ["", "PUBLISHED", "TESTED"],
    labels.map(([label, key]) => [label, String(live[key]), String(tested[key])]),
  );
  if (differing === 0) return `${printable(heading)}\n\n${counts}\n\nNo reading has a different result.`;
  const aspects = Object.entries(differingIn).filter(([, count]) => count > 0);
  const where = aspects.map(([aspect, count]) => `${aspect} ${count}`).join(", ");
  const more = differing - differences.length;
  return [
    printable(heading),
    counts,
    `${counted(differing, "has", "have")} a different result (${where}):`,
    ...differences.map(describeDifference),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n\n");
}

const labels: readonly (readonly [string, keyof Replay["live"]])[] = [
  ["Saved", "saved"],
  ["Not saved", "ended"],
  ["Failed", "dead"],
  ["Alarms raised", "alarms_raised"],
  ["Alarms cleared", "alarms_cleared"],
  ["Messages sent", "messages"],
];

function describeDifference({ at, value, live, tested }: Difference): string {
  const lines = [
    `${at}  ${value}`,
    `  published: ${describeRun(live)}`,
    `  tested:    ${describeRun(tested)}`,
  ];
  return lines.map(printable).join("\n");
}

function describeRun({ outcome, effects }: Difference["live"]): string {
  const described = effects.filter(({ kind }) => kind !== "failure").map(describeEffect);
  return [describeOutcome(outcome), ...described].join(" ; ");
}
