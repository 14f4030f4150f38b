import { chainStoreContract } from "../../chain-store.contract.ts";
import { openTestStore } from "./test-store.ts";

chainStoreContract("SQLite", {
  open: async (dataDir, limits) => openTestStore(dataDir, limits),
});
