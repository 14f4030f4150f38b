/** Loaded before Weir. Makes a processor commit as if it were the owner of its partition, at whatever position that is. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { storeFile } from "../../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { SqliteReadingStore } from "../../../packages/server/src/store/readings/sqlite/sqlite-reading-store.ts";

const { advance, write } = SqliteReadingStore.prototype;

SqliteReadingStore.prototype.assertAt = () => undefined;

SqliteReadingStore.prototype.write = function <T>(
  this: SqliteReadingStore,
  { partition }: { readonly partition: number },
  work: () => T,
): T {
  using store = new Database(join(process.env.WEIR_DATA ?? ".", storeFile), { readonly: true });
  const { epoch } = store.query("SELECT epoch FROM partitions").get() as { epoch: number };
  return write.call(this, { partition, epoch }, work) as T;
};

SqliteReadingStore.prototype.advance = function (_from, to, counts) {
  return advance.call(this, this.progress().position, to, counts);
};
