import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { SqliteStoredCounts } from "./sqlite-stored-counts.ts";
import { TestReadingStore } from "./test-reading-store.ts";

test("counts the readings of a sensor in rows and in blocks", async () => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  const counts = new SqliteStoredCounts(store.database);
  const save = (sensorId: number, readings: number, fromUs: number) => {
    store.begin();
    for (let nth = 0; nth < readings; nth++) store.save(sensorId, fromUs + nth, nth, 0, -1, 0, "");
    const { position } = store.progress();
    store.commit(position, position, { saved: readings, alreadyStored: 0, ended: 0, dead: 0 });
  };
  expect(await counts.of(1)).toBe(0);
  save(1, 3, 0);
  save(2, 5000, 0);
  save(2, 2, 10_000);
  const { blocks } = store.database.query("SELECT count(*) AS blocks FROM blocks").get() as {
    blocks: number;
  };
  expect(blocks).toBeGreaterThan(0);
  expect(await Promise.all([counts.of(1), counts.of(2), counts.of(3)])).toEqual([3, 5002, 0]);
  store.close();
});
