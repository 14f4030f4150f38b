import { chainStoreContract } from "../chain-store.contract.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";

chainStoreContract("SQLite", {
  open: async (dataDir, limits) => openTestStore(dataDir, limits),
});
