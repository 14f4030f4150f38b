import { unpackNoticed } from "../activity/activity-recorder.ts";
import { reasonOf } from "../platform/log.ts";
import { isReached, type Position } from "../queue/position.ts";
import { endsProcessor } from "./ends-processor.ts";
import { gatherMs } from "./gather-ms.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { ParkedWarnings } from "./parked-warnings.ts";
import type { ToProcessor } from "./process-messages.ts";
import type { ProcessorParts } from "./processor-parts.ts";
import type { ProcessorRequest } from "./processor-request.ts";
import { WakeCall } from "./wake-call.ts";

const restAfterMs = 1000;
/** A batch of this size or more is followed by the next at once: there is a backlog, and nothing to gather. */
const gatheredBytesMax = 1024 * 1024;
const firstRetryMs = 50;
const lastRetryMs = 5000;
const notSynced = "not all stored readings could be synced, will be retried";

/** What an attempt found to do: nothing, a little that others may join, or so much that the next follows at once. */
type Worked = "idle" | "some" | "more";

/**
 * Drives the processor: wakes when the queue has grown, settles until it is empty, reports progress, sleeps. A fault
 * of the store (disk full, locked) is retried for ever with back-off; the position stays where it was. Only a fault of
 * the disk itself ends it: after a failed fsync nobody knows what is on disk, and asking again would be told a lie.
 */
export class ProcessorLoop {
  readonly #parts: ProcessorParts;
  readonly #parkedWarnings: ParkedWarnings;
  readonly #flushes: { ticket: number; position: Position | null }[] = [];
  readonly #wakeCall = new WakeCall();
  readonly #inbox = new OneAtATime();
  readonly #answers = new OneAtATime();
  #stopping = false;
  #reportDue = false;
  /** Whether nothing was written since the store was told that it may rest. */
  #isRested = false;
  #fault: unknown = null;
  #retryMs = firstRetryMs;
  #gatherMs = gatherMs(0);

  constructor(parts: ProcessorParts) {
    this.#parts = parts;
    this.#parkedWarnings = new ParkedWarnings(parts.log);
  }

  async run(): Promise<void> {
    await this.#parts.processor.load();
    await this.#rest();
    await this.#report();
    this.#parts.purger.refresh();
    await this.#tidy("activity of deleted devices could not be looked for", () =>
      this.#parts.noticed.lookForDeleted(),
    );
    await this.#forgetDeletedChains();
    while (!this.#stopping) {
      const worked = await this.#attempt();
      if (worked === "failed") await Bun.sleep(this.#retryMs);
      else if (worked === "idle") await this.#sleepUntilWoken();
      else if (worked === "some") await Bun.sleep(this.#gatherMs);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    while ((await this.#attempt()) === "more");
    await this.#answers.run(() => undefined);
    await this.#writeCounts();
    await this.#rest();
    await this.#report();
  }

  /** Others have written to the store, which wants to rest sooner or later. */
  storeChanged(): void {
    this.#isRested = false;
    this.#wakeCall.call();
  }

  /** Nothing more can be trusted: ends before anything else is done. */
  fail(fault: unknown): void {
    this.#fault = fault;
    this.#wakeCall.call();
  }

  /** Resolves when the message, and what was received before, has taken effect; questions are answered later. */
  receive(message: ToProcessor): Promise<void> {
    return this.#inbox.run(async () => {
      try {
        await this.#take(message);
      } catch (error) {
        // What it was told is lost. Whoever starts it again has everything read anew.
        this.fail(error);
      }
      this.#wakeCall.call();
    });
  }

