import { Link } from "@tanstack/react-router";
import { countText } from "../../../format/number.ts";

export interface CountedReason {
  /** The value of the filter of requests. */
  readonly key: string;
  readonly words: string;
  readonly meaning?: string;
  readonly count: number;
}

/** Why something was rejected, the most common reason first, each with a link to its requests. */
export function ReasonList({
  title,
  aside,
  reasons,
}: {
  readonly title: string;
  readonly aside: string;
  readonly reasons: readonly CountedReason[];
}) {
  const sorted = reasons.toSorted((a, b) => b.count - a.count);
  const most = sorted[0]?.count ?? 1;
  return (
    <section aria-label={title}>
      <div className="mb-2 flex justify-between gap-3 text-sm text-muted">
        <h3>{title}</h3>
        <span className="whitespace-nowrap">{aside}</span>
      </div>
      <ul className="flex flex-col gap-2">
        {sorted.map(({ key, words, meaning, count }) => (
          <li key={key} className="text-sm">
            <Link
              to="/activity"
              search={{ reason: key }}
              title={meaning}
              className="group flex items-center justify-between gap-3 pointer-coarse:min-h-6"
            >
              <span className="first-letter:uppercase group-hover:underline inline-block">{words}</span>
              <span>{countText(count)}</span>
            </Link>
            <div aria-hidden className="mt-1 h-1 rounded-full bg-sunken">
              <div
                className="h-1 rounded-full bg-bad"
                style={{ width: `${Math.max(2, (count / most) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
