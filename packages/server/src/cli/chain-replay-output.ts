import type { RunComparison, RunDifference, RunTotals } from "@weir/rule-engine/compare-runs";
import type { RehearsedReading } from "@weir/rule-engine/rehearsal";
import type { TrialSubject } from "../manage/chains/trial/chain-trial-subject.ts";
import { formatMicros } from "../platform/instant.ts";
import { describeEffect, describeOutcome, effectToJson, outcomeToJson } from "./chain-test-output.ts";
import { printable } from "./output.ts";
import { formatTable } from "./table.ts";

/** What stored readings would meet with in another version of a chain. */
export function comparisonToText(
  subject: TrialSubject,
  publishedTitle: string,
  comparison: RunComparison,
): string {
  const { readings, published, draft, differing, differingIn, differences } = comparison;
  const heading = `${readings} stored readings, published: ${publishedTitle}, tested: ${subject.title}.`;
  const counts = formatTable(
    ["", "PUBLISHED", "TESTED"],
    labels.map(([label, key]) => [label, String(published[key]), String(draft[key])]),
  );
  if (differing === 0) return `${printable(heading)}\n\n${counts}\n\nNo reading has a different result.`;
  const aspects = Object.entries(differingIn).filter(([, count]) => count > 0);
  const told = aspects.map(([aspect, count]) => `${aspect} ${count}`).join(", ");
  const shown = differences.map((difference) => describeDifference(subject, difference));
  const more = differing - differences.length;
  return [
    printable(heading),
    counts,
    `${differing} ${differing === 1 ? "has" : "have"} a different result (${told}):`,
    ...shown,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n\n");
}

const labels: readonly (readonly [string, keyof RunTotals])[] = [
  ["Saved", "saved"],
  ["Not saved", "ended"],
  ["Failed", "dead"],
  ["Alarms raised", "alarmsRaised"],
  ["Alarms cleared", "alarmsCleared"],
  ["Messages sent", "messages"],
];

function describeDifference(subject: TrialSubject, { atUs, value, published, draft }: RunDifference): string {
  const lines = [
    `${formatMicros(atUs)}  ${value}`,
    `  published: ${describeRun(subject, published)}`,
    `  tested:    ${describeRun(subject, draft)}`,
  ];
  return lines.map(printable).join("\n");
}

function describeRun(subject: TrialSubject, { outcome, effects }: RehearsedReading): string {
  const told = effects
    .filter(({ kind }) => kind !== "failure")
    .map((effect) => describeEffect(subject, effect));
  return [describeOutcome(outcome), ...told].join(" ; ");
}

export function comparisonToJson(subject: TrialSubject, publishedTitle: string, comparison: RunComparison) {
  const { readings, published, draft, differing, differingIn, differences } = comparison;
  const runToJson = ({ outcome, effects }: RehearsedReading) => ({
    outcome: outcomeToJson(outcome),
    effects: effects.map((effect) => effectToJson(subject, effect)),
  });
  return {
    readings,
    live: { title: publishedTitle, ...totalsToJson(published) },
    tested: { title: subject.title, ...totalsToJson(draft) },
    differing,
    differing_in: differingIn,
    differences: differences.map((difference) => ({
      at: formatMicros(difference.atUs),
      value: difference.value,
      differs_in: difference.aspects,
      live: runToJson(difference.published),
      tested: runToJson(difference.draft),
    })),
  };
}

function totalsToJson({ saved, ended, dead, alarmsRaised, alarmsCleared, messages }: RunTotals) {
  return { saved, ended, dead, alarms_raised: alarmsRaised, alarms_cleared: alarmsCleared, messages };
}
