import { SqliteStatisticsQueries } from "../store/sqlite/sqlite-statistics-queries.ts";
import type { StatisticsQueries } from "../store/statistics-queries.ts";

/** What the management API reads counts with. */
export function openStatisticsQueries(dataDir: string): StatisticsQueries {
  return new SqliteStatisticsQueries(dataDir);
}
