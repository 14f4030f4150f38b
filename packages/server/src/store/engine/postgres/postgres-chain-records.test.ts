import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { backlogContract } from "../../backlog/backlog-store.contract.ts";
import { chainQueriesContract } from "../../chain-queries.contract.ts";
import { chainStoreContract } from "../../chain-store.contract.ts";
import { receiptStoreContract } from "../../receipts/receipt-store.contract.ts";
import { testDatabases } from "./test-databases.ts";
import { openRecordQueries, openRecordStore } from "./test-record-store.ts";

describeUnless(await whyNoEngines(), "records of batches", () => {
  const databases = testDatabases();

  chainStoreContract("PostgreSQL", {
    open: async (dataDir, limits) => openRecordStore(await databases.urlOf(dataDir), limits),
  });

  chainQueriesContract("PostgresChainQueries", {
    openStore: async (dataDir) => openRecordStore(await databases.urlOf(dataDir)),
    open: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "chainQueries"),
  });

  receiptStoreContract("PostgreSQL", {
    open: async (dataDir, receiptBytesMax) =>
      openRecordStore(await databases.urlOf(dataDir), { receiptBytesMax }),
    openQueries: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "receiptQueries"),
  });

  backlogContract("PostgreSQL", {
    open: async (dataDir) => openRecordStore(await databases.urlOf(dataDir)),
  });
});
