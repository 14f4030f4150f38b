import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { TestReadingStore } from "../../readings/sqlite/test-reading-store.ts";
import { divideStore } from "./divide-store.ts";
import { readPartitions } from "./read-store-progress.ts";

type Row = readonly [sequence: number, saved: number];

function withPartitions(rows: readonly Row[], check: (store: TestReadingStore) => void): void {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  store.database.run("DELETE FROM partitions");
  const insert = store.database.query("INSERT INTO partitions VALUES (?, 7, ?, ?, 0, 1, 2)");
  for (const [partition, [sequence, saved]] of rows.entries()) insert.run(partition, sequence, saved);
  check(store);
  store.close();
}

function rowsOf({ database }: TestReadingStore): Row[] {
  return readPartitions(database).map(({ position, saved }) => [position.sequence, saved]);
}

test.each<[string, readonly Row[], number, readonly Row[]]>([
  [
    "one into several",
    [[50, 9]],
    2,
    [
      [50, 9],
      [50, 0],
    ],
  ],
  [
    "several that are equally far into one",
    [
      [50, 9],
      [50, 4],
    ],
    1,
    [[50, 13]],
  ],
  [
    "two that are not equally far into parts of each",
    [
      [50, 9],
      [70, 4],
    ],
    4,
    [
      [50, 13],
      [70, 0],
      [50, 0],
      [70, 0],
    ],
  ],
])("divides %s, without losing a count", (_, before, partitions, after) => {
  withPartitions(before, (store) => {
    expect(divideStore(store.database, partitions)).toBe(true);
    expect(rowsOf(store)).toEqual([...after]);
    const rest = store.database.query(
      "SELECT sum(ended) AS ended, sum(dead) AS dead, min(epoch) AS epoch FROM partitions",
    );
    expect(rest.get()).toEqual({ ended: before.length, dead: 2 * before.length, epoch: 8 });
  });
});

test.each([1, 3])(
  "changes nothing if partitions that are not equally far would be mixed: 2 into %d",
  (partitions) => {
    withPartitions(
      [
        [50, 9],
        [70, 4],
      ],
      (store) => {
        expect(divideStore(store.database, partitions)).toBe(false);
        expect(rowsOf(store)).toEqual([
          [50, 9],
          [70, 4],
        ]);
      },
    );
  },
);
