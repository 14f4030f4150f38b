import type { Generated } from "kysely";

/** The tables of saved charts and annotations. */
export interface ChartSchema {
  saved_charts: SavedChartTable;
  annotations: AnnotationTable;
}

interface SavedChartTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  /** The person whose own chart it is; null for a chart of the account. */
  user_id: number | null;
  name: string;
  /** A ChartDefinition as JSON. */
  definition: string;
  version: number;
  updated_at: number;
}

interface AnnotationTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  device_id: number;
  /** Null for all sensors of the device. */
  sensor_id: number | null;
  at_us: number;
  /** The end of a span; null for a single time. */
  until_us: number | null;
  text: string;
  /** The email of a person, or the name of a key or of the operator. */
  created_by: string;
  created_at: number;
}
