import type { ActivityRecorder } from "../activity/activity-recorder.ts";
import { liveRequestToJson } from "../api/activity-json.ts";
import type { LiveEvent } from "../live/live-event.ts";
import { viewRequests } from "../manage/activity/request-views.ts";
import type { ControlReader } from "../manage/control-store.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { ProcessorSupervisor } from "../process/processor-supervisor.ts";

/** Seldom, because of a busy device only the newest requests are written; whoever reads them flushes first. */
const sendEveryMs = 5000;
const showEveryMs = 500;
/** Requests of an account that open pages are shown each time: more than that nobody reads. */
const shownMax = 50;
const flushTimeoutMs = 2000;

export interface ActivitySenderParts {
  readonly activity: ActivityRecorder;
  readonly processor: ProcessorSupervisor;
  readonly control: ControlReader;
  readonly log: Log;
  readonly publish: (events: LiveEvent[]) => void;
}

/** Brings what the server noticed of requests to the processor, which writes it down, and to open pages. */
export class ActivitySender {
  readonly #parts: ActivitySenderParts;
  readonly #sending: Timer;
  #showing: Timer | null = null;
  #watched: readonly number[] = [];

  constructor(parts: ActivitySenderParts) {
    this.#parts = parts;
    this.#sending = setInterval(() => this.#send(), sendEveryMs);
    parts.activity.onFull = () => this.#send();
  }

  /** Of these accounts open pages show what happens. */
  watch(accountIds: readonly number[]): void {
    this.#watched = accountIds;
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
    const { activity, control, publish } = this.#parts;
    if (this.#watched.length === 0) return;
    const records = activity.show(this.#watched, shownMax);
    if (records.length === 0) return;
    const events: LiveEvent[] = [];
    for (const view of viewRequests(control, records)) {
      const { record, device } = view;
      if (device === null) continue;
      const request = liveRequestToJson(view, device);
      events.push({ kind: "activity", accountId: record.accountId, device: device.uuid, request });
    }
    publish(events);
  }
}
