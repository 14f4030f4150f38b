import type { StoredReading } from "../../../store/readings/reading-queries.ts";
import type { ExportSource } from "./export-source.ts";

export interface ExportRow {
  readonly source: ExportSource;
  readonly reading: StoredReading;
}
