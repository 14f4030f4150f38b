import { ownershipContract } from "../../queue/ownership.contract.ts";
import { next } from "../../queue/test-positions.ts";
import { SqliteOwnership } from "./sqlite-ownership.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

ownershipContract("SqliteOwnership", {
  async open(dataDir) {
    const store = new SqliteReadingStore(dataDir);
    return {
      ownership: new SqliteOwnership(store),
      async settleOne() {
        try {
          store.begin();
          const { position, saved } = store.progress();
          store.save(1, saved, 1, 0, -1, 0, "");
          store.commit(position, next(position), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
        } catch (error) {
          store.rollback();
          throw error;
        }
      },
      settled: async () => store.progress().saved,
      close: async () => store.close(),
    };
  },
});
