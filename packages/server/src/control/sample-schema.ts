import type { Generated } from "kysely";

/** The table of sample data. */
export interface SampleSchema {
  sample_items: SampleItemTable;
}

/** One of the three ids is set. */
interface SampleItemTable {
  id: Generated<number>;
  account_id: number;
  device_id: number | null;
  group_id: number | null;
  board_id: number | null;
  created_at: number;
}
