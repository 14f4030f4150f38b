import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { receiptStoreContract } from "../receipt-store.contract.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";
import { SqliteReceiptQueries } from "./sqlite-receipt-queries.ts";
import { SqliteReceiptStore } from "./sqlite-receipt-store.ts";
import { storeFile } from "./store-schema.ts";

receiptStoreContract("SqliteReceiptStore", {
  open(dataDir, bytesMax) {
    const store = new SqliteReadingStore(dataDir);
    return { store, receipts: new SqliteReceiptStore(store.database, bytesMax) };
  },
  openQueries: (dataDir) => new SqliteReceiptQueries(dataDir),
});

test("a store that is not there yet is not made by looking for it, and has settled nothing", () => {
  using folder = tempFolder();
  const queries = new SqliteReceiptQueries(folder.path);
  expect([queries.fates(1, 1), queries.forgottenBeforeMs(), queries.settledPosition(1)]).toEqual([[], 0, 0]);
  queries.close();
  expect(existsSync(join(folder.path, storeFile))).toBeFalse();
});
