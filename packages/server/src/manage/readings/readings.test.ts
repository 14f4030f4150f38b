import { expect, test } from "bun:test";
import type { SortOrder } from "@weir/protocol/closed-sets";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { SqliteReadingQueries } from "../../store/readings/sqlite/sqlite-reading-queries.ts";
import { TestReadingStore } from "../../store/readings/sqlite/test-reading-store.ts";
import { type ListKey, listReadings } from "./readings.ts";

const sensors = [3, 1, 2].map((id) => ({ id, uuid: `sensor ${id}` }));

/** Readings that are saved together: few become rows, many a block. There are few times, so that sensors share them. */
const delivery = fc.record({
  sensorId: fc.constantFrom(1, 2, 3),
  startUs: fc.integer({ min: 0, max: 60 }),
  stepUs: fc.constantFrom(0, 1, 2),
  count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 16, max: 40 })),
});
type Delivery = typeof delivery extends fc.Arbitrary<infer Value> ? Value : never;

function save(store: TestReadingStore, { sensorId, startUs, stepUs, count }: Delivery): string[] {
  const { position } = store.progress();
  const keys: string[] = [];
  store.begin();
  for (let nth = 0; nth < count; nth++) {
    const atUs = startUs + nth * stepUs;
    store.save(sensorId, atUs, nth % 6, 0, -1, 0, "");
    keys.push(`${atUs} ${sensorId} ${nth % 6}`);
  }
  store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  return keys;
}

function inOrder(keys: Iterable<string>, order: SortOrder): string[] {
  const sorted = [...keys]
    .map((key) => key.split(" ").map(Number) as [number, number, number])
    .sort((left, right) => left[0] - right[0] || left[1] - right[1] || left[2] - right[2])
    .map((key) => key.join(" "));
  return order === "asc" ? sorted : sorted.reverse();
}

test(
  "lists nothing twice and misses nothing in pages of several sensors, whatever is saved meanwhile",
  async () => {
    const deliveries = fc.array(delivery, { minLength: 1, maxLength: 6 });
    const meanwhile = fc.array(delivery, { maxLength: 10 });
    const order = fc.constantFrom<SortOrder[]>("asc", "desc");
    const limit = fc.integer({ min: 5, max: 30 });
    await fc.assert(
      fc.asyncProperty(deliveries, meanwhile, order, limit, async (given, late, direction, max) => {
        using folder = tempFolder();
        const store = new TestReadingStore(folder.path);
        const before = new Set(given.flatMap((one) => save(store, one)));
        const queries = new SqliteReadingQueries(folder.path);
        const toCome = [...late];
        const listed: string[] = [];
        let after: ListKey | null = null;
        for (let hasMore = true; hasMore; ) {
          const request = { fromUs: 0, toUs: 1000, order: direction, limit: max, after };
          const page = await listReadings(queries, sensors, request);
          for (const { sensor, reading } of page.items) {
            after = { atUs: reading.atUs, sensorId: sensor.id, value: reading.value };
            listed.push(`${reading.atUs} ${sensor.id} ${reading.value}`);
          }
          hasMore = page.hasMore;
          if (hasMore && toCome.length > 0) save(store, toCome.pop()!);
        }
        await queries.close();
        store.close();
        expect(listed).toEqual(inOrder(new Set(listed), direction));
        expect([...before].filter((key) => !listed.includes(key))).toEqual([]);
      }),
      { numRuns: propertyRuns(30) },
    );
  },
  propertyTimeoutMs,
);
