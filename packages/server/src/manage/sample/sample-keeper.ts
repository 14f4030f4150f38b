import { randomUUID } from "node:crypto";
import {
  claimSample,
  noteSeen,
  type Sample,
  sendingSamples,
  unfinishedSamples,
  updateSample,
} from "../../control/sample/samples.ts";
import type { Log } from "../../platform/log.ts";
import { Rounds } from "../../platform/rounds.ts";
import type { SampleParts } from "./sample-parts.ts";

const lookEveryMs = 5000;
/** A process that was killed in the middle of its work is replaced after this. */
const claimUs = 60_000_000;
const unfinishedAtOnceMax = 20;

interface SampleKeeperParts extends SampleParts {
  readonly log: Log;
  /** Whether the processes are there that have to be asked. While the server starts, they are not. */
  readonly isReady: () => boolean;
  /** The accounts whose pages are open here. */
  readonly watched: () => readonly number[];
}

/**
 * Keeps samples alive: loads their week of readings, sends what their devices send, and deletes what is stored of removed
 * ones. What remains to be done is read from the control data, so it continues after a restart, and one process at a time
 * works on a sample.
 *
 * One sample after the other, and one request after the other, so that all samples together never keep more than one request
 * of the server busy.
 */
export class SampleKeeper {
  readonly #parts: SampleKeeperParts;
  readonly #rounds: Rounds;
  readonly #worker = randomUUID();
  /** The round that is to begin. */
  #next: Promise<void> | null = null;

  constructor(parts: SampleKeeperParts) {
    this.#parts = parts;
    const failed = "the sample data of an account could not be kept going";
    this.#rounds = new Rounds({ everyMs: lookEveryMs, work: () => this.#keep(), log: parts.log, failed });
    void this.look();
  }

  /** Resolves when everything that is due is done. Several calls during a round cause one more. */
  look(): Promise<void> {
    this.#next ??= this.#rounds.run();
    return this.#next;
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #keep(): Promise<void> {
    this.#next = null;
    const { control, isReady, watched } = this.#parts;
    if (!isReady()) return;
    const open = watched();
    if (open.length > 0) await control.transact((tx) => noteSeen(tx, open, control.nowUs()));
    for (const accountId of await unfinishedSamples(control.db, unfinishedAtOnceMax))
      await this.#work(accountId);
    for (const accountId of await sendingSamples(control.db, control.nowUs())) await this.#work(accountId);
  }

  async #work(accountId: number): Promise<void> {
    if (this.#rounds.isStopped) return;
    await this.#rounds.part(() => this.#takeSteps(accountId), { account: accountId });
  }

  /** Until nothing is left to do now. Each step is small and claims the sample again. */
  async #takeSteps(accountId: number): Promise<void> {
    const { control } = this.#parts;
    let hasMore = true;
    while (hasMore && !this.#rounds.isStopped) {
      const nowUs = control.nowUs();
      const claim = { accountId, worker: this.#worker, nowUs, untilUs: nowUs + claimUs };
      const sample = await control.transact((tx) => claimSample(tx, claim));
      if (sample === null) return;
      hasMore = await this.#step(sample);
    }
    // Otherwise another process would wait for the claim to end.
    await control.transact((tx) => updateSample(tx, accountId, { worker_until: 0 }));
  }

  /** Loaded when the first sample needs them, because most servers have none. */
  async #step(sample: Sample): Promise<boolean> {
    switch (sample.state) {
      case "loading":
        return (await import("./fill-sample.ts")).fillSample(this.#parts, sample);
      case "sending":
        return (await import("./send-sample.ts")).sendSample(this.#parts, sample);
      case "removing":
        return (await import("./purge-sample.ts")).purgeSample(this.#parts, sample);
    }
  }
}
