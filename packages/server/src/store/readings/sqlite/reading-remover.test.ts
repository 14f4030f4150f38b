import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import { readBlocks } from "../../../../../../tests/harness/stored-blocks.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { ReadingRemover } from "./reading-remover.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const sensorIds = [1, 2];
const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

interface Delivery {
  readonly sensorId: number;
  readonly startUs: number;
  readonly stepUs: number;
  readonly count: number;
}

interface Removal {
  readonly sensorId: number;
  readonly fromUs: number;
  readonly toUs: number;
  readonly max: number;
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  sensorId: fc.constantFrom(...sensorIds),
  startUs: fc.integer({ min: 0, max: 2000 }),
  stepUs: fc.constantFrom(0, 1, 2, 10),
  count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 16, max: 80 }), fc.constant(1500)),
});

const removal: fc.Arbitrary<Removal> = fc.record({
  sensorId: fc.constantFrom(...sensorIds),
  fromUs: fc.integer({ min: -10, max: 3000 }),
  toUs: fc.integer({ min: -10, max: 3000 }),
  max: fc.integer({ min: 1, max: 400 }),
});

class Scene implements AsyncDisposable {
  readonly #folder = tempFolder();
  readonly store = new TestReadingStore(this.#folder.path);
  readonly remover = new ReadingRemover(this.store.database);
  readonly queries = new SqliteReadingQueries(this.#folder.path);

  save({ sensorId, startUs, stepUs, count }: Delivery): void {
    const { position } = this.store.progress();
    this.store.begin();
    for (let nth = 0; nth < count; nth++) {
      this.store.save(sensorId, startUs + nth * stepUs, nth % 5, 0, -1, 0, "");
    }
    this.store.commit(position, position, none);
  }

  async keys(sensorId: number): Promise<string[]> {
    return (await gatherPages(this.queries.readings({ sensorId }))).map(
      ({ atUs, value }) => `${atUs} ${value}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queries.close();
    this.store.close();
    this.#folder[Symbol.dispose]();
  }
}

test(
  "deletes only the range, a limited number at once, and readings that are saved again exist once",
  async () => {
    const deliveries = fc.array(delivery, { minLength: 1, maxLength: 6 });
    const removals = fc.array(removal, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(deliveries, removals, async (given, wanted) => {
        await using scene = new Scene();
        for (const one of given) scene.save(one);
        const all = await Promise.all(sensorIds.map((sensorId) => scene.keys(sensorId)));
        for (const { sensorId, fromUs, toUs, max } of wanted) {
          const others = await Promise.all(
            sensorIds.filter((id) => id !== sensorId).map((id) => scene.keys(id)),
          );
          const before = await scene.keys(sensorId);
          const isInside = (key: string) => {
            const atUs = Number(key.split(" ")[0]);
            return atUs >= fromUs && atUs < toUs;
          };
          for (let left = before.filter(isInside).length; ; ) {
            const removed = scene.remover.removeRange(sensorId, fromUs, toUs, max);
            expect(removed).toBe(Math.min(left, max));
            left -= removed;
            expect((await scene.keys(sensorId)).filter(isInside)).toHaveLength(left);
            if (removed < max) break;
          }
          expect(await scene.keys(sensorId)).toEqual(before.filter((key) => !isInside(key)));
          expect(
            await Promise.all(sensorIds.filter((id) => id !== sensorId).map((id) => scene.keys(id))),
          ).toEqual(others);
        }
        for (const one of given) scene.save(one);
        expect(await Promise.all(sensorIds.map((sensorId) => scene.keys(sensorId)))).toEqual(all);
      }),
      { numRuns: propertyRuns(15) },
    );
  },
  propertyTimeoutMs,
);

test("leaves a block on either side of a range within a block", async () => {
  await using scene = new Scene();
  scene.save({ sensorId: 1, startUs: 0, stepUs: 10, count: 100 });
  expect(scene.remover.removeRange(1, 300, 600, 1000)).toBe(30);
  const blocks = scene.store.database.query("SELECT first_us, last_us, readings FROM blocks").values();
  expect(blocks).toEqual([
    [0, 290, 30],
    [600, 990, 40],
  ]);
  expect(readBlocks(scene.store.database)).toHaveLength(70);
});

test("leaves a block as it is for a range between two of its readings", async () => {
  await using scene = new Scene();
  scene.save({ sensorId: 1, startUs: 0, stepUs: 10, count: 100 });
  scene.save({ sensorId: 1, startUs: 2000, stepUs: 10, count: 100 });
  expect(scene.remover.removeRange(1, 301, 309, 1000)).toBe(0);
  expect(scene.remover.removeRange(1, 985, 2001, 1000)).toBe(2);
  expect(await scene.keys(1)).toHaveLength(198);
});

test("takes removed readings out of the sums of days", async () => {
  await using scene = new Scene();
  const minuteUs = 60e6;
  const edgesUs = Float64Array.of(0, 86_400e6);
  const countOfDay = async () => {
    const { counts } = await scene.queries.buckets({ sensorId: 1, fromUs: 0, toUs: edgesUs[1]!, edgesUs });
    return counts[0];
  };
  scene.save({ sensorId: 1, startUs: 0, stepUs: minuteUs, count: 1000 });
  expect(await countOfDay()).toBe(1000);
  expect(scene.remover.removeRange(1, 100 * minuteUs, 300 * minuteUs, 1000)).toBe(200);
  expect(await countOfDay()).toBe(800);
  expect(scene.remover.remove(1, 600)).toBe(600);
  expect(await countOfDay()).toBe(200);
});
