/**
 * Drives the processor: wakes up when the queue has grown, settles until it is empty, reports progress, and sleeps.
 *
 *   state      meaning                                                            next
 *   created    `run` was not called yet                                           loading
 *   loading    loads the chains and what else the first batch needs               working, stopping
 *   working    runs rounds; each settles some readings                            gathering, retrying, idle, stopping
 *   gathering  few readings came: waits for more, to settle them together         working, stopping
 *   retrying   the store failed: waits before the next attempt, longer each time  working, stopping
 *   idle       nothing to do: lets the store sync what it has                     working, asleep, stopping
 *   asleep     the store is at rest: waits until it is woken                      working, stopping
 *   stopping   settles what is still in the queue, as far as possible             ended
 *   ended      the loop has stopped                                               none
 *   broken     the disk or the ownership of the partition cannot be trusted       none
 *
 * Every state but ended may also change to broken. The loop then throws before it does anything else. Every other fault
 * of the store (disk full, locked) is retried forever, and the position stays where it was.
 */
import { StateWays } from "../platform/state-ways.ts";
import { PendingFlushes } from "./pending-flushes.ts";
import type { ToProcessor } from "./process-messages.ts";
import { ProcessorAnswers } from "./processor-answers.ts";
import { ProcessorFaults } from "./processor-faults.ts";
import { ProcessorInbox } from "./processor-inbox.ts";
import type { ProcessorParts } from "./processor-parts.ts";
import { ProcessorRound, type Worked } from "./processor-round.ts";
import { ProgressReports } from "./progress-reports.ts";
import { StoreRest } from "./store-rest.ts";
import { WakeCall } from "./wake-call.ts";

type Pause = "gathering" | "retrying";
type LoopState =
  | "created"
  | "loading"
  | "working"
  | Pause
  | "idle"
  | "asleep"
  | "stopping"
  | "ended"
  | "broken";

const ways = new StateWays<LoopState>("processor loop", {
  created: ["loading", "broken"],
  loading: ["working", "stopping", "broken"],
  working: ["gathering", "retrying", "idle", "stopping", "broken"],
  gathering: ["working", "stopping", "broken"],
  retrying: ["working", "stopping", "broken"],
  idle: ["working", "asleep", "stopping", "broken"],
  asleep: ["working", "stopping", "broken"],
  stopping: ["ended", "broken"],
  ended: [],
  broken: [],
});

const restAfterMs = 1000;
const firstRetryMs = 50;
const lastRetryMs = 5000;
const notSynced = "some stored readings could not be synced, will be retried";

export class ProcessorLoop {
  readonly #parts: ProcessorParts;
  readonly #faults: ProcessorFaults;
  readonly #rest: StoreRest;
  readonly #reports: ProgressReports;
  readonly #round: ProcessorRound;
  readonly #answers: ProcessorAnswers;
  readonly #inbox: ProcessorInbox;
  readonly #wakeCall = new WakeCall();
  #endSleep: () => void = () => undefined;
  #state: LoopState = "created";
  #fault: unknown = null;
  #retryMs = firstRetryMs;

