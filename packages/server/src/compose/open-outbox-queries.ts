import type { OutboxQueries } from "../store/outbox-queries.ts";
import { SqliteOutboxQueries } from "../store/sqlite/sqlite-outbox-queries.ts";

/** What commands read the outbox with. */
export function openOutboxQueries(dataDir: string): OutboxQueries {
  return new SqliteOutboxQueries(dataDir);
}
