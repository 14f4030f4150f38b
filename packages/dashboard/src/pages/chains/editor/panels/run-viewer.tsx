import { type ReactNode, useState } from "react";
import { plural } from "../../../../format/number.ts";
import { cx } from "../../../../ui/class-names.ts";
import type { useHeldStill } from "../../../../ui/use-held-still.ts";
import type { KnownChain } from "../../model/node-titles.ts";
import type { ShownRun } from "../../model/shown-run.ts";
import { RunList } from "./run-list.tsx";
import { RunSteps } from "./run-steps.tsx";

/** A growing list holds still while someone chooses from it. */
interface Growing {
  readonly handlers: ReturnType<typeof useHeldStill>["handlers"];
  /** How many readings are not shown because of that. */
  readonly newer: number;
}

/** A list of readings, one of which is stepped through. A single reading needs no list, unless more will come. */
export function RunViewer({
  label,
  runs,
  chain,
  growing,
}: {
  readonly label: string;
  readonly runs: readonly ShownRun[];
  /** What the runs went through. */
  readonly chain: KnownChain;
  readonly growing?: Growing;
}) {
  // The first stays open while newer ones arrive above it.
  const [chosen, setChosen] = useState<string | null>(runs[0]?.key ?? null);
  const shown = runs.find(({ key }) => key === chosen) ?? runs[0];
  if (shown === undefined) return null;
  const steps = <RunSteps key={shown.key} run={shown} chain={chain} />;
  const list = <RunList label={label} runs={runs} chosen={shown.key} onChoose={(key) => setChosen(key)} />;
  if (runs.length === 1 && growing === undefined) return steps;
  return (
    <div
      className={cx(
        "grid gap-4",
        runs.some(({ about }) => about !== undefined)
          ? "@3xl:grid-cols-[340px_minmax(0,1fr)]"
          : "@3xl:grid-cols-[244px_minmax(0,1fr)]",
      )}
    >
      {growing === undefined ? list : <HeldList {...growing}>{list}</HeldList>}
      {steps}
    </div>
  );
}

function HeldList({ handlers, newer, children }: Growing & { readonly children: ReactNode }) {
  return (
    <div {...handlers} className="self-start @3xl:sticky @3xl:top-0">
      {children}
      <p className="mt-1 min-h-4 text-xs text-muted">
        {newer > 0 &&
          `${plural(newer, "newer reading")}. Move away from the list to see ${newer === 1 ? "it" : "them"}.`}
      </p>
    </div>
  );
}
