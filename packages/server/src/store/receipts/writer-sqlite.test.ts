import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { onlyPartition, startOf, UnknownPartitionError } from "../../queue/position.ts";
import { SqliteStoreReader } from "../engine/sqlite/sqlite-store-reader.ts";
import { storeFile } from "../engine/sqlite/store-schema.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";
import { SqliteReadingStore } from "../readings/sqlite/sqlite-reading-store.ts";
import { receiptQueries } from "./queries.ts";
import { receiptStoreContract } from "./receipt-store.contract.ts";

receiptStoreContract("SqliteReceiptStore", {
  open: async (dataDir, receiptBytesMax) =>
    openTestStore(dataDir, receiptBytesMax === undefined ? {} : { receiptBytesMax }),
  openQueries: async (dataDir) => receiptQueries(new SqliteStoreReader(dataDir)),
});

test("refuses questions about partitions that no position of one machine names", async () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const queries = receiptQueries(new SqliteStoreReader(folder.path));
  const other = { partition: 1, sequence: 5 };
  expect(queries.chainsInUse(1, other)).rejects.toThrow(UnknownPartitionError);
  expect(queries.settledPosition(1, other.partition)).rejects.toThrow(UnknownPartitionError);
  await queries.close();
  store.close();
});

test("does not create a missing store by reading it, and has settled nothing", async () => {
  using folder = tempFolder();
  const queries = receiptQueries(new SqliteStoreReader(folder.path));
  expect([
    await queries.fates(1, 1),
    await queries.forgottenBeforeMs(),
    await queries.settledPosition(1, onlyPartition),
  ]).toEqual([[], 0, startOf(onlyPartition)]);
  await queries.close();
  expect(existsSync(join(folder.path, storeFile))).toBeFalse();
});
