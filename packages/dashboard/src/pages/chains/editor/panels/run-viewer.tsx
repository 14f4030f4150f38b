import { useState } from "react";
import { cx } from "../../../../ui/class-names.ts";
import { RunList } from "./run-list.tsx";
import { RunSteps } from "./run-steps.tsx";
import type { RunChain, ShownRun } from "./shown-run.ts";

/** Several readings, of which one is stepped through. A single one needs no list. */
export function RunViewer({
  label,
  runs,
  chainOf,
}: {
  readonly label: string;
  readonly runs: readonly ShownRun[];
  readonly chainOf: (run: ShownRun) => RunChain;
}) {
  // The first stays open while newer ones arrive above it.
  const [chosen, setChosen] = useState<string | null>(runs[0]?.key ?? null);
  const shown = runs.find(({ key }) => key === chosen) ?? runs[0];
  if (shown === undefined) return null;
  const steps = <RunSteps key={shown.key} run={shown} chain={chainOf(shown)} />;
  if (runs.length === 1) return steps;
  return (
    <div
      className={cx(
        "grid gap-4",
        runs.some(({ about }) => about !== undefined)
          ? "@3xl:grid-cols-[340px_minmax(0,1fr)]"
          : "@3xl:grid-cols-[244px_minmax(0,1fr)]",
      )}
    >
      <RunList label={label} runs={runs} chosen={shown.key} onChoose={(key) => setChosen(key)} />
      {steps}
    </div>
  );
}
