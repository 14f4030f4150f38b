import { ownershipContract } from "../../../queue/ownership.contract.ts";
import type { OwnedPartition } from "../../../queue/ownership.ts";
import { next } from "../../../queue/test-positions.ts";
import { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import { SqliteOwnership } from "./sqlite-ownership.ts";

ownershipContract("SqliteOwnership", {
  async open(dataDir) {
    const store = new SqliteReadingStore(dataDir);
    const ownership = new SqliteOwnership(store);
    let owned: OwnedPartition;
    return {
      ownership: {
        async take(partition) {
          owned = await ownership.take(partition);
          return owned;
        },
      },
      async settleOne() {
        store.write(owned, () => {
          const { position } = store.progress();
          store.advance(position, next(position), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
        });
      },
      settled: async () => store.progress().saved,
      close: async () => store.close(),
    };
  },
});
