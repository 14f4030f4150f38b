import type { ActivityRecorder } from "../activity/activity-recorder.ts";
import type { DeviceRegistry } from "../ingest/authenticate/device-registry.ts";
import type { LiveEvent } from "../live/live-event.ts";
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
  readonly devices: DeviceRegistry;
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

  #show(): void {
    const { activity, devices, publish } = this.#parts;
    if (this.#watched.length === 0) return;
    const events: LiveEvent[] = [];
    for (const record of activity.show(this.#watched, shownMax)) {
      const { accountId, deviceId } = record;
      const device = devices.findById(deviceId)?.record.uuid;
      if (device !== undefined) events.push({ kind: "activity", accountId, device, record });
    }
    publish(events);
  }
}
