import { Database } from "bun:sqlite";
import { join } from "node:path";
import { putMigratedFiles } from "../../../../../../tests/harness/migrated-files.ts";
import { openEmbeddedStore } from "../../../installation/embedded/open-store.ts";
import { divideStore } from "./divide-store.ts";
import { storeFile } from "./store-schema.ts";

/** How many processors share the store that a contract is checked on. */
export const shares = [
  { processes: 1, title: "" },
  { processes: 2, title: ", divided in two" },
];

/** For tests: opens the store as the first of this many processors does. */
export function openDividedStore(dataDir: string, processes: number) {
  putMigratedFiles(dataDir, "store");
  using db = new Database(join(dataDir, storeFile));
  divideStore(db, processes);
  return openEmbeddedStore(dataDir, {}, { number: 0, processes });
}
