import type { ImportPlan } from "./import-plan.ts";
import type { FileSample } from "./read-sample.ts";
import { type MappedReading, RowMapper } from "./row-mapper.ts";
import { readRow } from "./row-reader.ts";

export interface MappedSample {
  readonly readings: readonly MappedReading[];
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
  /** How many lines were read. */
  readonly lines: number;
}

/** What the beginning of the file becomes with this plan. */
export function mapSample({ names, records }: FileSample, plan: ImportPlan): MappedSample {
  const mapper = new RowMapper(plan);
  const readings: MappedReading[] = [];
  const problems: { line: number; reason: string }[] = [];
  for (const { line, text } of records) {
    const row = readRow(plan, names, text);
    const mapped = row.ok ? mapper.map(row.value) : { readings: [], problems: [row.error] };
    readings.push(...mapped.readings);
    if (mapped.problems.length > 0) problems.push({ line, reason: mapped.problems.join(" ") });
  }
  return { readings, problems, lines: records.length };
}
