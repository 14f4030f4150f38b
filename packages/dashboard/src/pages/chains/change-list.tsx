import { ArrowRight } from "lucide-react";
import { cx } from "../../ui/class-names.ts";
import type { ChainChange } from "./model/chain-changes.ts";

const words: Record<ChainChange["kind"], readonly [sign: string, word: string, look: string]> = {
  added: ["+", "Added", "bg-ok-soft text-ok"],
  connected: ["+", "Connected", "bg-ok-soft text-ok"],
  removed: ["−", "Removed", "bg-bad-soft text-bad"],
  disconnected: ["−", "Disconnected", "bg-bad-soft text-bad"],
  changed: ["~", "Changed", "bg-info-soft text-info"],
  moved: ["~", "Moved", "bg-sunken text-muted"],
};

/** The changes, one line each. A changed setting shows its old and new value. */
export function ChangeList({ changes }: { readonly changes: readonly ChainChange[] }) {
  if (changes.length === 0) return <p className="text-sm text-muted">No changes.</p>;
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {changes.map((change) => {
        const [sign, word, look] = words[change.kind];
        return (
          <li key={`${change.kind} ${change.subject}`} className="flex gap-2.5">
            <span
              className={cx(
                "inline-flex h-5 w-29 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium",
                look,
              )}
            >
              <span aria-hidden className="w-2 text-center font-mono">
                {sign}
              </span>
              {word}
            </span>
            <div className="min-w-0 flex-1">
              <div className="break-words">{change.subject}</div>
              {change.settings?.map(({ name, before, after }) => (
                <div key={name} className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-muted">
                  {name}:
                  <del className="max-w-full rounded-sm bg-sunken px-1 font-mono text-xs break-all no-underline">
                    {before}
                  </del>
                  <ArrowRight size={12} aria-label="becomes" role="img" />
                  <ins className="max-w-full rounded-sm bg-sunken px-1 font-mono text-xs break-all text-text no-underline">
                    {after}
                  </ins>
                </div>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
