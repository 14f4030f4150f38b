import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import { readBlocks } from "../../../../../../tests/harness/stored-blocks.ts";
import { storedRowSql } from "../../../../../../tests/harness/stored-row-sql.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { next } from "../../../queue/test-positions.ts";
import { storeFile } from "../../engine/sqlite/store-schema.ts";
import { StalePositionError } from "../../partition-progress.ts";
import type { RangeQuery, StoredReading } from "../reading-queries.ts";
import { BlockPacker } from "./block-packer.ts";
import { ReadingRemover } from "./reading-remover.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { SqliteStoredCounts } from "./sqlite-stored-counts.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const sensorIds = [1, 700, 1400];
/** A crowded batch has a reading of each of these sensors, so many that its rows are staged. */
const crowdIds = Array.from({ length: 1400 }, (_, nth) => nth + 1).filter((id) => !sensorIds.includes(id));
/** There are few times, so that deliveries meet: they fill gaps, overlap, repeat each other, or come late. */
const timesMax = 3000;

type Reading = StoredReading & { readonly sensorId: number };

/** The readings of one request for one sensor. */
interface Delivery {
  readonly sensorId: number;
  readonly startUs: number;
  readonly stepUs: number;
  readonly count: number;
  readonly value: (nth: number) => number;
  readonly deviceUs: (atUs: number, nth: number) => bigint | null;
  readonly metadata: (nth: number) => string | null;
  readonly order: "forward" | "backward" | "shuffled";
  readonly receivedUs: number;
  /** Whether the delivery is saved as a stretch, if possible. */
  readonly asStretch: boolean;
}

interface Check extends Omit<RangeQuery, "sensorId"> {
  readonly pageRows: number;
  readonly pageBlocks: number;
}

/** A batch may be given up before or after it is written. */
type BatchEnd = "kept" | "rolled back" | "refused";

type Action =
  | {
      readonly kind: "batch";
      readonly deliveries: readonly Delivery[];
      readonly isCrowded: boolean;
      readonly end: BatchEnd;
    }
  | { readonly kind: "reopen" }
  | { readonly kind: "purge"; readonly sensorId: number; readonly max: number }
  | { readonly kind: "file"; readonly steps: number }
  | { readonly kind: "merge"; readonly quietSinceUs: number }
  | { readonly kind: "pack" }
  | { readonly kind: "check"; readonly check: Check };

const delivery: fc.Arbitrary<Delivery> = fc.record({
  sensorId: fc.constantFrom(...sensorIds),
  startUs: fc.integer({ min: 0, max: timesMax }),
  stepUs: fc.constantFrom(0, 1, 1, 2, 10),
  count: fc.oneof(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 10, max: 100 }),
    fc.integer({ min: 10, max: 100 }),
    fc.integer({ min: 1000, max: 3000 }),
  ),
  value: fc.constantFrom(
    () => 21.5,
    (nth: number) => (nth % 3) / 10,
    (nth: number) => -nth,
    (nth: number) => Math.sqrt(nth),
    (nth: number) => (nth % 2 === 0 ? 0 : -0),
  ),
  deviceUs: fc.constantFrom(
    () => null,
    (atUs: number) => BigInt(atUs),
    (atUs: number) => BigInt(atUs) + 5_000_000n,
    (atUs: number, nth: number) => (nth % 50 === 49 ? null : BigInt(atUs)),
    (atUs: number, nth: number) => (nth % 50 === 49 ? 253_402_300_799_999_999n : BigInt(atUs)),
  ),
  metadata: fc.constantFrom(
    () => null,
    () => null,
    (nth: number) => (nth % 40 === 0 ? `{"nth":${nth}}` : null),
  ),
  order: fc.constantFrom("forward", "forward", "backward", "shuffled"),
  receivedUs: fc.integer({ min: 0, max: 2 ** 50 }),
  asStretch: fc.boolean(),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("batch"),
      deliveries: fc.array(delivery, { minLength: 1, maxLength: 5 }),
      isCrowded: fc.constantFrom(true, true, false),
      end: fc.constantFrom<BatchEnd[]>("kept", "kept", "kept", "kept", "rolled back", "refused"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("purge"),
      sensorId: fc.constantFrom(...sensorIds),
      max: fc.integer({ min: 1, max: 2000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("file"), steps: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: "pack" }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("merge"),
      quietSinceUs: fc.constantFrom(0, Number.POSITIVE_INFINITY),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("check"),
      check: fc.record(
        {
          fromUs: fc.integer({ min: -10, max: 2 * timesMax }),
          toUs: fc.integer({ min: -10, max: 2 * timesMax }),
          limit: fc.integer({ min: 0, max: 500 }),
          pageRows: fc.integer({ min: 1, max: 60 }),
          pageBlocks: fc.integer({ min: 1, max: 4 }),
        },
        { requiredKeys: ["pageRows", "pageBlocks"] },
      ),
    }),
  },
);

