import { useState } from "react";
import { plural } from "../../../../format/number.ts";
import { effectSummary } from "../../model/effect-words.ts";
import { outcomeCounts, type ShownRun } from "../../model/shown-run.ts";
import { EffectIcon } from "./effect-lines.tsx";

/** More than these usually differ only in topics and recipients, so they are shown on request. */
const shownMax = 6;

/** The outcomes of all readings that were run, and the alarms and messages they would cause. */
export function RunSummary({ runs }: { readonly runs: readonly ShownRun[] }) {
  const effects = effectSummary(runs.flatMap((run) => run.effects));
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? effects : effects.slice(0, shownMax);
  if (runs.length === 1 && effects.length === 0) return null;
  return (
    <section aria-label="Summary" className="flex flex-col gap-1.5 text-sm">
      {runs.length > 1 && (
        <p role="status" className="text-muted">
          {outcomeCounts(runs)} Nodes that keep state start empty.
        </p>
      )}
      {effects.length > 0 && (
        <ul aria-label="Alarms and messages" className="flex flex-col gap-1">
          {shown.map(({ kind, text, count }) => (
            <li key={text} className="flex items-start gap-2">
              <EffectIcon kind={kind} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {text}
                {count > 1 && <span className="text-muted">, {plural(count, "time")}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {effects.length > shown.length && (
        <button
          type="button"
          className="self-start text-accent hover:underline"
          onClick={() => setIsWhole(true)}
        >
          Show {effects.length - shown.length} more
        </button>
      )}
    </section>
  );
}
