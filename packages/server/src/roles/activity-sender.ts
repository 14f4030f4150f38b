import type { ActivityRecord } from "../activity/activity-record.ts";
import type { ActivityRecorder } from "../activity/activity-recorder.ts";
import { liveRequestToJson } from "../api/activity-json.ts";
import type { ControlReader } from "../control/control-store.ts";
import type { LiveEvent } from "../live/live-event.ts";
import { viewRequests } from "../manage/activity/request-views.ts";
import { isProcessed, type OutcomeSources } from "../manage/activity/unsaved-readings.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { ProcessorSupervisor } from "../process/processor-supervisor.ts";

/** Seldom, because of a busy device only the newest requests are written; whoever reads them flushes first. */
const sendEveryMs = 5000;
const showEveryMs = 500;
/** Requests of an account that open pages are shown each time: more than that nobody reads. */
const shownMax = 50;
const flushTimeoutMs = 2000;
/** Requests that were shown before their readings were processed. Past this the oldest are not told of again. */
const unprocessedMax = 500;

export interface ActivitySenderParts {
  readonly activity: ActivityRecorder;
  readonly processor: ProcessorSupervisor;
  readonly control: ControlReader;
  /** What became of readings. */
  readonly outcomes: OutcomeSources;
  readonly log: Log;
  readonly publish: (events: LiveEvent[]) => void;
}

/** Brings what the server noticed of requests to the processor, which writes it down, and to open pages. */
export class ActivitySender {
  readonly #parts: ActivitySenderParts;
  readonly #sending: Timer;
  #showing: Timer | null = null;
  #watched: readonly number[] = [];
  #unprocessed: ActivityRecord[] = [];
  /** One portion after the other, so that pages are told in order. */
  #publishing: Promise<void> = Promise.resolve();

  constructor(parts: ActivitySenderParts) {
    this.#parts = parts;
    this.#sending = setInterval(() => this.#send(), sendEveryMs);
    parts.activity.onFull = () => this.#send();
  }

  /** Of these accounts open pages show what happens. */
  watch(accountIds: readonly number[]): void {
    this.#watched = accountIds;
    this.#unprocessed = this.#unprocessed.filter(({ accountId }) => accountIds.includes(accountId));
    if (this.#showing !== null) clearInterval(this.#showing);
    this.#showing = accountIds.length === 0 ? null : setInterval(() => this.#show(), showEveryMs);
  }

  /** Resolves when everything noticed so far can be read, or, with a processor that is busy, after a while. */
  async flush(): Promise<void> {
    this.#send();
    const written = this.#parts.processor.flush(0);
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, flushTimeoutMs);
    await Promise.race([written, patience.promise]);
    clearTimeout(timer);
  }

  stop(): void {
    clearInterval(this.#sending);
    this.watch([]);
    this.#send();
  }

  #send(): void {
    const { activity, processor } = this.#parts;
    if (!processor.isRunning) return;
    this.#show();
    const noticed = activity.collect();
    if (noticed !== null) processor.send({ kind: "noticed", noticed });
  }

  /** Pages are no reason for anything else to fail. */
  #show(): void {
    try {
      this.#tell();
    } catch (error) {
      this.#parts.log.warn("requests could not be shown to open pages", { reason: reasonOf(error) });
    }
  }

  #tell(): void {
    const { activity, outcomes } = this.#parts;
    if (this.#watched.length === 0) return;
    this.#tellOutcomes();
    const records = activity.show(this.#watched, shownMax);
    // Before they are looked at: what is processed by now is told with them, and the others again later.
    const unprocessed = records.filter((record) => !isProcessed(record, outcomes));
    this.#publish("activity", records);
    this.#unprocessed = [...this.#unprocessed, ...unprocessed].slice(-unprocessedMax);
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