function readingsOf(delivery: Delivery): Reading[] {
  const { sensorId, startUs, stepUs, count, receivedUs } = delivery;
  const readings = Array.from({ length: count }, (_, nth) => {
    const atUs = startUs + nth * stepUs;
    const deviceUs = delivery.deviceUs(atUs, nth);
    return {
      sensorId,
      atUs,
      value: delivery.value(nth),
      receivedUs,
      deviceUs,
      metadata: delivery.metadata(nth),
    };
  });
  if (delivery.order === "backward") readings.reverse();
  if (delivery.order === "shuffled") readings.sort((left, right) => shuffleKey(left) - shuffleKey(right));
  return readings;
}

/** Returns whether the readings are in strict order, have no metadata and all have a device's time. */
function isStretch(readings: readonly Reading[]): boolean {
  return readings.every(({ atUs, value, deviceUs, metadata }, nth) => {
    const before = readings[nth - 1];
    const follows =
      before === undefined || atUs > before.atUs || (atUs === before.atUs && value > before.value);
    return follows && metadata === null && deviceUs === BigInt(atUs);
  });
}

function shuffleKey({ atUs, value }: Reading): number {
  return (atUs * 7919 + value * 104_729) % 1013;
}

/** What the store promises, in its simplest form: the first reading of each sensor, time and value is kept. */
class Model {
  readonly #kept = new Map<string, Reading>();

