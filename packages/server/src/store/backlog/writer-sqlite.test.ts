import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { UnknownPartitionError } from "../../queue/position.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";
import { SqliteReadingStore } from "../readings/sqlite/sqlite-reading-store.ts";
import { backlogContract } from "./backlog-store.contract.ts";
import { SqliteBacklog } from "./writer-sqlite.ts";

backlogContract("SqliteBacklog", {
  open: async (dataDir) => openTestStore(dataDir),
});

test("has one partition, and refuses frames of another", () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const position = { partition: 1, sequence: 5 };
  const data = new Uint8Array([1]);
  const frame = { accountId: 1, deviceId: 1, position, firstOrdinal: 1, readings: 1, due: null, data };
  expect(() => new SqliteBacklog(store.database).park(frame)).toThrow(UnknownPartitionError);
  store.close();
});
