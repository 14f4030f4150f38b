import { SqliteAcceptedReadings } from "../queue/sqlite-log/sqlite-accepted-readings.ts";
import { openReceiptQueries } from "./open-receipt-queries.ts";

/** What the server reads the accepted readings of requests with, and what became of them. The queue must be open. */
export function openRequestOutcomes(dataDir: string) {
  const receipts = openReceiptQueries(dataDir);
  const accepted = new SqliteAcceptedReadings(dataDir);
  return {
    receipts,
    accepted,
    close(): void {
      receipts.close();
      accepted.close();
    },
  };
}
