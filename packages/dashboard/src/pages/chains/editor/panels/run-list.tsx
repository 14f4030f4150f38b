import { valueText } from "../../../../format/number.ts";
import { clockTime } from "../../../../format/time.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { cx } from "../../../../ui/class-names.ts";
import { ExactTime } from "../../../../ui/relative-time.tsx";
import { outcomes, type ShownRun } from "../../model/shown-run.ts";

/** Readings to step through, one per row. */
export function RunList({
  label,
  runs,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly runs: readonly ShownRun[];
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}) {
  return (
    <ul
      aria-label={label}
      className="flex max-h-42 flex-col self-start overflow-y-auto rounded-md border border-line @3xl:sticky @3xl:top-0"
    >
      {runs.map(({ key, at, value, outcome, about }) => (
        <li key={key} className="border-b border-line last:border-b-0">
          <button
            type="button"
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
            className={cx(
              "flex min-h-9 w-full items-center gap-2 px-2.5 py-1 text-left text-sm -outline-offset-2",
              key === chosen ? "bg-accent-soft" : "hover:bg-hover",
            )}
          >
            <span className="shrink-0 text-xs text-muted">
              <ExactTime at={at} text={clockTime} />
            </span>
            <span className="min-w-0 flex-1 truncate" title={about}>
              <span className="font-semibold" title={String(value)}>
                {valueText(value)}
              </span>
              {about !== undefined && <span className="ml-1.5 font-mono text-xs text-muted">{about}</span>}
            </span>
            <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Badge>
          </button>
        </li>
      ))}
    </ul>
  );
}
