import { expect, test } from "bun:test";
import type { SortOrder } from "@weir/protocol/closed-sets";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { readBlocks } from "../../../../../tests/harness/stored-blocks.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../platform/gather-pages.ts";
import { next } from "../../queue/test-positions.ts";
import type { RangeQuery, ReadingKey } from "../reading-queries.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

const sensorId = 7;
const timesMax = 2000;
const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

/** What one batch brings: many become blocks where nothing is in their way, few become rows. */
interface Delivery {
  readonly startUs: number;
  readonly stepUs: number;
  readonly count: number;
  readonly values: number;
  readonly haveMetadata: boolean;
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  startUs: fc.integer({ min: 0, max: timesMax }),
  stepUs: fc.constantFrom(0, 1, 1, 3, 20),
  count: fc.oneof(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 16, max: 90 }),
    fc.integer({ min: 1000, max: 1300 }),
  ),
  values: fc.integer({ min: 1, max: 7 }),
  haveMetadata: fc.boolean(),
});

const pageSizes = fc.record({
  rows: fc.integer({ min: 1, max: 60 }),
  blocks: fc.integer({ min: 1, max: 4 }),
});

class Scene implements AsyncDisposable {
  readonly #folder = tempFolder();
  readonly #store = new SqliteReadingStore(this.#folder.path);
  readonly queries: SqliteReadingQueries;
  readonly #saved = new Map<string, ReadingKey>();

  constructor(deliveries: readonly Delivery[], page: { readonly rows: number; readonly blocks: number }) {
    for (const one of deliveries) this.save(one);
    this.queries = new SqliteReadingQueries(this.#folder.path, page.rows, page.blocks);
  }

  save({ startUs, stepUs, count, values, haveMetadata }: Delivery): void {
    const { position } = this.#store.progress();
    this.#store.begin();
    for (let nth = 0; nth < count; nth++) {
      const atUs = startUs + nth * stepUs;
      const value = ((nth * 31) % values) / 2 - 1;
      this.#store.save(sensorId, atUs, value, nth, -1, 0, haveMetadata && nth % 3 === 0 ? "{}" : "");
      this.#saved.set(`${atUs} ${value}`, { atUs, value });
    }
    this.#store.commit(position, next(position), none);
  }

  saved(): ReadingKey[] {
    return [...this.#saved.values()].sort(
      (left, right) => left.atUs - right.atUs || left.value - right.value,
    );
  }

  async list(query: Omit<RangeQuery, "sensorId">): Promise<ReadingKey[]> {
    return (await gatherPages(this.queries.readings({ sensorId, ...query }))).map(({ atUs, value }) => ({
      atUs,
      value,
    }));
  }

  blocks(): number {
    return readBlocks(this.#store.database).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queries.close();
    this.#store.close();
    this.#folder[Symbol.dispose]();
  }
}

function within(readings: readonly ReadingKey[], fromUs: number, toUs: number): ReadingKey[] {
  return readings.filter(({ atUs }) => atUs >= fromUs && atUs < toUs);
}

function inOrder(readings: readonly ReadingKey[], order: SortOrder): ReadingKey[] {
  return order === "asc" ? [...readings] : [...readings].reverse();
}

const time = fc.integer({ min: -10, max: 2 * timesMax });
const deliveries = fc.array(delivery, { minLength: 1, maxLength: 6 });
const order = fc.constantFrom<SortOrder[]>("asc", "desc");

test(
  "a listing of either order holds what was saved in its range, up to its limit",
  async () => {
    const limit = fc.integer({ min: 0, max: 300 });
    let blocksSeen = 0;
    await fc.assert(
      fc.asyncProperty(
        deliveries,
        pageSizes,
        order,
        time,
        time,
        limit,
        async (given, page, direction, from, to, max) => {
          await using scene = new Scene(given, page);
          blocksSeen += scene.blocks();
          const asked = inOrder(within(scene.saved(), from, to), direction);
          const range = { fromUs: from, toUs: to, order: direction };
          expect(await scene.list(range)).toEqual(asked);
          expect(await scene.list({ ...range, limit: max })).toEqual(asked.slice(0, max));
          expect(await scene.list({ order: direction })).toEqual(inOrder(scene.saved(), direction));
        },
      ),
      { numRuns: propertyRuns(60) },
    );
    expect(blocksSeen).toBeGreaterThan(0);
  },
  propertyTimeoutMs,
);

test(
  "paging on after the last reading lists nothing twice and misses nothing, whatever is saved meanwhile",
  async () => {
    const limit = fc.integer({ min: 20, max: 300 });
    const meanwhile = fc.array(delivery, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(deliveries, meanwhile, pageSizes, order, time, time, limit),
        async ([given, late, page, direction, one, other, max]) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other)];
          await using scene = new Scene(given, page);
          const before = within(scene.saved(), from, to);
          const listed: ReadingKey[] = [];
          const toCome = [...late];
          for (;;) {
            const after = listed.at(-1);
            const range = { fromUs: from, toUs: to, order: direction, limit: max };
            const found = await scene.list(after === undefined ? range : { ...range, after });
            listed.push(...found);
            const next = toCome.pop();
            if (next !== undefined) scene.save(next);
            if (found.length < max) break;
          }
          const keys = listed.map(({ atUs, value }) => `${atUs} ${value}`);
          const distinct = new Set(keys);
          expect(keys).toHaveLength(distinct.size);
          expect(before.filter(({ atUs, value }) => !distinct.has(`${atUs} ${value}`))).toEqual([]);
          const listedSaved = scene.saved().filter(({ atUs, value }) => distinct.has(`${atUs} ${value}`));
          expect(listed).toEqual(inOrder(listedSaved, direction));
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  },
  propertyTimeoutMs,
);

test(
  "buckets come to what their readings come to, in rows and blocks together",
  async () => {
    const edges = fc
      .uniqueArray(time, { minLength: 1, maxLength: 40 })
      .map((times) => Float64Array.from(times.sort((left, right) => left - right)));
    await fc.assert(
      fc.asyncProperty(deliveries, pageSizes, edges, time, time, async (given, page, edgesUs, from, to) => {
        await using scene = new Scene(given, page);
        const found = await scene.queries.buckets({ sensorId, fromUs: from, toUs: to, edgesUs });
        const asked = within(scene.saved(), from, to);
        expect(found.counts).toHaveLength(edgesUs.length - 1);
        for (let bucket = 0; bucket < edgesUs.length - 1; bucket++) {
          const inside = within(asked, edgesUs[bucket]!, edgesUs[bucket + 1]!).map(({ value }) => value);
          expect(found.counts[bucket]).toBe(inside.length);
          if (inside.length === 0) continue;
          expect(found.sums[bucket]).toBeCloseTo(
            inside.reduce((sum, value) => sum + value, 0),
            6,
          );
          expect(found.minima[bucket]).toBe(Math.min(...inside));
          expect(found.maxima[bucket]).toBe(Math.max(...inside));
          expect(found.firsts[bucket]).toBe(inside[0]!);
          expect(found.lasts[bucket]).toBe(inside.at(-1)!);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  },
  propertyTimeoutMs,
);

test(
  "the span reaches from the first to the last reading",
  async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, pageSizes, async (given, page) => {
        await using scene = new Scene(given, page);
        const saved = scene.saved();
        const span = { firstUs: saved[0]!.atUs, lastUs: saved.at(-1)!.atUs };
        expect(await scene.queries.spansOf([sensorId, sensorId + 1])).toEqual(new Map([[sensorId, span]]));
      }),
      { numRuns: propertyRuns(20) },
    );
  },
  propertyTimeoutMs,
);
