import type { ImportPlan } from "./import-plan.ts";
import { mappedRecords } from "./mapped-records.ts";

export interface RejectedLine {
  /** The number of the line in the file. */
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

/** Lines that are kept with their text. Others are only counted. */
const keptMax = 10_000;

/** The lines of a file that did not become readings, completely or in part. */
export class RejectedLines {
  readonly kept: RejectedLine[] = [];
  count = 0;

  add(rejected: RejectedLine): void {
    this.count++;
    if (this.kept.length < keptMax) this.kept.push(rejected);
  }
}

/** A line that the server has refused, by its number among the lines that were sent. */
interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

/** Finds the lines of the file that the server has refused, by reading the file again. */
export async function locateRefused(
  file: Blob,
  plan: ImportPlan,
  refused: readonly RefusedLine[],
): Promise<RejectedLine[]> {
  const reasons = new Map(refused.map(({ line, reason }) => [line, reason]));
  const found: RejectedLine[] = [];
  let sent = 0;
  for await (const { records } of mappedRecords(file, plan)) {
    for (const { line, text, sent: lines } of records) {
      const own = lines.flatMap((_, nth) => reasons.get(sent + nth + 1) ?? []);
      if (own.length > 0) found.push({ line, text, reason: [...new Set(own)].join(" ") });
      sent += lines.length;
    }
    if (found.length >= reasons.size) break;
  }
  return found;
}

/** Both kinds of rejected lines in the order of the file. A line with two problems appears once. */
export function mergeRejected(
  ours: readonly RejectedLine[],
  theirs: readonly RejectedLine[],
): readonly RejectedLine[] {
  const byLine = new Map(ours.map((each) => [each.line, each]));
  for (const each of theirs) {
    const known = byLine.get(each.line);
    byLine.set(each.line, known ? { ...known, reason: `${known.reason} ${each.reason}` } : each);
  }
  return [...byLine.values()].toSorted((one, other) => one.line - other.line);
}

/** The rejected lines as a file that can be corrected and imported. */
export function rejectedFile(header: string | null, rejected: readonly RejectedLine[]): string {
  const lines = rejected.map(({ text }) => text).filter((text) => text !== "");
  return [...(header === null ? [] : [header]), ...lines].map((line) => `${line}\n`).join("");
}
