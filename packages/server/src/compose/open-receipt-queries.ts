import type { ReceiptQueries } from "../store/receipt-queries.ts";
import { SqliteReceiptQueries } from "../store/sqlite/sqlite-receipt-queries.ts";

/** What the server reads the fates of readings with. */
export function openReceiptQueries(dataDir: string): ReceiptQueries {
  return new SqliteReceiptQueries(dataDir);
}
