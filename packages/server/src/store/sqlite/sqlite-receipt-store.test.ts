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
  openQueries: async (dataDir) => new SqliteReceiptQueries(dataDir),
});

test("a store that is not there yet is not made by looking for it, and has settled nothing", async () => {
  using folder = tempFolder();
  const queries = new SqliteReceiptQueries(folder.path);
  expect([
    await queries.fates(1, 1),
    await queries.forgottenBeforeMs(),
    await queries.settledPosition(1),
  ]).toEqual([[], 0, 0]);
  await queries.close();
  expect(existsSync(join(folder.path, storeFile))).toBeFalse();
});
