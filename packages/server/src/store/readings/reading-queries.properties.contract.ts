import { expect, test } from "bun:test";
import type { SortOrder } from "@weir/protocol/closed-sets";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { gatherPages } from "../../platform/gather-pages.ts";
import type { RangeQuery, ReadingKey, ReadingQueries } from "./reading-queries.ts";
import { SavedReadings } from "./saved-readings.ts";

const sensorId = 7;
const timesMax = 2000;

/** The readings of one batch. Many readings become blocks if nothing is in their way, a few become rows. */
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

export interface PropertiesAdapter {
  /** Opens an empty store. `page` limits how much is looked up at once. Answers must not depend on it. */
  open(page: { readonly rows: number; readonly blocks: number }): Promise<StoreWithQueries>;
  /** The share of the usual number of runs that each property gets. */
  readonly share: number;
}

export interface StoreWithQueries {
  readonly queries: ReadingQueries;
  /** Commits the readings in one batch. */
  save(saves: SavedReadings): Promise<unknown>;
  blocks(): Promise<number>;
  close(): Promise<void>;
}

class Scene implements AsyncDisposable {
  readonly #store: StoreWithQueries;
  readonly #saved = new Map<string, ReadingKey>();

  static async open(
    adapter: PropertiesAdapter,
    deliveries: readonly Delivery[],
    page: { readonly rows: number; readonly blocks: number },
  ): Promise<Scene> {
    const scene = new Scene(await adapter.open(page));
    for (const one of deliveries) await scene.save(one);
    return scene;
  }

  private constructor(store: StoreWithQueries) {
    this.#store = store;
  }

  get queries(): ReadingQueries {
    return this.#store.queries;
  }

  async save({ startUs, stepUs, count, values, haveMetadata }: Delivery): Promise<void> {
    const saves = new SavedReadings();
    for (let nth = 0; nth < count; nth++) {
      const atUs = startUs + nth * stepUs;
      const value = ((nth * 31) % values) / 2 - 1;
      saves.add(sensorId, atUs, value, nth, -1, 0, haveMetadata && nth % 3 === 0 ? "{}" : "");
      this.#saved.set(`${atUs} ${value}`, { atUs, value });
    }
    await this.#store.save(saves);
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

  blocks(): Promise<number> {
    return this.#store.blocks();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#store.close();
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

/** Checks the answers about readings, whatever was saved in whatever order, on the real engine. */
export function readingQueriesProperties(name: string, adapter: PropertiesAdapter): void {
  test(
    `${name}: a listing of either order holds what was saved in its range, up to its limit`,
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
            await using scene = await Scene.open(adapter, given, page);
            blocksSeen += await scene.blocks();
            const asked = inOrder(within(scene.saved(), from, to), direction);
            const range = { fromUs: from, toUs: to, order: direction };
            expect(await scene.list(range)).toEqual(asked);
            expect(await scene.list({ ...range, limit: max })).toEqual(asked.slice(0, max));
            expect(await scene.list({ order: direction })).toEqual(inOrder(scene.saved(), direction));
          },
        ),
        { numRuns: propertyRuns(20 * adapter.share) },
      );
      expect(blocksSeen).toBeGreaterThan(0);
    },
    propertyTimeoutMs,
  );

  test(
    `${name}: paging on after the last reading lists nothing twice and misses nothing, whatever is saved meanwhile`,
    async () => {
      const limit = fc.integer({ min: 20, max: 300 });
      const meanwhile = fc.array(delivery, { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(deliveries, meanwhile, pageSizes, order, time, time, limit),
          async ([given, late, page, direction, one, other, max]) => {
            const [from, to] = [Math.min(one, other), Math.max(one, other)];
            await using scene = await Scene.open(adapter, given, page);
            const before = within(scene.saved(), from, to);
            const listed: ReadingKey[] = [];
            const toCome = [...late];
            for (;;) {
              const after = listed.at(-1);
              const range = { fromUs: from, toUs: to, order: direction, limit: max };
              const found = await scene.list(after === undefined ? range : { ...range, after });
              listed.push(...found);
              const next = toCome.pop();
              if (next !== undefined) await scene.save(next);
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
        { numRuns: propertyRuns(20 * adapter.share) },
      );
    },
    propertyTimeoutMs,
  );

  test(
    `${name}: buckets come to what their readings come to, in rows and blocks together`,
    async () => {
      const edges = fc
        .uniqueArray(time, { minLength: 1, maxLength: 40 })
        .map((times) => Float64Array.from(times.sort((left, right) => left - right)));
      await fc.assert(
        fc.asyncProperty(deliveries, pageSizes, edges, time, time, async (given, page, edgesUs, from, to) => {
          await using scene = await Scene.open(adapter, given, page);
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
        { numRuns: propertyRuns(20 * adapter.share) },
      );
    },
    propertyTimeoutMs,
  );

  test(
    `${name}: the span reaches from the first to the last reading`,
    async () => {
      await fc.assert(
        fc.asyncProperty(deliveries, pageSizes, async (given, page) => {
          await using scene = await Scene.open(adapter, given, page);
          const saved = scene.saved();
          const span = { firstUs: saved[0]!.atUs, lastUs: saved.at(-1)!.atUs };
          expect(await scene.queries.spansOf([sensorId, sensorId + 1])).toEqual(new Map([[sensorId, span]]));
        }),
        { numRuns: propertyRuns(6 * adapter.share) },
      );
    },
    propertyTimeoutMs,
  );
}
