import type { Severity } from "@weir/protocol/closed-sets";
import type { Destination } from "../../ui/destination.ts";
import type { Span } from "./span.ts";

/** Something that happened, shown at its time on the chart. */
export interface Mark {
  readonly key: string;
  readonly kind: "raised" | "cleared" | "published" | "annotation";
  readonly severity: Severity | null;
  readonly atMs: number;
  /** The end of something that lasted. */
  readonly untilMs?: number;
  /** The email address of a person, or the name of an API key. */
  readonly by?: string;
  readonly title: string;
  readonly text: string;
  /** A link to more about it; null if the chart itself has everything. */
  readonly link: Destination | null;
}

/** Marks that would overlap, combined into one. */
export interface MarkGroup {
  readonly leftPx: number;
  readonly marks: readonly Mark[];
}

/** The places of the marks within a span, in order. Marks that are too close together share the place of the first. */
export function markGroups(
  marks: readonly Mark[],
  { fromMs, toMs }: Span,
  widthPx: number,
  apartPx: number,
): readonly MarkGroup[] {
  const groups: { leftPx: number; marks: Mark[] }[] = [];
  for (const mark of marks) {
    // One that began earlier and reaches into the view stands at its left border.
    const atMs = (mark.untilMs ?? 0) > fromMs ? Math.max(fromMs, mark.atMs) : mark.atMs;
    if (atMs < fromMs || atMs > toMs) continue;
    const leftPx = ((atMs - fromMs) / (toMs - fromMs)) * widthPx;
    const last = groups.at(-1);
    if (last !== undefined && leftPx - last.leftPx < apartPx) last.marks.push(mark);
    else groups.push({ leftPx, marks: [mark] });
  }
  return groups;
}
