import { BellPlus, Eye, EyeOff, PenLine, Table2, X } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import type { ChartLine } from "./use-lines.ts";

/** What can be done with a line of the chart. */
export interface LineActions {
  readonly toggleHidden: (line: ChartLine) => void;
  readonly showReadings: (line: ChartLine) => void;
  /** Undefined for people who may not create alerts. */
  readonly alertMe: ((line: ChartLine) => void) | undefined;
  readonly editDerived: (nth: number) => void;
  readonly remove: (line: ChartLine) => void;
}

export function LineButtons({ line, actions }: { readonly line: ChartLine; readonly actions: LineActions }) {
  const { name, isHidden, derived } = line;
  const Visibility = isHidden ? EyeOff : Eye;
  return (
    <span className="flex justify-end">
      {derived === undefined && actions.alertMe !== undefined && (
        <IconButton
          label={`Alert me about ${name}`}
          className="size-7"
          onClick={() => actions.alertMe?.(line)}
        >
          <BellPlus size={14} aria-hidden />
        </IconButton>
      )}
      {derived === undefined ? (
        <IconButton
          label={`Show readings of ${name}`}
          className="size-7"
          onClick={() => actions.showReadings(line)}
        >
          <Table2 size={14} aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={`Edit ${name}`} className="size-7" onClick={() => actions.editDerived(derived)}>
          <PenLine size={14} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={`${isHidden ? "Show" : "Hide"} ${name}`}
        className="size-7"
        onClick={() => actions.toggleHidden(line)}
      >
        <Visibility size={14} aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${name}`} className="size-7" onClick={() => actions.remove(line)}>
        <X size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
