import type { ActivityRecorder } from "../../activity/activity-recorder.ts";
import { sendRecord } from "../../activity/sent-record.ts";
import type { AskOptions, Bus } from "../../bus/bus.ts";
import type { ListenerThreads } from "./listener-threads.ts";

/** Seldom, because only the newest requests of a busy device are written. Readers flush first. */
const sendEveryMs = 5000;
const showEveryMs = 500;
/** How many requests of an account open pages are shown each time. Nobody reads more. */
const shownMax = 50;
const flushTimeoutMs = 2000;

/** Sends the activity that ingest has recorded to the processor, which stores it, and to open pages. */
export class ActivitySender {
  readonly #activity: ActivityRecorder;
  readonly #bus: Bus;
  readonly #lastWord: AskOptions;
  readonly #sending: Timer;
  #showing: Timer | null = null;
  #watched: readonly number[] = [];
  #listeners: ListenerThreads | null = null;

  constructor(activity: ActivityRecorder, bus: Bus, lastWord: AskOptions) {
    this.#activity = activity;
    this.#bus = bus;
    this.#lastWord = lastWord;
    this.#sending = setInterval(this.send, sendEveryMs);
    activity.onFull = this.send;
  }

  /** These threads record activity too. */
  serve(listeners: ListenerThreads): void {
    this.#listeners = listeners;
  }

  /** The accounts that open pages show. */
  watch(accountIds: readonly number[]): void {
    this.#watched = accountIds;
    if (this.#showing !== null) clearInterval(this.#showing);
    this.#showing = accountIds.length === 0 ? null : setInterval(() => void this.#show(), showEveryMs);
  }

  /** Resolves when all activity so far can be read, or after a while if the processor is busy or away. */
  async flush(): Promise<void> {
    await this.send();
    const flush = { kind: "flush", positions: [] } as const;
    await this.#bus.ask("process", flush, { timeoutMs: flushTimeoutMs }).catch(() => undefined);
  }

  async stop(): Promise<void> {
    clearInterval(this.#sending);
    this.watch([]);
    const flush = { kind: "flush", positions: [] } as const;
    const answered = this.#bus.ask("process", flush, this.#lastWord);
    const isThere = await answered.then(
      () => true,
      () => false,
    );
    await (isThere ? this.flush() : this.send());
  }

  /** Activity that cannot be sent stays here and is thinned out. */
  readonly send = async (): Promise<void> => {
    if (!this.#bus.isThere("process")) return;
    await this.#show();
    const own = this.#activity.collect();
    const others = (await this.#listeners?.askAll({ kind: "collect activity" })) ?? [];
    for (const activity of [own, ...others])
      if (activity !== null) this.#bus.tell("process", { kind: "activity", activity });
  };

  async #show(): Promise<void> {
    if (this.#watched.length === 0) return;
    const question = { kind: "show", accountIds: this.#watched, max: shownMax } as const;
    const own = this.#activity.show(this.#watched, shownMax);
    const records = [...own, ...((await this.#listeners?.askAll(question)) ?? []).flat()];
    if (records.length > 0) this.#bus.tell("manage", { kind: "requests", records: records.map(sendRecord) });
  }
}
