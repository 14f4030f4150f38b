import { ArrowUp } from "lucide-react";
import { useRef } from "react";
import { plural } from "../format/number.ts";
import { cx } from "./class-names.ts";

/**
 * Says how many new rows a held list has not shown yet. It stays visible and takes no room, so that nothing moves when
 * it appears.
 */
export function NewRows({
  count,
  what,
  isOverHead = false,
  onShow,
}: {
  readonly count: number;
  /** What is counted, such as "new request". */
  readonly what: string;
  /** Placed over the head of a table, instead of across the edge of the list. */
  readonly isOverHead?: boolean;
  readonly onShow: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    // The button disappears, so keyboard users continue with the first row.
    place.current?.focus();
    onShow();
  };
  return (
    <div ref={place} tabIndex={-1} className="sticky top-6 z-20 flex h-0 justify-center outline-none">
      {count > 0 && (
        <button
          type="button"
          onClick={show}
          className={cx(
            "inline-flex h-7 items-center gap-1.5 rounded-full border border-accent bg-surface px-3 text-sm font-medium whitespace-nowrap text-accent shadow-(--shadow) hover:bg-accent-soft",
            isOverHead ? "translate-y-1" : "-translate-y-1/2",
          )}
        >
          <ArrowUp size={14} aria-hidden />
          {plural(count, what)}
        </button>
      )}
    </div>
  );
}
