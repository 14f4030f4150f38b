import type { ActivityQueries } from "../store/activity-queries.ts";
import { SqliteActivityQueries } from "../store/sqlite/sqlite-activity-queries.ts";

/** What the requests of devices, and rejected readings, are read with. */
export function openActivityQueries(dataDir: string): ActivityQueries {
  return new SqliteActivityQueries(dataDir);
}
