import type { ActivityRecord } from "../../activity/activity-record.ts";
import { liveRequestToJson } from "../../api/activity-json.ts";
import type { ControlReader } from "../../control/control-store.ts";
import type { LiveEvent } from "../../live/live-event.ts";
import { viewRequests } from "../../manage/activity/request-views.ts";
import { isProcessed, type OutcomeSources } from "../../manage/activity/unsaved-readings.ts";
import { type Log, reasonOf } from "../../platform/log.ts";

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
  #looking: Timer | null = null;
  #unprocessed: ActivityRecord[] = [];
  /** One portion after the other, so that pages are told in order. */
  #publishing: Promise<void> = Promise.resolve();

  constructor(parts: RequestFeedParts) {
    this.#parts = parts;
  }

  /** Of these accounts open pages show what happens. */
  watch(accountIds: readonly number[]): void {
    this.#unprocessed = this.#unprocessed.filter(({ accountId }) => accountIds.includes(accountId));
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking =
      accountIds.length === 0
        ? null
        : setInterval(() => this.#safely(() => this.#tellOutcomes()), lookEveryMs);
  }

  show(records: readonly ActivityRecord[]): void {
    this.#safely(() => {
      const { outcomes } = this.#parts;
      this.#tellOutcomes();
      // Before they are looked at: what is processed by now is told with them, and the others again later.
      const unprocessed = records.filter((record) => !isProcessed(record, outcomes));
      this.#publish("activity", records);
      this.#unprocessed = [...this.#unprocessed, ...unprocessed].slice(-unprocessedMax);
    });
  }

  stop(): void {
    this.watch([]);
  }

  /** Pages are no reason for anything else to fail. */
  #safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.log.warn("requests could not be shown to open pages", { reason: reasonOf(error) });
    }
  }

  /** A request is answered before its readings are processed, so that some were lost may be known only now. */
  #tellOutcomes(): void {
    if (this.#unprocessed.length === 0) return;
    const { outcomes } = this.#parts;
    const { yes = [], no = [] } = Object.groupBy(this.#unprocessed, (record) =>
      isProcessed(record, outcomes) ? "yes" : "no",
    );
    this.#unprocessed = no;
    this.#publish("outcome", yes);
  }

  /** Of outcomes, only those that are worth telling. */
  #publish(kind: "activity" | "outcome", records: readonly ActivityRecord[]): void {
    if (records.length === 0) return;
    this.#publishing = this.#publishing
      .then(() => this.#view(kind, records))
      .catch((error: unknown) => {
        this.#parts.log.warn("requests could not be shown to open pages", { reason: reasonOf(error) });
      });
  }

  async #view(kind: "activity" | "outcome", records: readonly ActivityRecord[]): Promise<void> {
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
