import { afterEach, beforeEach } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { ActivityRecord, RejectedReading } from "../../activity/activity-record.ts";
import { positionFrom } from "../../queue/position.ts";
import type { ReadingQueries } from "../readings/reading-queries.ts";
import { activityPart, type OwnedStore, TestOwner } from "../test-owner.ts";
import type { ActivityBatch, ActivityKeeper, ActivityPart } from "./activity-keeper.ts";
import type { ActivityQueries, QuarantineQuery } from "./queries.ts";
import type { RequestQuery } from "./request-query.ts";

/** An adapter of ActivityStore and ActivityQueries. */
export interface ActivityAdapter {
  openStore(dataDir: string, limits?: TestLimits): Promise<OpenActivity>;
  open(dataDir: string): Promise<ActivityQueries>;
  openReadings(dataDir: string): Promise<ReadingQueries>;
}

/** Smaller than the real limits, so that tests reach them. An adapter ignores the limits that it does not use. */
export interface TestLimits {
  readonly bytesMax?: number;
  readonly quarantinedMaxPerDevice?: number;
  readonly quarantinedMaxPerAccount?: number;
  readonly quarantinedMax?: number;
}

export interface OpenActivity extends OwnedStore {
  readonly activityKeeper: ActivityKeeper;
}

export const perDevice = 200;
export const startMs = 1_780_000_000_000;

export function sampleRecord(nth: number, other: Partial<ActivityRecord> = {}): ActivityRecord {
  return {
    accountId: 1,
    deviceId: 7,
    requestId: `a1b2c3d4e5f6-${nth.toString(36)}`,
    arrivalMs: startMs + nth,

    durationMs: 1.25,
    source: "192.0.2.1",
    endpoint: "bulk",
    sensorId: 5,
    bodyBytes: 42,
    status: 202,
    error: null,

    accepted: 1,
    duplicates: 0,
    rejected: null,
    clockOffsetMs: null,
    position: positionFrom(0, nth * 60),
    findings: [],
    problems: null,
    ...other,
  };
}

/** Returns which sample a record is. */
export function nthOf({ position }: ActivityRecord): number {
  return (position?.sequence ?? 0) / 60;
}

export const rejected: RejectedReading = {
  accountId: 1,
  deviceId: 7,
  requestId: "a1b2c3d4e5f6-1",
  position: 3,
  reason: "dropped_unknown_sensor",

  arrivalMs: startMs,
  correctionUs: -2_500_000,
  urlSensor: null,
  entry: '{"sensor_slug":"tmp","value":1}',
};

/** For tests: a store of activity in its own folder, with short ways to write and query it. */
export class ActivityScene {
  readonly #adapter: ActivityAdapter;
  readonly #folder = tempFolder();
  written!: OpenActivity;
  owner!: TestOwner;
  queries!: ActivityQueries;

  constructor(adapter: ActivityAdapter) {
    this.#adapter = adapter;
  }

  async open(limits?: TestLimits): Promise<void> {
    this.written = await this.#adapter.openStore(this.#folder.path, limits);
    this.owner = await TestOwner.of(this.written);
    this.queries = await this.#adapter.open(this.#folder.path);
  }

  async reopen(limits?: TestLimits): Promise<void> {
    await this.#close();
    await this.open(limits);
  }

  /** Becomes the owner again, under a new epoch. */
  async takeAgain(): Promise<void> {
    this.owner = await TestOwner.of(this.written);
  }

  openReadings(): Promise<ReadingQueries> {
    return this.#adapter.openReadings(this.#folder.path);
  }

  write(batch: Partial<ActivityBatch>): Promise<void> {
    return this.written.activityKeeper.keep(
      { parts: [], forgottenDeviceIds: [], nowMs: startMs, ...batch },
      this.owner.epoch,
    );
  }

  writePart(part: Partial<ActivityPart>): Promise<void> {
    return this.write({ parts: [activityPart(part)] });
  }

  keep(...records: ActivityRecord[]): Promise<void> {
    return this.writePart({ records, keptPerDevice: perDevice });
  }

  quarantine(...quarantined: RejectedReading[]): Promise<void> {
    return this.writePart({ quarantined });
  }

  troubled(...troubles: (readonly [deviceId: number, atMs: number])[]): Promise<void> {
    return this.writePart({ troubles: new Map(troubles) });
  }

  release(accountId: number, ids: readonly number[]): Promise<number> {
    return this.written.activityKeeper.releaseQuarantined(accountId, ids, this.owner.epoch);
  }

  requests(query: Partial<RequestQuery> = {}): Promise<ActivityRecord[]> {
    return this.queries.requests({ accountId: 1, limit: 10_000, ...query });
  }

  /** Returns which samples a query finds. */
  async positions(query: Partial<RequestQuery> = {}): Promise<number[]> {
    return (await this.requests(query)).map(nthOf);
  }

  async quarantined(query: Partial<QuarantineQuery> = {}): Promise<number[]> {
    const found = await this.queries.quarantined({ accountId: 1, limit: 10_000, ...query });
    return found.map(({ position }) => position);
  }

  /** Follows the pages to the end, as a person would. */
  async paged(query: Partial<RequestQuery>, limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (let before: RequestQuery["before"]; ; ) {
      const page = await this.requests({ ...query, limit, ...(before === undefined ? {} : { before }) });
      ids.push(...page.map(({ requestId }) => requestId));
      if (page.length < limit) return ids;
      const { arrivalMs, requestId } = page.at(-1)!;
      before = { arrivalMs, requestId };
    }
  }

  async end(): Promise<void> {
    await this.#close();
    this.#folder[Symbol.dispose]();
  }

  async #close(): Promise<void> {
    await this.queries.close();
    await this.written.close();
  }
}

/** For tests: opens a scene before each test of the surrounding `describe`, and ends it after the test. */
export function eachActivityScene(adapter: ActivityAdapter): () => ActivityScene {
  let scene: ActivityScene;
  beforeEach(async () => {
    scene = new ActivityScene(adapter);
    await scene.open();
  });
  afterEach(() => scene.end());
  return () => scene;
}
