import type { ReadingQueries } from "../store/reading-queries.ts";
import { SqliteReadingQueries } from "../store/sqlite/sqlite-reading-queries.ts";

/** What commands read saved readings with. */
export function openReadingQueries(dataDir: string): ReadingQueries {
  return new SqliteReadingQueries(dataDir);
}
