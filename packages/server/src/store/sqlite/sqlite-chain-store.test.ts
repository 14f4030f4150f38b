import { chainStoreContract } from "../chain-store.contract.ts";
import { SqliteChainStore } from "./sqlite-chain-store.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

chainStoreContract("SqliteChainStore", {
  open(dataDir) {
    const store = new SqliteReadingStore(dataDir);
    return { store, chains: new SqliteChainStore(store.database) };
  },
});
