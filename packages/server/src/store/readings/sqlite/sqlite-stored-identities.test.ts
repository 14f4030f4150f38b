import { openTestStore } from "../../engine/sqlite/test-store.ts";
import { TestOwner } from "../../test-owner.ts";
import { storedIdentitiesContract } from "../stored-identities.contract.ts";
import { SqliteStoredIdentities } from "./sqlite-stored-identities.ts";

storedIdentitiesContract("SqliteStoredIdentities", {
  async open(dataDir) {
    const opened = openTestStore(dataDir);
    const owner = await TestOwner.of(opened);
    return {
      identities: new SqliteStoredIdentities(opened.store.database),
      save: (saves) => owner.commit({ saves }),
      close: opened.close,
    };
  },
});
