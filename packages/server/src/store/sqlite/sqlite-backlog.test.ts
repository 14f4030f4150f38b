import { backlogContract } from "../backlog-store.contract.ts";
import { SqliteBacklog } from "./sqlite-backlog.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

backlogContract("SqliteBacklog", {
  open(dataDir) {
    const store = new SqliteReadingStore(dataDir);
    return { store, backlog: new SqliteBacklog(store.database) };
  },
});
