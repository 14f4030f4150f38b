import { openTestStore } from "../engine/sqlite/test-store.ts";
import { backlogContract } from "./backlog-store.contract.ts";

backlogContract("SqliteBacklog", {
  open: async (dataDir) => openTestStore(dataDir),
});
