import { PostgresStoreReader } from "../engine/postgres/postgres-store-reader.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import { type ActivityQueries, activityQueries } from "./queries.ts";
import { requestBlocks } from "./request-blocks-postgres.ts";
import { bothRequests, requestRows } from "./request-source.ts";

/** Requests are in blocks, and in rows if an earlier version wrote them and they were not moved yet. */
export function postgresActivityQueries(database: StoreDatabase): ActivityQueries {
  const reader = new PostgresStoreReader(database);
  const { dialect } = reader;
  return activityQueries(reader, bothRequests(requestRows(dialect), requestBlocks(dialect)));
}
