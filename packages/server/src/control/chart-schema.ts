import type { Generated } from "kysely";

/** The table of annotations. */
export interface ChartSchema {
  annotations: AnnotationTable;
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
