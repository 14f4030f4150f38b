import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { Loading } from "../../ui/states.tsx";
import { attentionRows } from "./attention-rows.tsx";
import { HeldStill } from "./held-still.tsx";
import type { Attention } from "./use-attention.ts";

/** On a phone the board is below, so only the first rows are shown there until the person asks for all. */
const rowsOnPhone = 3;

/** What needs attention, the most serious first. */
export function AttentionCard({
  attention,
  className,
}: {
  /** Undefined while loading. */
  readonly attention: Attention | undefined;
  readonly className: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const rows = attention === undefined ? [] : attentionRows(attention);
  const hasMore = !isWhole && rows.length > rowsOnPhone;
  return (
    <Card title="Needs attention" isFlush className={className}>
      {attention === undefined ? (
        <Loading what="Checking" shape="rows" />
      ) : rows.length === 0 ? (
        <div className="flex items-center gap-2 px-4 py-3 text-sm">
          <CircleCheck size={18} aria-hidden className="shrink-0 text-ok" />
          No problems found: no alarms, no silent devices, no rejected requests, nothing waiting for you.
        </div>
      ) : (
        // Rows past the first ones are hidden by the style sheet, so that turning a phone shows them.
        <div className={cx(hasMore && "max-md:[&_li:nth-child(n+4)]:hidden")}>
          <HeldStill>
            <ul>{rows}</ul>
          </HeldStill>
          {hasMore && (
            <button
              type="button"
              onClick={() => setIsWhole(true)}
              className="w-full border-t border-line px-4 py-2.5 text-left text-sm text-accent hover:bg-hover md:hidden"
            >
              Show all {rows.length}
            </button>
          )}
        </div>
      )}
    </Card>
  );
}
