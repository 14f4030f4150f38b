import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { ControlReader } from "../../control/control.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import { liveRequestToJson } from "./activity-json.ts";
import { viewRequests } from "./request-views.ts";
import { type OutcomeSources, processedOf } from "./unsaved-readings.ts";

const lookEveryMs = 500;
/**
 * How many requests are kept that were shown before their readings were processed. Past this, the oldest are not shown
 * again.
 */
const unprocessedMax = 500;

export interface RequestFeedParts {
  readonly control: ControlReader;
  /** Reads what became of readings. */
  readonly outcomes: OutcomeSources;
  readonly log: Log;
  readonly publish: (events: LiveEvent[]) => void;
}

/** Shows requests of devices to open pages, and shows those again whose readings turn out to be lost. */
export class RequestFeed {
  readonly #parts: RequestFeedParts;
  #watched: ReadonlySet<number> = new Set();
  #looking: Timer | null = null;
  #unprocessed: ActivityRecord[] = [];
  /**
   * Steps run one after the other, so that pages receive events in order and no request is handled by two steps at
   * once.
   */
  #steps: Promise<void> = Promise.resolve();
  #stepsLeft = 0;

  constructor(parts: RequestFeedParts) {
    this.#parts = parts;
  }

  /** The accounts that open pages of this process show. */
  watch(accountIds: readonly number[]): void {
    this.#watched = new Set(accountIds);
    this.#unprocessed = this.#ofWatched(this.#unprocessed);
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = accountIds.length === 0 ? null : setInterval(() => this.#look(), lookEveryMs);
  }

  /** `all` may include requests that only pages of another manage process watch. */
  show(all: readonly ActivityRecord[]): void {
    const records = this.#ofWatched(all);
    if (records.length === 0) return;
    this.#step(async () => {
      await this.#tellOutcomes();
      // Asked before the requests are shown: requests processed by now are shown with their outcome, and the others
      // again later.
      const processed = await processedOf(records, this.#parts.outcomes);
      await this.#view("activity", records);
      const unprocessed = records.filter((record) => !processed.has(record));
      this.#unprocessed = [...this.#unprocessed, ...unprocessed].slice(-unprocessedMax);
    });
  }

  #ofWatched(records: readonly ActivityRecord[]): ActivityRecord[] {
    return records.filter(({ accountId }) => this.#watched.has(accountId));
  }

  /** Resolves when no question is open. */
  async stop(): Promise<void> {
    this.watch([]);
    await this.#steps;
  }

  #look(): void {
    // A step in progress, or one that waits, looks as well.
    if (this.#stepsLeft === 0) this.#step(() => this.#tellOutcomes());
  }

  /** A failure is only logged, because showing pages must not make anything else fail. */
  #step(work: () => Promise<void>): void {
    this.#stepsLeft++;
    this.#steps = this.#steps
      .then(work)
      .catch((error: unknown) => {
        this.#parts.log.warn("requests could not be shown to open pages", { reason: reasonOf(error) });
      })
      .finally(() => {
        this.#stepsLeft--;
      });
  }

  /** A request is answered before its readings are processed, so lost readings may become known only now. */
  async #tellOutcomes(): Promise<void> {
    if (this.#unprocessed.length === 0) return;
    const processed = await processedOf(this.#unprocessed, this.#parts.outcomes);
    // Requests that are no longer watched have been removed from the list.
    const processedNow = this.#unprocessed.filter((record) => processed.has(record));
    this.#unprocessed = this.#unprocessed.filter((record) => !processed.has(record));
    await this.#view("outcome", processedNow);
  }

  /** Of outcomes, only those with lost readings are shown. */
  async #view(kind: "activity" | "outcome", records: readonly ActivityRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { control, outcomes, publish } = this.#parts;
    const events: LiveEvent[] = [];
    for (const view of await viewRequests(control, records, outcomes)) {
      const { record, device, unsaved } = view;
      if (device === null || (kind === "outcome" && unsaved === null)) continue;
      const request = liveRequestToJson(view, device);
      events.push({ kind, accountId: record.accountId, device: device.uuid, request });
    }
    publish(events);
  }
}