  async #take(message: ToProcessor): Promise<void> {
    switch (message.kind) {
      case "appended":
        // The server tells of new readings once, and again only after a report.
        this.#reportDue = true;
        break;
      case "changed":
        await this.#parts.refresh(message.deviceIds);
        await this.#applyChange(message.deviceIds);
        break;
      case "connected":
        this.#parts.connections.add(message.connections);
        break;
      case "noticed":
        this.#parts.noticed.receive(unpackNoticed(message.noticed));
        break;
      case "flush":
        this.#flushes.push(message);
        break;
      case "watch":
        this.#parts.feed.watch(message.accountIds);
        break;
      case "recipients changed":
        this.#parts.reviewHeld();
        break;
      case "request":
        // Nobody who is told something waits for what a person asked.
        void this.#answers.run(() => this.#answer(message.ticket, message.request));
        break;
      case "stop":
        this.#stopping = true;
        break;
    }
  }

  /** Throws what ends the processor, whoever met it. */
  async #attempt(): Promise<Worked | "failed"> {
    const worked = this.#fault === null ? await this.#tryToWork() : "failed";
    if (this.#fault !== null) throw this.#fault;
    return worked;
  }

  async #tryToWork(): Promise<Worked | "failed"> {
    try {
      const worked = await this.#work();
      this.#retryMs = firstRetryMs;
      return worked;
    } catch (error) {
      this.#meet(error, (reason) => {
        this.#parts.log.error("settling failed, will be retried", { reason, retryMs: this.#retryMs });
        this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
      });
      return "failed";
    }
  }

  /** Every fault of the loop's own work comes here, and either ends the processor or is passed over. */
  #meet(error: unknown, passOver: (reason: string) => void): void {
    if (endsProcessor(error)) this.fail(error);
    else passOver(reasonOf(error));
  }

  async #work(): Promise<Worked> {
    const { processor, connections, purger, batteryPurger } = this.#parts;
    await connections.write();
    const noticedMore = await this.#writeNoticed();
    const bytes = await processor.settleNext();
    // Parked readings stay where they are when the processor is told to stop.
    const hasParked = !this.#stopping && (await processor.settleParked());
    if (bytes > 0 || hasParked) this.#isRested = false;
    if (bytes > 0 || hasParked || this.#reportDue) await this.#report();
    await this.#answerFlushes();
    // A steady backlog must not keep the statistics from being bounded.
    const tidied = !this.#stopping && (await this.#parts.tidyStatistics());
    const isFiling = !this.#stopping && (await this.#fileRows());
    if (bytes >= gatheredBytesMax || (await purger.purgeSome())) return "more";
    if ((await batteryPurger.purgeSome()) || tidied || noticedMore || hasParked) return "more";
    if (!this.#stopping && (await this.#mergeRows())) return "more";
    // While readings come, filing waits for the next batch: without a pause to gather them batches would be small.
    if (isFiling && bytes === 0) return "more";
    this.#gatherMs = gatherMs(bytes);
    return bytes > 0 ? "some" : "idle";
  }

  #fileRows(): Promise<boolean> {
    return this.#rearrange("rows could not be filed yet", () => this.#parts.rowFiling.fileSome());
  }

  #mergeRows(): Promise<boolean> {
    return this.#rearrange("rows could not be merged yet", () => this.#parts.mergeWalk.mergeSome());
  }

  /** Returns whether there is more of it to do. */
  async #rearrange(problem: string, work: () => Promise<boolean>): Promise<boolean> {
    const isMore = (await this.#tidy(problem, work)) ?? false;
    if (isMore) this.#isRested = false;
    return isMore;
  }

  async #answerFlushes(): Promise<void> {
    const { processor, send } = this.#parts;
    const due = this.#flushes.filter(
      ({ position }) => position === null || isReached(position, processor.position),
    );
    if (due.length > 0) await this.#writeCounts();
    for (const flush of due) {
      this.#flushes.splice(this.#flushes.indexOf(flush), 1);
      send({ kind: "flushed", ticket: flush.ticket });
    }
  }

  /** A person asks; a fault is theirs to see, unless the disk itself is broken. */
  async #answer(ticket: number, request: ProcessorRequest): Promise<void> {
    const { answer, send, log } = this.#parts;
    try {
      send({ kind: "answer", ticket, answer: await answer(request) });
      this.#reportDue = true;
    } catch (error) {
      const reason = reasonOf(error);
      this.#meet(error, () => log.error("a request failed", { request: request.kind, reason }));
      send({ kind: "refusal", ticket, reason });
    }
    this.#wakeCall.call();
  }

  async #applyChange(deviceIds: readonly number[] | null): Promise<void> {
    const { processor, chains, purger, batteryPurger, noticed } = this.#parts;
    await processor.inTurn(() => {
      if (deviceIds === null) chains.reload();
      for (const deviceId of deviceIds ?? []) {
        chains.reloadDevice(deviceId);
        noticed.deviceChanged(deviceId);
      }
      chains.forget(purger.refresh());
      batteryPurger.refresh();
    });
    if (deviceIds === null) await this.#forgetDeletedChains();
  }

  /** Returns whether there is more of it to do. */
  async #writeNoticed(): Promise<boolean> {
    const { noticed } = this.#parts;
    if (noticed.isDue) this.#isRested = false;
    await this.#tidy("activity of devices could not be written yet", () => noticed.write());
    return noticed.isDue && !this.#stopping;
  }

  #writeCounts(): Promise<void> {
    return this.#tidy("counts of nodes could not be written yet", () => this.#parts.processor.writeCounts());
  }

  #forgetDeletedChains(): Promise<void> {
    return this.#tidy("records of deleted chains could not be removed yet", () =>
      this.#parts.processor.forgetDeletedChains(),
    );
  }

  /** Work that nothing depends on: a store that cannot do it now is asked again some other time. */
  async #tidy<T>(problem: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#meet(error, (reason) => this.#parts.log.warn(problem, { reason }));
      return undefined;
    }
  }

  async #sleepUntilWoken(): Promise<void> {
    while (!this.#isRested && !(await this.#wakeCall.isWithin(restAfterMs))) await this.#restWhileIdle();
    await this.#wakeCall.sleep();
  }

  async #restWhileIdle(): Promise<void> {
    try {
      await this.#writeCounts();
      await this.#rest();
      await this.#report();
      if (!this.#isRested) this.#parts.log.warn(notSynced);
    } catch (error) {
      this.#isRested = false;
      this.#meet(error, (reason) => this.#parts.log.warn(notSynced, { reason }));
    }
  }

  async #rest(): Promise<void> {
    const { position } = this.#parts.processor;
    this.#isRested = true;
    const durable = await this.#parts.settlement.rest(position.partition);
    if (!isReached(position, durable)) this.#isRested = false;
  }

  async #report(): Promise<void> {
    this.#reportDue = false;
    const { processor, settlement } = this.#parts;
    const durablePosition = await settlement.durable(processor.position.partition);
    const parked = processor.turns.lines.all();
    this.#parkedWarnings.look(parked, processor.turns.settings);
    const progress = { ...processor.progress, durablePosition, parked };
    this.#parts.send({ kind: "progress", progress });
  }
}
