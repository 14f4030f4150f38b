import type { Clock } from "../../platform/clock.ts";
import { durationInWords } from "../../platform/times-in-words.ts";
import type { RepeatedWork, WorkReport } from "../../platform/work-report.ts";
import type { Notice } from "./cluster-status.ts";

/** Failing work is attempted, and reported, at least every ten seconds. What is older is from a process that has ended. */
const heardForMs = 60_000;
/** Shorter failures are part of restarts and of changes of the leader in a cluster. */
const noticedAfterMs = 5000;

interface Heard {
  readonly work: RepeatedWork;
  readonly sinceMs: number;
  readonly reason: string;
  readonly heardMs: number;
}

const words: Readonly<Record<RepeatedWork, { readonly title: string; readonly effect: string }>> = {
  delivery: {
    title: "Messages are not being delivered",
    effect: "Notifications, webhooks, emails and MQTT messages of all accounts wait in the outbox.",
  },
  settling: {
    title: "Accepted readings are not being stored",
    effect: "They are safe in the queue and wait there. No alarms are raised meanwhile.",
  },
};

/** The work that fails at the moment, in any process of the installation. */
export class FailingWork {
  readonly #clock: Clock;
  /** By process and work. */
  readonly #heard = new Map<string, Heard>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A process has told about its work. */
  hear({ work, failure }: WorkReport, sender: string): void {
    const key = `${work} ${sender}`;
    this.#heard.delete(key);
    if (failure !== null) this.#heard.set(key, { work, ...failure, heardMs: this.#clock.nowMs() });
  }

  /** How many processes fail at each kind of work. */
  counts(): Readonly<Record<RepeatedWork, number>> {
    const counts = { delivery: 0, settling: 0 };
    for (const { work } of this.#current()) counts[work]++;
    return counts;
  }

  notices(): Notice[] {
    const nowMs = this.#clock.nowMs();
    const lasting = this.#current().filter(({ sinceMs }) => nowMs - sinceMs >= noticedAfterMs);
    return [...Map.groupBy(lasting, ({ work }) => work)].map(([work, failures]) => {
      const first = failures.reduce((a, b) => (a.sinceMs <= b.sinceMs ? a : b));
      const { title, effect } = words[work];
      const since = durationInWords(nowMs - first.sinceMs);
      const text = `${effect} Every attempt has failed for ${since}: ${first.reason}. Weir keeps trying; its log has details.`;
      return { kind: "work_failing", isSerious: true, title, text };
    });
  }

  #current(): Heard[] {
    const sinceMs = this.#clock.nowMs() - heardForMs;
    for (const [key, { heardMs }] of this.#heard) if (heardMs < sinceMs) this.#heard.delete(key);
    return [...this.#heard.values()];
  }
}
