import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { openEmbeddedStore } from "../../../installation/embedded/open-store.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { onlyPartition } from "../../../queue/position.ts";
import { readingQueriesContract } from "../reading-queries.contract.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";

readingQueriesContract("SqliteReadingQueries", {
  async open(dataDir) {
    const { settlement, activityKeeperOf, ownership, close } = openEmbeddedStore(dataDir, {});
    return { settlement, activityKeeper: activityKeeperOf(onlyPartition), ownership, close };
  },
  openQueries: async (dataDir, pageRows) => new SqliteReadingQueries(dataDir, pageRows),
});

test("finds nothing if there is no store yet", async () => {
  using folder = tempFolder();
  const queries = new SqliteReadingQueries(folder.path);
  expect(await gatherPages(queries.readings({ sensorId: 7 }))).toEqual([]);
  expect(await gatherPages(queries.batteryHistory({ deviceId: 1, order: "desc", limit: 1 }))).toEqual([]);
  for (const found of [
    await queries.latestOf([7]),
    await queries.spansOf([7]),
    await queries.connectionsOf([1]),
    await queries.latestBatteriesOf([1]),
  ]) {
    expect(found).toEqual(new Map());
  }
  expect(await queries.clockOffsetMs(1)).toBeNull();
  await queries.close();
});
