import type {
  ActivityRecord,
  ReadingFinding,
  RefusedRequests,
  RejectedReading,
} from "../../activity/activity-record.ts";
import { at } from "../../queue/test-positions.ts";
import { SqliteActivityStore } from "../../store/activity/store-sqlite.ts";
import { SqliteDeadLetters } from "../../store/dead-letters/writer-sqlite.ts";
import type { TestReadingStore } from "../../store/readings/sqlite/test-reading-store.ts";
import type { BatchFates, ChainUse, UnsavedEnd } from "../../store/receipts/reading-fates.ts";
import { SqliteReceiptStore } from "../../store/receipts/writer-sqlite.ts";
import type { CountedReadings } from "../../store/statistics/counted-readings.ts";
import { SqliteStatisticsStore } from "../../store/statistics/writer-sqlite.ts";
import { activityPart } from "../../store/test-owner.ts";

/** For tests: records requests in the store of the test, as a processor would. */
export class TestRequests {
  readonly activity: SqliteActivityStore;
  readonly #store: TestReadingStore;
  readonly #receipts: SqliteReceiptStore;
  readonly #statistics: SqliteStatisticsStore;
  readonly #letters: SqliteDeadLetters;
  #settled = 0;

  constructor(store: TestReadingStore) {
    this.#store = store;
    this.activity = new SqliteActivityStore(store.database);
    this.#receipts = new SqliteReceiptStore(store.database);
    this.#statistics = new SqliteStatisticsStore(store.database);
    this.#letters = new SqliteDeadLetters(store.database);
  }

  requests(...records: ActivityRecord[]): void {
    this.#inTransaction(() => this.activity.keep(activityPart({ records })));
  }

  rejected(...readings: RejectedReading[]): void {
    this.#inTransaction(() => this.activity.quarantine(readings));
  }

  counted(nowMs: number, ...counts: CountedReadings[]): void {
    this.#inTransaction(() => this.#statistics.add(counts, nowMs));
  }

  refused(nowMs: number, requests: RefusedRequests): void {
    this.#inTransaction(() => this.#statistics.addRefused([requests], nowMs));
  }

  /** Merges old slots into hours. */
  tidied(nowMs: number): void {
    while (this.#statistics.tidy(nowMs));
  }

  chainInUse(use: ChainUse): void {
    this.#inTransaction(() => this.#receipts.chainInUse(use));
  }

  unsaved(end: UnsavedEnd): void {
    this.#inTransaction(() => this.#receipts.unsaved([end]));
  }

  /** Returns its id. */
  deadLetter({ accountId, deviceId }: Whose, reason: string): number {
    return this.#letters.add({
      reason,
      diedMs: 1000,
      accountId,
      deviceId,
      sensorId: null,
      chainId: null,
      chainVersion: null,
      nodeId: null,
      nodeInput: null,
      atUs: 1,
      value: 1,
      receivedUs: 1,
      deviceUs: null,
      metadata: null,
      batteryVolts: null,
      raw: null,
    });
  }

  discardLetter(id: number): void {
    this.#letters.remove(id);
  }

  /** Settles the queue up to this position, with these readings not saved. */
  settled(position: number, fates: BatchFates | null = null): void {
    this.#store.begin();
    if (fates !== null) this.#receipts.write(fates);
    this.#store.commit(at(this.#settled), at(position), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
    this.#settled = position;
  }

  #inTransaction(work: () => void): void {
    this.#store.database.transaction(work)();
  }
}

type Whose = Pick<ActivityRecord, "accountId" | "deviceId">;

export function requestOf(whose: Whose, overrides: Partial<ActivityRecord> = {}): ActivityRecord {
  return {
    ...whose,
    requestId: "000000000abc-1",
    arrivalMs: Date.parse("2026-06-01T11:00:00.000Z"),
    durationMs: 1.5,
    source: "192.0.2.7",
    endpoint: "batch",
    sensorId: null,
    bodyBytes: 120,
    status: 202,
    error: null,
    accepted: 1,
    duplicates: 0,
    rejected: null,
    clockOffsetMs: null,
    position: at(1),
    findings: [],
    problems: null,
    ...overrides,
  };
}

export function findingOf(overrides: Partial<ReadingFinding>): ReadingFinding {
  return {
    position: 0,
    reason: "dropped_unknown_sensor",
    sensorId: null,
    identifier: null,
    value: null,
    sent: null,
    matchedMs: null,
    untilMs: null,
    ...overrides,
  };
}

export function rejectedOf(whose: Whose, overrides: Partial<RejectedReading> = {}): RejectedReading {
  return {
    ...whose,
    requestId: "000000000abc-1",
    position: 0,
    reason: "dropped_unknown_sensor",
    arrivalMs: Date.parse("2026-06-01T11:00:00.000Z"),
    correctionUs: 0,
    urlSensor: null,
    entry: '{"sensor_slug":"flow","value":1.5}',
    ...overrides,
  };
}
