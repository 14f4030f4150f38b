import { readBlocks } from "../../../../../../tests/harness/stored-blocks.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { openTestStore } from "../../engine/sqlite/test-store.ts";
import { TestOwner } from "../../test-owner.ts";
import { readingQueriesProperties } from "../reading-queries.properties.contract.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";

readingQueriesProperties("SqliteReadingQueries", {
  share: 1,
  async open(page) {
    const folder = tempFolder();
    const opened = openTestStore(folder.path);
    const owner = await TestOwner.of(opened);
    const queries = new SqliteReadingQueries(folder.path, page.rows, page.blocks);
    return {
      queries,
      save: (saves) => owner.commit({ saves }),
      blocks: async () => readBlocks(opened.store.database).length,
      async close() {
        await queries.close();
        await opened.close();
        folder[Symbol.dispose]();
      },
    };
  },
});