  constructor(parts: ProcessorParts) {
    this.#parts = parts;
    const flushes = new PendingFlushes();
    this.#faults = new ProcessorFaults(parts.log, (fault) => this.fail(fault));
    this.#rest = new StoreRest(parts.processor, parts.settlement);
    this.#reports = new ProgressReports(parts);
    const shared = { ...parts, flushes, faults: this.#faults, reports: this.#reports };
    const isStopping = (): boolean => this.#state === "stopping";
    this.#round = new ProcessorRound({ ...shared, rest: this.#rest, isStopping });
    this.#answers = new ProcessorAnswers({ ...shared, onAnswered: () => this.#answered() });
    this.#inbox = new ProcessorInbox({
      ...shared,
      answers: this.#answers,
      forgetDeleted: () => this.#forgetDeleted(),
      checkRules: () => this.#round.checkRules(),
      onTaken: () => this.#wakeCall.call(),
      fail: (fault) => this.fail(fault),
      stop: () => this.#stop(),
    });
  }

  /** Resolves when the loop has stopped; rejects when it is broken. */
  async run(): Promise<void> {
    this.#throwIfBroken();
    this.#enter("loading");
    while (this.#state === "loading") await this.#tryToLoad();
    while (this.#state === "working") await this.#pause(await this.#attempt());
    while ((await this.#attempt()) === "more");
    await this.#answers.untilDone();
    await this.#letStoreRest();
    this.#throwIfBroken();
    this.#enter("ended");
  }

  /** Called when others have written to the store, which has to be synced again at some point. */
  storeChanged(): void {
    this.#rest.disturb();
    this.#wakeCall.call();
  }

  /** Runs a round soon, because time has passed. */
  look(): void {
    this.#wakeCall.call();
  }

  /** Breaks the loop. It ends before anything else is done, because nothing can be trusted any more. */
  fail(fault: unknown): void {
    if (this.#state === "broken" || this.#state === "ended") return;
    this.#fault = fault;
    this.#enter("broken");
    this.#endSleep();
    this.#wakeCall.call();
  }

  /** Resolves when this message and all earlier ones have taken effect; questions are answered later. */
  receive(message: ToProcessor): Promise<void> {
    return this.#inbox.receive(message);
  }

  #stop(): void {
    if (this.#state === "stopping" || this.#state === "ended" || this.#state === "broken") return;
    this.#enter("stopping");
    this.#endSleep();
  }

  #answered(): void {
    this.#reports.ask();
    this.#wakeCall.call();
  }

  /** If the store cannot be read now, loading is retried, as everywhere else. */
  async #tryToLoad(): Promise<void> {
    try {
      await this.#load();
      this.#recovered();
      this.#enterFrom("loading", "working");
    } catch (error) {
      this.#meet(error, "the state of the partition could not be read, will be retried");
      this.#throwIfBroken();
      if (this.#state === "loading") await this.#sleepFor(this.#retryMs);
    }
  }

  async #load(): Promise<void> {
    const { scope, processor, housekeeping, activityWriter } = this.#parts;
    await processor.load();
    await this.#rest.rest();
    await this.#reports.report();
    housekeeping.purger.refresh();
    if (scope.isFirst) {
      await this.#faults.tidy("the search for activity of deleted devices failed", () =>
        activityWriter.lookForDeleted(),
      );
    }
    await this.#forgetDeleted();
  }

  async #forgetDeleted(): Promise<void> {
    await this.#round.forgetDeletedChains();
    await this.#round.forgetDeletedRules();
  }

  /** Runs a round. Throws the fault if any part of the processor broke. */
  async #attempt(): Promise<Worked | "failed"> {
    this.#throwIfBroken();
    const worked = await this.#tryToWork();
    this.#throwIfBroken();
    return worked;
  }

  #throwIfBroken(): void {
    if (this.#state === "broken") throw this.#fault;
  }

  async #tryToWork(): Promise<Worked | "failed"> {
    try {
      const worked = await this.#round.work();
      this.#recovered();
      return worked;
    } catch (error) {
      this.#meet(error, "a batch of readings could not be settled, will be retried");
      return "failed";
    }
  }

  #meet(error: unknown, problem: string): void {
    const { outage, scope } = this.#parts;
    this.#faults.meet(error, (reason) => {
      outage.failed(scope.partition, problem, reason);
      this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
    });
  }

  #recovered(): void {
    this.#parts.outage.worked(this.#parts.scope.partition);
    this.#retryMs = firstRetryMs;
  }

  /** Waits as long as the result of the round requires, unless it was told to stop meanwhile. */
  async #pause(worked: Worked | "failed"): Promise<void> {
    if (this.#state !== "working") return;
    if (worked === "failed") await this.#pauseFor("retrying", this.#retryMs);
    else if (worked === "some") await this.#pauseFor("gathering", this.#round.gatherMs);
    else if (worked === "idle") await this.#sleepUntilWoken();
    else await new Promise((resolve) => setImmediate(resolve));
  }

  async #pauseFor(state: Pause, ms: number): Promise<void> {
    this.#enter(state);
    await this.#sleepFor(ms);
    this.#enterFrom(state, "working");
  }

  /** Ends early if the loop is told to stop or breaks. */
  async #sleepFor(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endSleep = resolve;
    await promise;
    clearTimeout(timer);
  }

  async #sleepUntilWoken(): Promise<void> {
    this.#enter("idle");
    let isCalled = false;
    while (!this.#rest.isRested && !isCalled) {
      isCalled = await this.#wakeCall.isWithin(restAfterMs);
      if (!isCalled) await this.#letStoreRest();
    }
    if (!isCalled) this.#enterFrom("idle", "asleep");
    await this.#wakeCall.sleep();
    this.#enterFrom(isCalled ? "idle" : "asleep", "working");
  }

  /** A failed sync is repeated when the loop is idle again. Otherwise the next owner finds the readings in the queue. */
  async #letStoreRest(): Promise<void> {
    try {
      await this.#round.writeCounts();
      await this.#rest.rest();
      await this.#reports.report();
      if (!this.#rest.isRested) this.#parts.log.warn(notSynced);
    } catch (error) {
      this.#rest.disturb();
      this.#faults.meet(error, (reason) => this.#parts.log.warn(notSynced, { reason }));
    }
  }

  /** Continues after a wait, unless it was told to stop or broke meanwhile. */
  #enterFrom(from: LoopState, to: LoopState): void {
    if (this.#state === from) this.#enter(to);
  }

  #enter(state: LoopState): void {
    const next = ways.follow(this.#state, state);
    ways.assert(next, next !== "asleep" || this.#rest.isRested, "a store that rests");
    ways.assert(next, next !== "broken" || this.#fault !== null, "a fault");
    this.#state = next;
  }
}
