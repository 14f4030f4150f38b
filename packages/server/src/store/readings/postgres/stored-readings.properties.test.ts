import { expect, test } from "bun:test";
import fc from "fast-check";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { lockPartition } from "../../engine/postgres/partition-row.ts";
import { emptyBatch } from "../../engine/postgres/test-batch.ts";
import { testDatabases } from "../../engine/postgres/test-databases.ts";
import { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import type { StoredReading } from "../reading-queries.ts";
import { SavedReadings } from "../saved-readings.ts";
import { monthAfter, monthOf } from "./months.ts";
import { PostgresStoredCounts } from "./postgres-stored-counts.ts";
import { removeRange, removeReadings } from "./reading-remover.ts";
import { mergeRows } from "./row-merger.ts";

const partition = 3;
const sensorIds = [1, 700];
/** There are few times, around the turn of a month, so that deliveries meet each other and the border of two tables. */
const turnUs = monthOf(Date.UTC(2026, 5) * 1000).endUs;
const timesMax = 1500;

interface Delivery {
  readonly sensorId: number;
  readonly startUs: number;
  readonly stepUs: number;
  readonly count: number;
  readonly values: number;
  readonly deviceTimes: "none" | "some" | "all" | "past what a double holds";
  readonly haveMetadata: boolean;
  readonly isBackwards: boolean;
  readonly isStretch: boolean;
}

type Action =
  | { readonly kind: "batch"; readonly deliveries: readonly Delivery[]; readonly isGivenUp: boolean }
  | { readonly kind: "merge"; readonly sensorId: number; readonly steps: number; readonly isQuiet: boolean }
  | { readonly kind: "remove"; readonly sensorId: number; readonly max: number }
  | {
      readonly kind: "remove range";
      readonly sensorId: number;
      readonly from: number;
      readonly length: number;
      readonly max: number;
    }
  | { readonly kind: "create month"; readonly months: number }
  | { readonly kind: "take over" };

const sensorId = fc.constantFrom(...sensorIds);
const delivery: fc.Arbitrary<Delivery> = fc.record({
  sensorId,
  startUs: fc.integer({ min: -timesMax, max: timesMax }),
  stepUs: fc.constantFrom(0, 1, 1, 3, 20),
  count: fc.oneof(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 15, max: 90 }),
    fc.integer({ min: 600, max: 1300 }),
  ),
  values: fc.integer({ min: 1, max: 7 }),
  deviceTimes: fc.constantFrom("none", "some", "all", "past what a double holds"),
  haveMetadata: fc.boolean(),
  isBackwards: fc.boolean(),
  isStretch: fc.boolean(),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("batch" as const),
      deliveries: fc.array(delivery, { maxLength: 4 }),
      isGivenUp: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("merge" as const),
      sensorId,
      steps: fc.integer({ min: 1, max: 4 }),
      isQuiet: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      sensorId,
      max: fc.integer({ min: 1, max: 2000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("remove range" as const),
      sensorId,
      from: fc.integer({ min: -timesMax, max: timesMax }),
      length: fc.integer({ min: 0, max: timesMax }),
      max: fc.integer({ min: 1, max: 2000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("create month" as const), months: fc.constantFrom(-1, 0) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "take over" as const }) },
);

/** The expected contents of the store, by sensor, time and value. */
type Expected = Map<string, StoredReading & { readonly sensorId: number }>;
type Store = Awaited<ReturnType<typeof openTestStore>>;

function ofSensor(expected: Expected, id: number): StoredReading[] {
  return [...expected.values()]
    .filter((reading) => reading.sensorId === id)
    .map(({ sensorId: _, ...reading }) => reading)
    .sort((one, other) => one.atUs - other.atUs || one.value - other.value);
}

const keyOf = (id: number, { atUs, value }: StoredReading) => `${id} ${atUs} ${value}`;

/** Adds to the saves and to the expected contents. Returns the places of readings that are stored already. */
function deliver(given: Delivery, saves: SavedReadings, expected: Expected): number[] {
  const found: number[] = [];
  const { stepUs, count, values } = given;
  const order = [...Array(count).keys()];
  if (given.isBackwards) order.reverse();
  const receivedUs = turnUs + 1e9;
  const isStretch = given.isStretch && stepUs > 0 && !given.isBackwards;
  const doubles = new Float64Array(count * 2);
  const first = saves.count;
  for (const nth of order) {
    const atUs = turnUs + given.startUs + nth * stepUs;
    const value = ((nth * 31) % values) / 2 - 1;
    const kind = isStretch ? "all" : given.deviceTimes;
    const hasTime =
      kind === "all" || (kind === "some" && nth % 2 === 0) || kind === "past what a double holds";
    const seconds = kind === "past what a double holds" ? 221_845_392_000 : Math.floor(atUs / 1e6);
    const micros = atUs % 1e6;
    const metadata = !isStretch && given.haveMetadata && nth % 3 === 0 ? '{"a":1}' : null;
    const deviceUs = hasTime ? BigInt(seconds) * 1_000_000n + BigInt(micros) : null;
    const reading = { sensorId: given.sensorId, atUs, value, receivedUs, deviceUs, metadata };
    const place = isStretch ? first + nth : saves.count;
    if (expected.has(keyOf(given.sensorId, reading))) found.push(place);
    else expected.set(keyOf(given.sensorId, reading), reading);
    doubles[nth * 2] = value;
    doubles[nth * 2 + 1] = atUs;
    if (!isStretch)
      saves.add(
        given.sensorId,
        atUs,
        value,
        receivedUs,
        hasTime ? seconds : -1,
        hasTime ? micros : 0,
        metadata ?? "",
      );
  }
  if (isStretch) saves.addStretch(given.sensorId, { doubles, start: 0, readings: count }, receivedUs);
  return found;
}

class Scene {
  readonly store: Store;
  expected: Expected = new Map();
  #epoch = 0;
  #position = { partition, sequence: 0 };

  constructor(store: Store) {
    this.store = store;
  }

  async take(): Promise<void> {
    ({ epoch: this.#epoch } = await this.store.ownership.take(partition));
    this.#position = { ...(await this.store.settlement.durable(partition)), partition };
  }

  async run(given: Action): Promise<void> {
    switch (given.kind) {
      case "batch":
        return this.#commit(given.deliveries, given.isGivenUp);
      case "take over":
        return this.take();
      case "create month":
        await this.store.months.create(monthAfter(monthOf(turnUs), given.months));
        return;
      case "merge":
        return this.#merge(given.sensorId, given.steps, given.isQuiet);
      case "remove": {
        const before = ofSensor(this.expected, given.sensorId).length;
        const removed = await this.#write((tx) => removeReadings(tx, given.sensorId, given.max));
        expect(removed).toBe(Math.min(before, given.max));
        return this.#forget(given.sensorId, removed);
      }
      case "remove range": {
        const fromUs = turnUs + given.from;
        const range = { sensorId: given.sensorId, fromUs, toUs: fromUs + given.length, max: given.max };
        const within = ({ atUs }: StoredReading) => atUs >= range.fromUs && atUs < range.toUs;
        const inside = ofSensor(this.expected, given.sensorId).filter(within);
        const removed = await this.#write((tx) => removeRange(tx, range));
        expect(removed).toBe(Math.min(inside.length, given.max));
        return this.#forget(given.sensorId, removed, within);
      }
    }
  }

  async #commit(deliveries: readonly Delivery[], isGivenUp: boolean): Promise<void> {
    const saves = new SavedReadings();
    const expected = new Map(this.expected);
    const found = deliveries.flatMap((one) => deliver(one, saves, expected));
    const to = { partition, sequence: this.#position.sequence + 1 };
    const batch = emptyBatch({ from: this.#position, to, saves });
    if (isGivenUp) {
      const complete = () => {
        throw new Error("given up");
      };
      const committing = this.store.settlement.commit({ ...batch, complete }, this.#epoch);
      expect(await committing.catch((error) => error.message)).toBe("given up");
      return;
    }
    const alreadyStored = await this.store.settlement.commit(batch, this.#epoch);
    expect(alreadyStored.toSorted((one, other) => one - other)).toEqual(
      found.sort((one, other) => one - other),
    );
    this.expected = expected;
    this.#position = to;
  }

  async #merge(id: number, steps: number, isQuiet: boolean): Promise<void> {
    const quietSinceUs = isQuiet ? Number.MAX_SAFE_INTEGER : 0;
    let fromUs = Number.MIN_SAFE_INTEGER;
    for (let step = 0; step < steps; step++) {
      const done = await this.#write((tx) => mergeRows(tx, { sensorId: id, fromUs, quietSinceUs }));
      if (done === null) return;
      fromUs = done.nextUs;
    }
  }

  #write<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    return this.store.database.write(async (tx) => {
      await lockPartition(tx, { partition, epoch: this.#epoch });
      return work(tx);
    });
  }

  /** The store chooses which readings it removes. */
  async #forget(
    id: number,
    removed: number,
    among: (reading: StoredReading) => boolean = () => true,
  ): Promise<void> {
    const left = new Set((await this.list(id)).map((reading) => keyOf(id, reading)));
    const before = this.expected.size;
    for (const reading of ofSensor(this.expected, id))
      if (among(reading) && !left.has(keyOf(id, reading))) this.expected.delete(keyOf(id, reading));
    expect(before - this.expected.size).toBe(removed);
  }

  list(id: number): Promise<StoredReading[]> {
    return gatherPages(this.store.queries.readings({ sensorId: id }));
  }

  async check(): Promise<void> {
    const counts = new PostgresStoredCounts(this.store.database);
    for (const id of sensorIds) {
      const expected = ofSensor(this.expected, id);
      expect(await this.list(id)).toEqual(expected);
      expect(await gatherPages(this.store.queries.readings({ sensorId: id, order: "desc" }))).toEqual(
        expected.toReversed(),
      );
      expect(await counts.of(id)).toBe(expected.length);
      const latest = (await this.store.queries.latestOf([id])).get(id);
      expect(latest?.atUs).toBe(expected.at(-1)?.atUs);
    }
    const { rows } = await this.store.database.query(
      `SELECT one.sensor_id FROM weir_store.blocks AS one JOIN weir_store.blocks AS other USING (sensor_id)
       WHERE one.last_us < other.last_us AND one.last_us >= other.first_us
       UNION ALL SELECT sensor_id FROM weir_store.blocks
       WHERE to_char(to_timestamp(first_us / 1e6) AT TIME ZONE 'UTC', 'YYYY-MM') <> to_char(to_timestamp(last_us / 1e6) AT TIME ZONE 'UTC', 'YYYY-MM')`,
    );
    expect(rows).toEqual([]);
  }
}

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();
  let runs = 0;

  test(
    "stores every reading once and returns it unchanged, whatever is saved, merged, deleted, given up and taken over",
    async () => {
      let blocks = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
          const store = await openTestStore(await databases.urlOf(`run ${++runs}`));
          try {
            const scene = new Scene(store);
            await scene.take();
            for (const one of actions) await scene.run(one);
            await scene.check();
            const { rows } = await store.database.query<{ count: number }>(
              "SELECT count(*) FROM weir_store.blocks",
            );
            blocks += rows[0]!.count;
          } finally {
            await store.close();
          }
        }),
        { numRuns: propertyRuns(25) },
      );
      expect(blocks).toBeGreaterThan(0);
    },
    propertyTimeoutMs,
  );
});