  keep(readings: readonly Reading[]): void {
    for (const reading of readings) {
      const key = keyOf(reading);
      if (!this.#kept.has(key)) this.#kept.set(key, { ...reading, value: reading.value + 0 });
    }
  }

  /** Returns the places of readings that are not kept, because an earlier one has the same key. */
  repeats(readings: readonly Reading[]): number[] {
    const seen = new Set(this.#kept.keys());
    return readings.flatMap((reading, place) => {
      const isRepeat = seen.has(keyOf(reading));
      seen.add(keyOf(reading));
      return isRepeat ? [place] : [];
    });
  }

  readings(sensorId: number): StoredReading[] {
    return [...this.#kept.values()]
      .filter((reading) => reading.sensorId === sensorId)
      .map(({ sensorId: _, ...reading }) => reading)
      .sort((left, right) => left.atUs - right.atUs || left.value - right.value);
  }

  /** Purging reports how many readings it deletes, not which. */
  keepOnly(sensorId: number, left: readonly StoredReading[]): void {
    const keys = new Set(left.map(({ atUs, value }) => `${sensorId} ${atUs} ${value}`));
    for (const [key, reading] of this.#kept) {
      if (reading.sensorId === sensorId && !keys.has(key)) this.#kept.delete(key);
    }
  }
}

function keyOf({ sensorId, atUs, value }: Reading): string {
  return `${sensorId} ${atUs} ${value}`;
}

function countWithin(readings: readonly StoredReading[], edgesUs: Float64Array): number[] {
  return [...edgesUs.subarray(1)].map(
    (toUs, bucket) => readings.filter(({ atUs }) => atUs >= edgesUs[bucket]! && atUs < toUs).length,
  );
}

/** A store and its model, which get the same operations. */
class Scene implements Disposable {
  readonly #folder = tempFolder();
  readonly #model = new Model();
  #store = new TestReadingStore(this.#folder.path);
  blocksSeen = 0;
  merged = 0;
  packed = 0;
  stretches = 0;
  filed = 0;
  #crowdUs = 0;

  async perform(action: Action): Promise<void> {
    if (action.kind === "batch") await this.#batch(action);
    else if (action.kind === "file") await this.#file(action.steps);
    else if (action.kind === "purge") await this.#purge(action.sensorId, action.max);
    else if (action.kind === "merge") await this.#merge(action.quietSinceUs);
    else if (action.kind === "pack") await this.#pack();
    else if (action.kind === "check") await this.#check(action.check);
    else this.#reopen();
  }

  async #batch({ deliveries, isCrowded, end }: Action & { kind: "batch" }): Promise<void> {
    const { position } = this.#store.progress();
    const readings = deliveries.flatMap(readingsOf);
    this.#store.begin();
    for (const delivery of deliveries) this.#save(delivery);
    expect(this.#store.saves).toBe(readings.length);
    // Each crowd is newer than the one before, whether that was kept or not.
    if (isCrowded) this.#crowdUs++;
    if (isCrowded) for (const id of crowdIds) this.#store.save(id, this.#crowdUs, 1, 0, -1, 0, "");
    const alreadyStored = [...this.#store.alreadyStored()].sort((one, other) => one - other);
    expect(alreadyStored).toEqual(this.#model.repeats(readings));
    if (end === "kept") {
      this.#store.commit(position, next(position), none);
      this.#model.keep(readings);
    } else if (end === "rolled back") {
      this.#store.rollback();
    } else {
      expect(() => this.#store.commit(next(position), next(next(position)), none)).toThrow(
        StalePositionError,
      );
    }
    await this.#check({ pageRows: 1000, pageBlocks: 16 });
  }

  #save(delivery: Delivery): void {
    const readings = readingsOf(delivery);
    if (delivery.asStretch && isStretch(readings)) {
      const doubles = Float64Array.from([0, ...readings.flatMap(({ value, atUs }) => [value, atUs])]);
      const stretch = { doubles, start: 1, readings: readings.length };
      this.#store.saveStretch(delivery.sensorId, stretch, delivery.receivedUs);
      this.stretches++;
      return;
    }
    for (const { sensorId, atUs, value, receivedUs, deviceUs, metadata } of readings) {
      const seconds = deviceUs === null ? -1 : Number(deviceUs / 1_000_000n);
      const micros = deviceUs === null ? 0 : Number(deviceUs % 1_000_000n);
      this.#store.save(sensorId, atUs, value, receivedUs, seconds, micros, metadata ?? "");
    }
  }

  async #purge(sensorId: number, max: number): Promise<void> {
    const before = this.#model.readings(sensorId);
    const removed = new ReadingRemover(this.#store.database).remove(sensorId, max);
    expect(removed).toBe(Math.min(max, before.length));
    using queries = this.#queries(1000, 16);
    const left = await gatherPages(queries.value.readings({ sensorId }));
    expect(left).toHaveLength(before.length - removed);
    this.#model.keepOnly(sensorId, left);
    await this.#check({ pageRows: 1000, pageBlocks: 16 });
  }

  /** The progress of filing is in the file, so any store can continue. */
  async #file(steps: number): Promise<void> {
    const staged = this.#stagedParts();
    for (let step = 0; step < steps && this.#store.rowFiler.file(); step++);
    this.filed += staged - this.#stagedParts();
    await this.#check({ pageRows: 1000, pageBlocks: 16 });
  }

  #stagedParts(): number {
    return this.#store.database.query("SELECT part FROM staged_parts").all().length;
  }

  async #merge(quietSinceUs: number): Promise<void> {
    const { rowMerger } = this.#store;
    for (const sensorId of sensorIds) {
      let step = rowMerger.merge(sensorId, Number.MIN_SAFE_INTEGER, quietSinceUs);
      for (; step !== null; step = rowMerger.merge(sensorId, step.nextUs, quietSinceUs))
        this.merged += step.merged;
    }
    await this.#check({ pageRows: 1000, pageBlocks: 16 });
  }

  async #pack(): Promise<void> {
    // As few as two readings are enough here, so that there is something to pack.
    const packer = new BlockPacker(this.#store.database, 2);
    for (const sensorId of sensorIds) {
      let step = packer.pack(sensorId, Number.MIN_SAFE_INTEGER);
      for (; step !== null; step = packer.pack(sensorId, step.nextUs)) this.packed += step.merged;
    }
    await this.#check({ pageRows: 1000, pageBlocks: 16 });
  }

  async #check({ pageRows, pageBlocks, ...range }: Check): Promise<void> {
    using queries = this.#queries(pageRows, pageBlocks);
    for (const sensorId of sensorIds) {
      const kept = this.#model.readings(sensorId);
      const { fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, limit = kept.length } = range;
      const asked = kept.filter(({ atUs }) => atUs >= fromUs && atUs < toUs).slice(0, limit);
      expect(await gatherPages(queries.value.readings({ sensorId, ...range }))).toEqual(asked);
      const latestUs = kept.at(-1)?.atUs;
      const latest = kept
        .filter(({ atUs }) => atUs === latestUs)
        .sort((left, right) => right.receivedUs - left.receivedUs || right.value - left.value)[0];
      expect((await queries.value.latestOf([sensorId])).get(sensorId)).toEqual(latest);
      const span = kept.length === 0 ? undefined : { firstUs: kept[0]!.atUs, lastUs: latestUs! };
      expect((await queries.value.spansOf([sensorId])).get(sensorId)).toEqual(span);
      const edgesUs = Float64Array.of(-1, 1000, 2000, 1e9);
      const { counts } = await queries.value.buckets({ sensorId, edgesUs, fromUs: -1, toUs: 1e9 });
      expect([...counts]).toEqual(countWithin(kept, edgesUs));
      expect(await new SqliteStoredCounts(this.#store.database).of(sensorId)).toBe(kept.length);
    }
    this.#checkFile();
  }

  /** Reads the file once more with code that is independent of the server. */
  #checkFile(): void {
    using db = new Database(join(this.#folder.path, storeFile), { readonly: true });
    const rows = db
      .query(
        `SELECT sensor_id AS sensorId, at_us AS atUs, value FROM ${storedRowSql}
         WHERE sensor_id IN (${sensorIds})`,
      )
      .all() as Reading[];
    const inBlocks = readBlocks(db);
    this.blocksSeen += inBlocks.length;
    for (const sensorId of sensorIds) {
      const found = [...rows, ...inBlocks].filter((reading) => reading.sensorId === sensorId);
      expect(found).toHaveLength(this.#model.readings(sensorId).length);
    }
  }

  #reopen(): void {
    this.#store.close();
    this.#store = new TestReadingStore(this.#folder.path);
  }

  #queries(pageRows: number, pageBlocks: number): Disposable & { readonly value: SqliteReadingQueries } {
    const value = new SqliteReadingQueries(this.#folder.path, pageRows, pageBlocks);
    return { value, [Symbol.dispose]: () => value.close() };
  }

  [Symbol.dispose](): void {
    this.#store.close();
    this.#folder[Symbol.dispose]();
  }
}

const sample: Delivery = {
  sensorId: 1,
  startUs: 0,
  stepUs: 1,
  count: 1000,
  value: () => 21.5,
  deviceUs: (atUs) => BigInt(atUs),
  metadata: () => null,
  order: "forward",
  receivedUs: 1,
  asStretch: true,
};

/** Does at least once what few random histories do. */
const everything: Action[] = [
  { kind: "batch", deliveries: [sample], isCrowded: false, end: "kept" },
  { kind: "batch", deliveries: [{ ...sample, startUs: 2000, count: 3 }], isCrowded: true, end: "kept" },
  { kind: "file", steps: 1000 },
  { kind: "merge", quietSinceUs: Number.POSITIVE_INFINITY },
  { kind: "pack" },
];

test(
  "keeps one reading of each sensor, time and value, whatever is saved, repeated, purged, filed, merged, packed or reopened",
  async () => {
    let blocksSeen = 0;
    let merged = 0;
    let packed = 0;
    let stretches = 0;
    let filed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
        using scene = new Scene();
        for (const action of actions) await scene.perform(action);
        blocksSeen += scene.blocksSeen;
        merged += scene.merged;
        packed += scene.packed;
        stretches += scene.stretches;
        filed += scene.filed;
      }),
      { numRuns: propertyRuns(40), examples: [[everything]] },
    );
    expect(blocksSeen).toBeGreaterThan(0);
    expect(merged).toBeGreaterThan(0);
    expect(packed).toBeGreaterThan(0);
    expect(stretches).toBeGreaterThan(0);
    expect(filed).toBeGreaterThan(0);
  },
  propertyTimeoutMs,
);
