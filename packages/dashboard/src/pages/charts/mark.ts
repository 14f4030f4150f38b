import type { Severity } from "@weir/protocol/closed-sets";
import type { Span } from "./span.ts";

/** Something that happened, shown at its time on the chart. */
export interface Mark {
  readonly key: string;
  readonly kind: "raised" | "cleared" | "published";
  readonly severity: Severity | null;
  readonly atMs: number;
  readonly title: string;
  readonly text: string;
  /** A link to more about it. */
  readonly link: string;
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
    if (mark.atMs < fromMs || mark.atMs > toMs) continue;
    const leftPx = ((mark.atMs - fromMs) / (toMs - fromMs)) * widthPx;
    const last = groups.at(-1);
    if (last !== undefined && leftPx - last.leftPx < apartPx) last.marks.push(mark);
    else groups.push({ leftPx, marks: [mark] });
  }
  return groups;
}
