import type { Finding, RequestDetails } from "./outcome-words.ts";

export type Fate = RequestDetails["readings"]["fates"][number];

/** Consecutive readings of a request with the same result. */
export interface ReadingRow {
  /** The index of the first one in the request's `data`; null if it is not known. */
  readonly position: number | null;
  readonly readings: number;
  /** Exactly one is present: the fate of accepted readings, or why they were not accepted. */
  readonly fate: Fate | null;
  readonly finding: Finding | null;
}

/** Rows in the order of the readings in the request, as far as the order is known. */
export function readingRows({ findings, readings }: RequestDetails): ReadingRow[] {
  const rows: ReadingRow[] = readings.fates.map((fate) => ({
    position: fate.position,
    readings: fate.readings,
    fate,
    finding: null,
  }));
  for (const finding of findings.toSorted((one, other) => one.position - other.position)) {
    const last = rows.at(-1);
    if (last?.finding != null && follows(finding, last)) {
      rows[rows.length - 1] = { ...last, readings: last.readings + 1 };
    } else {
      rows.push({ position: finding.position, readings: 1, fate: null, finding });
    }
  }
  const isPlaced = readings.fates.every(({ position }) => position !== null);
  return isPlaced ? rows.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0)) : rows;
}

/** Whether the finding says the same as the row before, about the next reading. */
function follows(finding: Finding, { position, readings, finding: before }: ReadingRow): boolean {
  return (
    position !== null &&
    finding.position === position + readings &&
    finding.reason === before?.reason &&
    finding.identifier === before.identifier &&
    finding.explanation === before.explanation &&
    finding.stored_since === before.stored_since
  );
}

/** "data[3]" or "data[3…7]", as errors of the API name them; a single reading needs no place. */
export function placeText({ position, readings }: ReadingRow, endpoint: RequestDetails["endpoint"]): string {
  if (endpoint === "single") return "data";
  if (position === null) return readings === 1 ? "one of data" : `${readings} of data`;
  return readings === 1 ? `data[${position}]` : `data[${position}…${position + readings - 1}]`;
}
