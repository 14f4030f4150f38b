import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { ControlReader } from "../../control/control.ts";
import { liveRequestToJson } from "../../manage/activity/activity-json.ts";
import { viewRequests } from "../../manage/activity/request-views.ts";
import { type OutcomeSources, processedOf } from "../../manage/activity/unsaved-readings.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";

const lookEveryMs = 500;
/** Requests that were shown before their readings were processed. Past this the oldest are not told of again. */
const unprocessedMax = 500;

export interface RequestFeedParts {
  readonly control: ControlReader;
  /** What became of readings. */
  readonly outcomes: OutcomeSources;
  readonly log: Log;
  readonly publish: (events: LiveEvent[]) => void;
}

/** Shows requests of devices to open pages, and those again of which readings turn out to be lost. */
export class RequestFeed {
  readonly #parts: RequestFeedParts;
  #watched: ReadonlySet<number> = new Set();
  #looking: Timer | null = null;
  #unprocessed: ActivityRecord[] = [];
  /** One step after the other: pages are told in order, and no request is looked at by two steps at once. */
  #steps: Promise<void> = Promise.resolve();
  #stepsLeft = 0;

  constructor(parts: RequestFeedParts) {
    this.#parts = parts;
  }

  /** Of these accounts open pages show what happens. */
  watch(accountIds: readonly number[]): void {
    this.#watched = new Set(accountIds);
    this.#unprocessed = this.#ofWatched(this.#unprocessed);
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = accountIds.length === 0 ? null : setInterval(() => this.#look(), lookEveryMs);
  }

  /** Others than those that are watched may be among them: pages of another manage process watch these. */
  show(all: readonly ActivityRecord[]): void {
    const records = this.#ofWatched(all);
    if (records.length === 0) return;
    this.#step(async () => {
      await this.#tellOutcomes();
      // Before they are looked at: what is processed by now is told with them, and the others again later.
      const processed = await processedOf(records, this.#parts.outcomes);
      await this.#view("activity", records);
      const unprocessed = records.filter((record) => !processed.has(record));
      this.#unprocessed = [...this.#unprocessed, ...unprocessed].slice(-unprocessedMax);
    });
  }

  #ofWatched(records: readonly ActivityRecord[]): ActivityRecord[] {
    return records.filter(({ accountId }) => this.#watched.has(accountId));
  }

  /** Resolves when nothing is asked any more. */
  async stop(): Promise<void> {
    this.watch([]);
    await this.#steps;
  }

  #look(): void {
    // A step that is under way, or waits, looks as well.
    if (this.#stepsLeft === 0) this.#step(() => this.#tellOutcomes());
  }

  /** Pages are no reason for anything else to fail. */
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

  /** A request is answered before its readings are processed, so that some were lost may be known only now. */
  async #tellOutcomes(): Promise<void> {
    if (this.#unprocessed.length === 0) return;
    const processed = await processedOf(this.#unprocessed, this.#parts.outcomes);
    // What nobody watches any more has gone from the list meanwhile.
    const told = this.#unprocessed.filter((record) => processed.has(record));
    this.#unprocessed = this.#unprocessed.filter((record) => !processed.has(record));
    await this.#view("outcome", told);
  }

  /** Of outcomes, only those that are worth telling. */
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
