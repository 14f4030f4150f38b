import { useEffect, useRef } from "react";
import { cx } from "./class-names.ts";
import { SteadyLabel } from "./steady-label.tsx";

/** A few choices of which one is selected, such as the range of a chart. */
export function Segmented<Choice extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly choices: readonly (readonly [value: Choice, text: string])[];
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice has to be scrolled into view.
  useEffect(() => {
    // If there is no room for all choices, the selected one may be out of sight. Asked for at once, their places would
    // make the browser lay out the page once more.
    const frame = requestAnimationFrame(() => {
      const on = row.current?.querySelector<HTMLElement>("[aria-pressed=true]");
      if (row.current !== null && on != null)
        row.current.scrollLeft = on.offsetLeft - (row.current.clientWidth - on.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  return (
    <fieldset
      ref={row}
      aria-label={label}
      className="relative inline-flex max-w-full min-w-0 overflow-x-auto rounded-md border border-line-strong bg-surface p-0.5"
    >
      {choices.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={cx(
            "h-6.5 rounded-sm px-2.5 text-sm whitespace-nowrap max-md:px-2",
            value === chosen ? "bg-accent-soft font-medium text-accent" : "text-muted hover:text-text",
          )}
        >
          <SteadyLabel text={text} />
        </button>
      ))}
    </fieldset>
  );
}
