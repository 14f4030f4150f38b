import { ArrowRight, Check, LoaderCircle } from "lucide-react";
import { Fragment } from "react";
import { Badge, type Tone } from "../../../ui/badge.tsx";

export interface PathStep {
  readonly label: string;
  readonly tone?: Tone;
  /** Where the reading is at the moment. */
  readonly isNow?: boolean;
}

/** The way of a reading: accepted → queued → saved. */
export function FatePath({ steps }: { readonly steps: readonly PathStep[] }) {
  return (
    <ol className="flex flex-wrap items-center gap-1.5">
      {steps.map(({ label, tone = "neutral", isNow = false }, place) => (
        <Fragment key={label}>
          {place > 0 && (
            <li aria-hidden className="text-faint">
              <ArrowRight size={14} />
            </li>
          )}
          <li>
            <Badge tone={tone}>
              {isNow && <LoaderCircle size={12} aria-hidden className="animate-spin" />}
              {tone === "ok" && <Check size={12} aria-hidden />}
              {label}
            </Badge>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
